"""The rules of one robots.txt."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Literal, overload

from ._errors import INVALID_AGENT, URL_TOO_LONG, InvalidArgument, fail, wrong_type, wrong_value
from ._module import EmbeddedModule
from ._origins import line_with_plain_host
from ._text import DIALECTS, Dialect, blocks, dialect_number, encoded, encoded_body, line_of, tokens_of, url_bytes, url_or_null_bytes
from ._views import Explanation, Group, RequestRate, VisitTime, explanation, groups_of, host_of, pace, sitemaps_of


class _Programs:
    """The compiled files of one thread. Other threads may use them too, one at a time."""

    def __init__(self) -> None:
        self.module = EmbeddedModule()
        # A finalizer can run in any thread, and in the middle of a call.
        self.unused: deque[int] = deque()

    def free_unused(self) -> None:
        while self.unused:
            self.module.call("free", self.unused.popleft())


_thread = threading.local()


def _programs() -> _Programs:
    programs: _Programs | None = getattr(_thread, "programs", None)
    if programs is None or not programs.module.is_usable:
        programs = _thread.programs = _Programs()
    return programs


def _written(url: object, reading: object) -> bytes:
    """The URL as it is written, which is the only other reading that can be asked for."""
    if reading != "written":
        raise wrong_value("reading", "one of all, written", reading)
    return url_bytes(url)


Reading = Literal["all", "written"]


class Rules:
    """The rules of one file for one crawler. Made by `parse`; can be pickled."""

    def __init__(self, programs: _Programs, handle: int, tokens: tuple[str, ...], dialect: Dialect, file: bytes):
        self._programs, self._handle, self._tokens, self._dialect, self._file = programs, handle, tokens, dialect, file

    def __repr__(self) -> str:
        return f"<robots_wasm.Rules for {', '.join(self._tokens)}, {self._dialect}>"

    def allowed(self, url: str | bytes, *, reading: Reading = "all") -> bool:
        """Whether the URL, or the path that starts with `/`, may be fetched.

        All readings must be allowed, as `robots-wasm filter` decides: the URL as it is written, and what may be requested for
        it, such as `/private` for `/x/../private`. `reading="written"` compares the text alone, which may have any scheme.
        For many URLs `allowed_many` takes half of the time.
        """
        if reading != "all":
            return self._decide_written(_written(url, reading))
        line, module = line_with_plain_host(url_bytes(url)), self._programs.module
        with module.lock:
            count = module.try_call("decide_readings", self._handle, module.write(line))
            return module.first_byte() == 1 if count == 1 else fail(count)

    def allowed_many(self, urls: Iterable[str | bytes | float | None], *, reading: Reading = "all") -> list[bool]:
        """The same for many URLs, in their order, in about half of the time. None, NaN and pandas.NA are not URLs, so they are refused."""
        if isinstance(urls, (str, bytes)):
            raise wrong_type("urls", "a list of URLs", urls)
        if reading == "all":
            return self._decide_lines("decide_readings", [line_with_plain_host(url_or_null_bytes(url)) for url in urls])
        texts = [_written(url_or_null_bytes(url), reading) for url in urls]
        # Some dialects decide any text as it is written, and a line cannot hold all.
        if any(b"\n" in text for text in texts):
            return [self._decide_written(text) for text in texts]
        return self._decide_lines("decide_lines", [line_of(text) for text in texts])

    def explain(self, url: str | bytes) -> Explanation:
        """The verdict of `allowed` with its reason, and the rule that decides: `.allowed`, `.reason`, `.rule.line`, `.agent`.

        The reason is rule, no-match, no-group, robots-txt, not-a-url or compressed. Of several readings, that of the one that
        is refused counts, or else of the one that is requested. Raises InvalidArgument if the URL is too long for the rules.
        """
        module, line = self._programs.module, line_with_plain_host(url_bytes(url))
        with module.lock:
            return explanation(module, _unless_too_long(module.try_call("explain", self._handle, module.write(line)), url))

    @property
    def crawl_delay(self) -> float | None:
        """The longest valid Crawl-delay in seconds, at most a day: of the user-agent lines that name the crawler, or else of its groups."""
        return pace(self._programs.module, self._handle).crawl_delay

    @property
    def request_rate(self) -> RequestRate | None:
        """The slowest Request-rate that holds at all hours, chosen as `crawl_delay` is."""
        return pace(self._programs.module, self._handle).request_rate

    @property
    def visit_time(self) -> VisitTime | None:
        """The shortest Visit-time, in minutes since midnight UTC, chosen as `crawl_delay` is."""
        return pace(self._programs.module, self._handle).visit_time

    @property
    def sitemaps(self) -> list[str]:
        """The absolute URLs of the file's Sitemap lines, each once. Reads the file again, as `host` and `groups` do."""
        return sitemaps_of(self._programs.module, DIALECTS[self._dialect], self._file)

    @property
    def host(self) -> str | None:
        """The last valid Host line of the file (Yandex, until 2018), in lower case and Punycode."""
        return host_of(self._programs.module, DIALECTS[self._dialect], self._file)

    @property
    def groups(self) -> list[Group]:
        """The groups of the file, in its order. For verdicts use `allowed`."""
        return groups_of(self._programs.module, DIALECTS[self._dialect], self._file)

    def rule_line(self, url: str | bytes, *, reading: Reading = "all") -> int | None:
        """The line of the rule that decides the URL, from 1; None if no rule does, or if the file is compressed.

        Of several readings, that of the one that is refused, or else of the one that is requested.
        Raises InvalidArgument if the URL is too long for the rules: `allowed` refuses it, but no rule does.
        """
        module = self._programs.module
        if reading == "all":
            name, text = "readings_rule_line", line_with_plain_host(url_bytes(url))
        else:
            name, text = "rule_line", _written(url, reading)
        with module.lock:
            return _unless_too_long(module.try_call(name, self._handle, module.write(text)), url) or None

    def _decide_lines(self, name: str, lines: list[bytes]) -> list[bool]:
        module, verdicts = self._programs.module, []
        for block in blocks(b"".join(lines)):
            with module.lock:
                verdicts.append(module.read(module.call(name, self._handle, module.write(block))))
        return [verdict == 1 for verdict in b"".join(verdicts)]

    def _decide_written(self, text: bytes) -> bool:
        module = self._programs.module
        with module.lock:
            verdict = module.try_call("decide", self._handle, module.write(text))
        # Nobody can say what the rules say of a URL that is too long for them, so it is refused.
        return verdict == 1 if verdict >= 0 or verdict == URL_TOO_LONG else fail(verdict)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        module = self._programs.module
        with module.lock:
            return _load, (module.read(module.call("save", self._handle)), self._tokens, self._dialect, self._file)

    def __del__(self) -> None:
        self._programs.unused.append(self._handle)


def _unless_too_long(result: int, url: str | bytes) -> int:
    """The result of an export that tells what decides a URL. Raises if no rule does, because the URL is too long for the rules."""
    if result == URL_TOO_LONG:
        expected = "at most 8,192 bytes, because the file has a pattern of over 24,576 bytes"
        raise InvalidArgument("ERR_INVALID_ARG_VALUE", f"url: expected {expected}; got {len(url_bytes(url))} bytes")
    return result if result >= 0 else fail(result)


def _load(saved: bytes, tokens: tuple[str, ...], dialect: Dialect, file: bytes) -> Rules:
    programs = _programs()
    module = programs.module
    with module.lock:
        programs.free_unused()
        return Rules(programs, module.call("load", module.write(saved)), tokens, dialect, file)


@overload
def parse(body: str | bytes, agent: str | Sequence[str], dialect: Dialect = "rfc9309") -> Rules: ...
@overload
def parse(body: str | bytes, *, agents: Iterable[str], dialect: Dialect = "rfc9309") -> dict[str, Rules]: ...
def parse(
    body: str | bytes, agent: str | Sequence[str] | None = None, dialect: Dialect = "rfc9309", *, agents: Iterable[str] | None = None
) -> Rules | dict[str, Rules]:
    """Compiles the body of a robots.txt for one crawler; or, given `agents`, for several crawlers, as a dict by their tokens.

    `body` is what was received, without its content coding. `agent` is the crawler's product token, or several in order of
    preference. `dialect` is one of rfc9309, google, norobots1996, original1994 and koster1996.
    Raises InvalidType and InvalidArgument.
    """
    programs, number, file = _programs(), dialect_number(dialect), encoded_body(body)
    if agents is None:
        tokens = tokens_of(agent)
        return Rules(programs, _call_with_file(programs, "compile", number, file, tokens), tokens, dialect, file)
    if agent is not None or isinstance(agents, (str, bytes)):
        raise wrong_type("agents", "a list of product tokens in place of agent", agents)
    return {name: parse(file, name, dialect) for name in agents}


def is_allowed(body: str | bytes, url: str | bytes, agent: str | Sequence[str], dialect: Dialect = "rfc9309") -> bool:
    """The same as `parse(body, agent, dialect).allowed(url)` in one call of the module, for a file that is asked once.

    Raises InvalidType and InvalidArgument.
    """
    file, line = encoded_body(body), line_with_plain_host(url_bytes(url))
    return _call_with_file(_programs(), "decide_file", dialect_number(dialect), file, tokens_of(agent), line) == 1


def product_token(header: str | bytes) -> str:
    """The product token that a User-Agent header names, such as FooBot for `Mozilla/5.0 (compatible; FooBot/1.0)`.

    A crawler names itself first, or in the comment of a browser's header; a browser is Mozilla. Raises InvalidArgument if the
    header names nothing.
    """
    if not isinstance(header, (str, bytes)):
        raise wrong_type("header", "str or bytes", header)
    module = _programs().module
    with module.lock:
        length = module.try_call("product_token", module.write(encoded(header)))
        if length == INVALID_AGENT:
            raise wrong_value("header", "a User-Agent header or a product token", header)
        return module.read(length if length >= 0 else fail(length)).decode(errors="replace")


def _call_with_file(programs: _Programs, name: str, dialect: int, file: bytes, tokens: tuple[str, ...], line: bytes = b"") -> int:
    """Calls an export that compiles the file. The last number is the line's length, or 0, the default limit, for `compile`."""
    names, module = encoded("\n".join(tokens)), programs.module
    with module.lock:
        programs.free_unused()
        module.write(file + names + line)
        result = module.try_call(name, dialect, len(file), len(names), len(line))
    if result == INVALID_AGENT:
        given = tokens[0] if len(tokens) == 1 else list(tokens)
        raise wrong_value("agent", "a product token such as ExampleBot, not a User-Agent header (product_token finds it)", given)
    return result if result >= 0 else fail(result)
