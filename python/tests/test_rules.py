"""`parse` and `Rules`."""

from __future__ import annotations

import gc
import gzip
import os
import pickle
import signal
import threading
from typing import Any

import pytest

import robots_wasm
from robots_wasm import InvalidArgument, InvalidType, RobotsError, _module, _text, is_allowed, parse

BODY = "User-agent: ExampleBot\nDisallow: /private\nAllow: /private/open\n"


def test_one_url_many_urls_and_the_rule_that_decides() -> None:
    rules = parse(BODY, "ExampleBot")
    urls = ["https://a.example/private/x", "/private/open", b"/", "/caf\u00e9", "", "nothing"]
    assert rules.allowed_many(urls) == [False, True, True, True, False, False] == [rules.allowed(url) for url in urls]
    assert [rules.rule_line(url) for url in urls[:3]] == [2, 3, None]
    assert parse(BODY.encode(), ["OtherBot", "ExampleBot"]).allowed_many(iter(["/private"])) == [False]


@pytest.mark.parametrize("url", ["/x/../private", "/./private", "\\private", "/%2e/private", "/pri\tvate", "https:\\\\a.example\\private", "HTTP:a.example/private"])
def test_what_is_requested_must_be_allowed_too(url: str) -> None:
    rules = parse("User-agent: *\nDisallow: /private\n", "ExampleBot")
    assert not rules.allowed(url)
    assert rules.allowed_many([url, "/open"]) == [False, True]


@pytest.mark.parametrize("text", ["http:///open", "http:///x/../open", "http:.", "http:open", "https:\\\\a.example\\open", " https://a.example/open", "//", "x"])
@pytest.mark.parametrize("dialect", ["rfc9309", "google", "koster1996"])
def test_what_filter_does_not_take_for_a_url_is_refused(text: str, dialect: str) -> None:
    rules = parse("User-agent: *\nDisallow: /private\n", "ExampleBot", dialect)
    assert rules.allowed(text) == (text == "//")  # A path.


def test_the_rule_is_that_of_the_reading_that_is_refused() -> None:
    rules = parse("User-agent: *\nAllow: /x/\nDisallow: /private\nAllow: /\n", "ExampleBot")
    for url, line, written in [("/x/../private", 3, 2), ("/x/../open", 4, 2), ("/x/open", 2, 2)]:
        assert (rules.rule_line(url), rules.rule_line(url, reading="written")) == (line, written)


def test_the_text_alone_is_decided_where_that_is_asked() -> None:
    rules = parse("User-agent: *\nDisallow: /private\n", "ExampleBot")
    for url in ["/x/../private", "ftp://a.example/open", "foo://a.example/open"]:
        assert rules.allowed(url, reading="written")
        assert rules.allowed_many([url], reading="written") == [True]
    assert not rules.allowed("ftp://a.example/open")
    for call in [rules.allowed, rules.rule_line]:
        with pytest.raises(InvalidArgument, match="reading: expected one of all, written; got 'requested'"):
            call("/", reading="requested")


GZIP = gzip.compress(b"User-agent: *\nAllow: /\n")


@pytest.mark.parametrize("body", [GZIP, b"\x1f\x8b", "\x1f\ufffd\b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"])
def test_a_compressed_body_refuses_everything_by_no_line(body: str | bytes) -> None:
    rules = parse(body, "ExampleBot")
    assert (rules.allowed("/a"), rules.rule_line("/a")) == (False, None)
    assert not is_allowed(body, "https://shop.example/a", "ExampleBot")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_line_of_a_file_is_decided_as_its_url(end: str) -> None:
    rules = parse("User-agent: *\nDisallow: /a$\n", "x")
    for url in ["/a", "/x/../a", "https://a.example/a", "/b", "https://a.example/b"]:
        assert rules.allowed(url + end) == rules.allowed(url) == is_allowed("User-agent: *\nDisallow: /a$\n", url + end, "x")
        assert rules.allowed_many([url + end]) == [rules.allowed(url)]
        assert rules.rule_line(url + end) == rules.rule_line(url)


@pytest.mark.parametrize("text", ["\ufeffhttps://a.example/open", "http://a.example:99999/open", "http://1.2.3.999/open", "http://[::1/open", "http://xn--a.example/open"])
def test_what_the_url_standard_refuses_is_refused(text: str) -> None:
    rules = parse("", "x")
    assert (rules.allowed(text), rules.allowed_many([text]), is_allowed("", text, "x")) == (False, [False], False)


def test_line_ends_in_a_url_shift_no_verdict() -> None:
    rules = parse("User-agent: *\nDisallow: /a\nDisallow: /*%0D$\n", "x", "google")
    for odd in ["/a\n/b", "/b\n", "\n", "/b\r", "/b\r\n", "/a\r"]:
        urls = ["/a", odd, "/b", odd, "/a"]
        assert rules.allowed_many(urls) == [False, rules.allowed(odd), True, rules.allowed(odd), False]


@pytest.mark.parametrize("dialect", ["rfc9309", "google", "koster1996"])
def test_a_file_asked_once_gives_what_its_rules_give(dialect: Any) -> None:
    urls = ["/private", "/", "/x/../private", "https://a.example/private/open", "http:///", "x", "", "/a\n", "/private\r", "/" + "a" * 9000]
    for body in [BODY, BODY.encode(), "", f"User-agent: *\nDisallow: /{'b' * 24_577}\n", "\ufeffUser-agent: *\rDisallow: /p"]:
        rules = parse(body, ["OtherBot", "ExampleBot"], dialect)
        assert [is_allowed(body, url, ["OtherBot", "ExampleBot"], dialect) for url in urls] == rules.allowed_many(urls)
    with pytest.raises(InvalidArgument, match="agent: expected a product token such as ExampleBot, not a User-Agent header .*; got 'A/1 "):
        is_allowed(BODY, "/", "A/1 (x)")
    with pytest.raises(InvalidType, match="body: expected str or bytes; got NoneType"):
        is_allowed(None, "/", "x")  # type: ignore[arg-type]
    with pytest.raises(InvalidType, match="url: expected str or bytes; got int"):
        is_allowed("", 1, "x")  # type: ignore[arg-type]


def test_rules_say_for_whom_they_are() -> None:
    rules = parse(BODY, ["ExampleBot", "OtherBot"], "google")
    assert repr(rules) == repr(pickle.loads(pickle.dumps(rules))) == "<robots_wasm.Rules for ExampleBot, OtherBot, google>"


def test_a_surrogate_without_a_partner_is_read_as_u_fffd() -> None:
    rules = parse("User-agent: *\nDisallow: /\ufffd\n", "x")
    assert rules.allowed_many(["/\ud800", "/\ude00x", "/\ufffe"]) == [False, False, True]


@pytest.mark.parametrize("reading", ["all", "written"])
def test_a_url_too_long_for_the_rules_is_refused(reading: Any) -> None:
    rules = parse(f"User-agent: *\nDisallow: /{'b' * 24_577}\n", "x")
    assert rules.allowed("/" + "a" * 9000, reading=reading) is False
    assert rules.allowed_many(["/" + "a" * 9000, "/a"], reading=reading) == [False, True]
    assert rules.allowed_many(["/" + "a" * 9000, "/a\nb"], reading=reading) == [False, reading == "written"]
    with pytest.raises(InvalidArgument, match="url: expected at most 8,192 bytes, because .*; got 9001 bytes") as caught:
        rules.rule_line("/" + "a" * 9000)
    assert caught.value.code == "ERR_INVALID_ARG_VALUE"
    assert rules.rule_line("/a") is None


def test_blocks_of_any_size_give_the_same_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, urls = parse(BODY, "ExampleBot"), ["/private/x", "/private/open", "/", "", "/private" + "x" * 200] * 20
    for size in [1, 7, 100, 1000, 1 << 20]:
        monkeypatch.setattr(_text, "BLOCK_BYTES", size)
        assert rules.allowed_many(urls) == [False, True, True, False, False] * 20
    assert rules.allowed_many([]) == []


def test_after_an_aborted_call_files_are_parsed_again(abort: Any) -> None:
    lost = parse(BODY, "ExampleBot")
    saved = pickle.dumps(lost)
    abort(lost._programs.module)
    with pytest.raises(RobotsError) as caught:
        lost.allowed("/")
    assert caught.value.code == "ERR_MODULE"
    assert parse(BODY, "ExampleBot").allowed_many(["/private", "/"]) == [False, True]
    assert pickle.loads(saved).allowed_many(["/private", "/"]) == [False, True]


@pytest.mark.parametrize(
    ("arguments", "kind", "code", "message"),
    [
        ((1, "x"), InvalidType, "ERR_INVALID_ARG_TYPE", "body: expected str or bytes; got int"),
        (("", 1), InvalidType, "ERR_INVALID_ARG_TYPE", "agent: expected a product token (str) or a sequence of them; got int"),
        (("", b"x"), InvalidType, "ERR_INVALID_ARG_TYPE", "agent: expected a product token (str) or a sequence of them; got bytes"),
        (("", ["x", None]), InvalidType, "ERR_INVALID_ARG_TYPE", "agent: expected product tokens as str; got NoneType"),
        (("", []), InvalidArgument, "ERR_INVALID_ARG_VALUE", "agent: expected at least one product token; got []"),
        (("", "a\nb"), InvalidArgument, "ERR_INVALID_ARG_VALUE", "agent: expected a product token such as ExampleBot; got 'a\\nb'"),
        (("", "A/1 (x)"), InvalidArgument, "ERR_INVALID_ARG_VALUE", "not a User-Agent header (product_token finds it); got 'A/1 (x)'"),
        (("", ""), InvalidArgument, "ERR_INVALID_ARG_VALUE", "a product token such as ExampleBot"),
        (("", ["", "x"]), InvalidArgument, "ERR_INVALID_ARG_VALUE", "a product token such as ExampleBot"),
        (("", "x", "rfc9310"), InvalidArgument, "ERR_INVALID_ARG_VALUE", "dialect: expected one of rfc9309, google, "),
        (("", "x", None), InvalidType, "ERR_INVALID_ARG_TYPE", "dialect: expected str; got NoneType"),
    ],
)
def test_wrong_arguments(arguments: Any, kind: type[RobotsError], code: str, message: str) -> None:
    with pytest.raises(kind) as caught:
        parse(*arguments)
    assert caught.value.code == code
    assert message in str(caught.value)


def test_wrong_urls() -> None:
    rules = parse("", "x")
    for call, wrong in [(rules.allowed, None), (rules.allowed_many, [3]), (rules.allowed_many, "/a"), (rules.rule_line, 1)]:
        with pytest.raises(InvalidType):
            call(wrong)  # type: ignore[operator]


def test_errors_and_rules_can_be_pickled() -> None:
    for error in [RobotsError("ERR_ARCHIVE", "x"), InvalidArgument("ERR_INVALID_ARG_VALUE", "y")]:
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), copy.code, str(copy)) == (type(error), error.code, str(error))
    for dialect in ["rfc9309", "google"]:
        assert pickle.loads(pickle.dumps(parse(BODY, "ExampleBot", dialect))).allowed_many(["/private", "/"]) == [False, True]


def test_memory_of_dropped_rules_is_used_again() -> None:
    parse(BODY, "x")
    module = parse(BODY, "x")._programs.module
    before = module._memory.data_len(module._store)
    for number in range(1000):
        parse(f"User-agent: *\n{f'Disallow: /{number}' * 200}", "x")
    gc.collect()
    assert module._memory.data_len(module._store) < 2 * before


def test_rules_can_be_used_and_dropped_by_several_threads() -> None:
    shared, wrong = parse(BODY, "ExampleBot"), []

    def work(number: int) -> None:
        for i in range(200):
            own = parse(f"User-agent: *\nDisallow: /{number}-{i}", "x")
            if own.allowed_many([f"/{number}-{i}", "/"]) != [False, True] or shared.allowed_many(["/private", "/"]) != [False, True]:
                wrong.append((number, i))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_child_decides_on_though_other_threads_were_deciding() -> None:
    shared, urls, stopped = parse(BODY, "ExampleBot"), ["/private", "/"] * 2000, threading.Event()

    def work() -> None:
        while not stopped.is_set():
            shared.allowed_many(urls)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                signal.alarm(20)  # A child that waits for a lock that nobody gives back is ended.
                right = shared.allowed_many(urls[:2]) == [False, True] == parse(BODY, "ExampleBot").allowed_many(urls[:2])
                os._exit(0 if right else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def test_another_module_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_module, "ABI_VERSION", 2)
    with pytest.raises(RobotsError, match="expected ABI version 2; got 1") as caught:
        _module.EmbeddedModule()
    assert caught.value.code == "ERR_VERSION"


def test_the_version_is_that_of_the_npm_package() -> None:
    import json

    from command import ROOT

    assert robots_wasm.__version__ == json.loads((ROOT / "package.json").read_text())["version"]
