"""What callers pass, as bytes that the module reads."""

from __future__ import annotations

from collections.abc import Sequence

from ._errors import wrong_type, wrong_value

DIALECTS = {"rfc9309": 1, "google": 2, "norobots1996": 3, "original1994": 4, "koster1996": 5}


def encoded(text: str | bytes) -> bytes:
    """UTF-8. A surrogate without a partner becomes U+FFFD, as in browsers and in Node.js."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def url_bytes(url: object) -> bytes:
    if isinstance(url, (str, bytes)):
        return encoded(url)
    raise wrong_type("url", "str or bytes", url)


def dialect_number(dialect: object) -> int:
    if not isinstance(dialect, str):
        raise wrong_type("dialect", "str", dialect)
    if dialect not in DIALECTS:
        raise wrong_value("dialect", f"one of {', '.join(DIALECTS)}", dialect)
    return DIALECTS[dialect]


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
