"""What a robots.txt says besides verdicts, as the module writes it: values, one on each line, because no value holds a line end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

import ada_url

from ._module import EmbeddedModule

Reason = Literal["rule", "no-match", "no-group", "robots-txt", "not-a-url", "compressed"]
# By their numbers (docs/embedding.md).
_REASONS: tuple[Reason, ...] = ("rule", "no-match", "no-group", "robots-txt", "not-a-url", "compressed")

# bindings/core/limits.ts
_MAX_SITEMAP_BYTES = 8192
_MAX_HOST_LENGTH = 300


class Rule(NamedTuple):
    """An Allow or Disallow line, with the pattern as the file spells it."""

    directive: Literal["allow", "disallow"]
    pattern: str
    line: int


class Field(NamedTuple):
    """A line that is not a user-agent line, a rule or a sitemap. The key is in lower case."""

    key: str
    value: str
    line: int


class Group(NamedTuple):
    """A run of user-agent lines and the lines that follow it, with the line of its first user-agent line."""

    agents: list[str]
    line: int
    rules: list[Rule]
    fields: list[Field]


class Explanation(NamedTuple):
    """A verdict and what decided it: the rule, and the user-agent line that selected the group (None without a group)."""

    allowed: bool
    reason: Reason
    rule: Rule | None
    agent: str | None


class RequestRate(NamedTuple):
    """At most `requests` in `seconds`."""

    requests: int
    seconds: int


class VisitTime(NamedTuple):
    """Minutes since midnight UTC, 0 to 1440; the end is exclusive. The window may cross midnight."""

    from_minute: int
    to_minute: int


class Pace(NamedTuple):
    """How often a crawler may ask; None for what is not stated."""

    crawl_delay: float | None
    request_rate: RequestRate | None
    visit_time: VisitTime | None


def _lines(module: EmbeddedModule, length: int) -> list[str]:
    return module.read(length).decode(errors="replace").split("\n")


def explanation(module: EmbeddedModule, length: int) -> Explanation:
    allowed, reason, grouped, is_allow, line, pattern, agent, _ = _lines(module, length)
    rule = Rule("allow" if is_allow == "1" else "disallow", pattern, int(line)) if line else None
    return Explanation(allowed == "1", _REASONS[int(reason)], rule, agent if grouped == "1" else None)


def pace(module: EmbeddedModule, handle: int) -> Pace:
    with module.lock:
        delay, requests, seconds, first, last, _ = _lines(module, module.call("pace", handle))
    rate = RequestRate(int(requests), int(seconds)) if requests else None
    return Pace(float(delay) if delay else None, rate, VisitTime(int(first), int(last)) if first else None)


def _rows(module: EmbeddedModule, dialect: int, file: bytes) -> Iterator[tuple[str, int, str, str]]:
    """A letter, the line, key and value of each line of the file."""
    with module.lock:
        lines = iter(_lines(module, module.call("outline", dialect, module.write(file))))
    return ((letter, int(line), key, value) for letter, line, key, value in zip(lines, lines, lines, lines))


def groups_of(module: EmbeddedModule, dialect: int, file: bytes) -> list[Group]:
    groups: list[Group] = []
    for letter, line, key, value in _rows(module, dialect, file):
        if letter == "g":
            groups.append(Group([value], line, [], []))
        elif letter == "u":
            groups[-1].agents.append(value)
        elif letter == "f":
            groups[-1].fields.append(Field(key.lower(), value, line))
        elif letter in "ad":
            groups[-1].rules.append(Rule("allow" if letter == "a" else "disallow", value, line))
    return groups


def sitemaps_of(module: EmbeddedModule, dialect: int, file: bytes) -> list[str]:
    values = (value for letter, _, _, value in _rows(module, dialect, file) if letter == "s")
    return list(dict.fromkeys(value for value in values if _is_fetchable(value)))


def host_of(module: EmbeddedModule, dialect: int, file: bytes) -> str | None:
    values = [value for letter, _, key, value in _rows(module, dialect, file) if letter in "fo" and key.lower() == "host"]
    return next((host for value in reversed(values) if (host := _host(value))), None)


def _is_fetchable(value: str) -> bool:
    """Whether callers may fetch it: an absolute http, https or ftp URL."""
    if len(value.encode()) > _MAX_SITEMAP_BYTES or re.search(r"[\x00-\x1f\x7f]", value):
        return False
    url = _parsed(value)
    return url is not None and url.protocol in ("http:", "https:", "ftp:")


def _host(value: str) -> str | None:
    """A host in lower case and Punycode, with the scheme if the value has one; no IP address, and nothing more than a host."""
    if len(value) > _MAX_HOST_LENGTH or re.search(r"[\s\\?#@]", value):
        return None
    has_scheme = re.match(r"https?://", value, re.IGNORECASE)
    url = _parsed(value if has_scheme else f"http://{value}")
    if url is None or url.pathname != "/" or re.match(r"\[|[\d.]+(:|$)", url.host):
        return None
    return str(url.origin if has_scheme else url.host)


def _parsed(text: str) -> ada_url.URL | None:
    try:
        return ada_url.URL(text)
    except ValueError:
        return None
