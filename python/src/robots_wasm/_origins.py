"""Origins, as the URL Standard spells them.

The parser is that of Node.js, ada, whose version decides which characters a host may have: 1.32 accepts those of Unicode 17
as Node.js 24 does, Node.js 20 those of 15.1. Versions that accept a host spell it alike.
"""

from __future__ import annotations

import re

import ada_url

from ._text import line_of

# Hosts that the URL Standard leaves as they are: ASCII in lower case, no IPv4 address, no Punycode, no port.
_PLAIN_URL = rb"https?://(?![a-z0-9.-]*xn--)((?:[a-z0-9-]+\.)+[a-z]+)"
_PLAIN = re.compile(_PLAIN_URL + rb"(?:[/?#]|$)").match
# The same with nothing in it that a line cannot hold.
_PLAIN_LINE = re.compile(_PLAIN_URL + rb"(?:[/?#][^\r\n]*)?").fullmatch
# What parsers take for the authority, or more than that.
_AUTHORITY = re.compile(rb"[^:]*:[/\\\t\r\n]*([^/\\?#]*)").match
# What filter takes for an absolute URL (assembly/bulk/authority.ts).
_ABSOLUTE = re.compile(rb"https?://[^/?#]", re.IGNORECASE).match
# filter and decide refuse longer hosts, port included (assembly/bulk/authority.ts): Punycode takes quadratic time.
MAX_HOST_BYTES = 4096
_FNV_BASIS = 0x811C9DC5
_FNV_PRIME = 0x01000193


def spelled(origin: bytes) -> bytes:
    """The origin with its host in ASCII, as `new URL(origin).origin` spells it; no bytes if it is not a URL."""
    try:
        return ada_url.URL(origin.decode()).origin.encode()
    except ValueError:
        return b""


def host_of(url: bytes) -> bytes:
    """Host and port of an http or https URL as `new URL(url).host` spells them; no bytes if it is not one, or too long."""
    if _is_host_too_long(url):
        return b""
    if plain := _PLAIN(url):
        return plain[1]
    try:
        parsed = ada_url.URL(url.decode(errors="replace"))
    except ValueError:
        return b""
    return parsed.host.encode() if parsed.protocol in ("http:", "https:") else b""


def line_with_plain_host(url: bytes) -> bytes:
    """A path or an http or https URL as a line, with an authority that needs no parser: rules of one file do not depend on it.

    An empty line for anything else, which a crawler cannot request.
    """
    if _PLAIN_LINE(url):
        return url + b"\n"
    if url.endswith(b"\n"):
        url = url.rstrip(b"\r\n")
    if url.startswith(b"/"):
        return line_of(b"http://host" + url)
    if _PLAIN(url):
        return line_of(url)
    authority = _ABSOLUTE(url) and _AUTHORITY(url)
    return line_of(b"http://host" + url[authority.end() :]) if authority and host_of(url) else b"\n"


def _is_host_too_long(url: bytes) -> bool:
    if len(url) <= MAX_HOST_BYTES or not (authority := _AUTHORITY(url)):
        return False
    # A CR at the end belongs to the line end.
    return len(authority[1].removesuffix(b"\r").rpartition(b"@")[2]) > MAX_HOST_BYTES


def host_hash(host: bytes) -> int:
    """What divides hosts among shards (docs/archive.md): FNV-1a with 32 bits."""
    value = _FNV_BASIS
    for byte in host:
        value = ((value ^ byte) * _FNV_PRIME) & 0xFFFFFFFF
    return value
