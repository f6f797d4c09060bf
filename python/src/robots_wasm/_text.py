"""What callers pass, as bytes that the module reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from ._errors import wrong_type, wrong_value

Dialect = Literal["rfc9309", "google", "norobots1996", "original1994", "koster1996"]
DIALECTS = {"rfc9309": 1, "google": 2, "norobots1996": 3, "original1994": 4, "koster1996": 5}

# bindings/core/robots/leniency.ts; lineCapBytes is a number.
_FLAGS = ("typos", "prefixKeys", "missingColon", "nulEndsLine", "cutTokens", "mergeStar", "indexHtml")
_WORDS = {"tokens": ("strict", "google", "extended"), "match": ("equal", "contains", "either")}

# Larger blocks bring together more lines of an origin: 2,000,000 URLs of 30,000 origins in no order took 1.4 us each in
# blocks of 1 MiB, 1.1 in these and 1.0 in blocks of 16 MiB. A block takes twice its bytes in the module.
BLOCK_BYTES = 4 << 20


def encoded(text: str | bytes) -> bytes:
    """UTF-8. A surrogate without a partner becomes U+FFFD, as in browsers and in Node.js."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def encoded_body(body: object) -> bytes:
    if isinstance(body, (str, bytes)):
        return encoded(body)
    raise wrong_type("body", "str or bytes", body)


def url_bytes(url: object) -> bytes:
    if isinstance(url, (str, bytes)):
        return encoded(url)
    raise wrong_type("url", "str or bytes", url)


def url_or_null_bytes(url: object) -> bytes:
    """Nothing for None and for what stands for a missing text in pandas: NaN, or NA, which cannot be compared."""
    if isinstance(url, (str, bytes)):
        return encoded(url)
    if url is None or isinstance(url, float) and url != url or type(url).__name__ == "NAType":
        return b""
    raise wrong_type("url", "str or bytes", url)


def line_of(text: bytes) -> bytes:
    """A URL cannot hold a line feed, so such a text is not one. A CR at the end is doubled: it is not the line end's."""
    if b"\n" in text:
        return b"\n"
    return text + b"\r\n" if text.endswith(b"\r") else text + b"\n"


def dialect_number(dialect: object) -> int:
    if not isinstance(dialect, str):
        raise wrong_type("dialect", "str", dialect)
    if dialect not in DIALECTS:
        raise wrong_value("dialect", f"one of {', '.join(DIALECTS)}", dialect)
    return DIALECTS[dialect]


def checked_leniency(leniency: object) -> dict[str, object]:
    """The leniency options as a dict of its own. An unknown name or a wrong value would only be noticed by an archive."""
    if leniency is None:
        return {}
    if not isinstance(leniency, Mapping):
        raise wrong_type("leniency", "a dict of leniency options", leniency)
    for name, value in leniency.items():
        _check_option(name, value)
    return dict(leniency)


def _check_option(name: object, value: object) -> None:
    if name in _FLAGS:
        if type(value) is not bool:  # 0 equals False.
            raise wrong_value(f"leniency[{name!r}]", "True or False", value)
    elif name in _WORDS:
        if value not in (words := _WORDS[name]):
            raise wrong_value(f"leniency[{name!r}]", f"one of {', '.join(words)}", value)
    elif name != "lineCapBytes":
        raise wrong_value("leniency", f"names out of {', '.join([*_FLAGS, *_WORDS, 'lineCapBytes'])}", name)
    elif type(value) is not int or value < 1:
        raise wrong_value(f"leniency[{name!r}]", "an int of at least 1", value)


def tokens_of(agent: object) -> tuple[str, ...]:
    """The product tokens of one crawler, in order of preference."""
    tokens = (agent,) if isinstance(agent, str) else tuple(agent) if isinstance(agent, Sequence) else None
    if tokens is None or isinstance(agent, (bytes, bytearray)):
        raise wrong_type("agent", "a product token (str) or a sequence of them", agent)
    for token in tokens:
        if not isinstance(token, str):
            raise wrong_type("agent", "product tokens as str", token)
        # The module takes tokens one on each line.
        if "\n" in token:
            raise wrong_value("agent", "a product token such as ExampleBot", token)
    if not tokens:
        raise wrong_value("agent", "at least one product token", agent)
    return tokens


def blocks(lines: bytes) -> Iterator[bytes]:
    """Whole lines, so many that they have about as many bytes as a block. A longer line has a block of its own."""
    at = 0
    while len(lines) - at > BLOCK_BYTES:
        end = lines.rfind(b"\n", at, at + BLOCK_BYTES) + 1 or lines.find(b"\n", at) + 1 or len(lines)
        yield lines[at:end]
        at = end
    if at < len(lines):
        yield lines[at:]
