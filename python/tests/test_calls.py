"""Raw calls of exports, and wasmtime's own where it has no raw ones."""

from __future__ import annotations

from typing import Any

import pytest
import wasmtime

from robots_wasm import RobotsError, _calls, parse
from robots_wasm._module import EmbeddedModule

TEXT = """(module
  (func (export "second") (param i32 i32) (result i32) local.get 1)
  (func (export "trap") (param i32) (result i32) unreachable)
  (func (export "deep") (param i32) (result i32) local.get 0 call 2))"""


@pytest.fixture(params=["raw", "of wasmtime"])
def exports(request: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The functions of a module, by name."""
    if request.param != "raw":
        monkeypatch.setattr(_calls, "unchecked_call", None)
    else:
        assert _calls.unchecked_call is not None
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, TEXT), []).exports(store)
    return {name: _calls.bound(store, exports[name]) for name in ["second", "trap", "deep"]}


def test_arguments_and_results_are_numbers_of_32_bits(exports: Any) -> None:
    assert [exports["second"](1, value) for value in [0, 7, 2**31 - 1]] == [0, 7, 2**31 - 1]
    # The result takes the place of an argument, so calls must not see those of the call before.
    assert exports["second"](5, 6) == 6


def test_a_result_of_an_error_is_negative() -> None:
    assert parse("", "x")._programs.module.try_call("free", 12345) < 0


@pytest.mark.parametrize(("name", "message"), [("trap", "unreachable"), ("deep", "call stack exhausted")])
def test_an_aborted_call_raises_and_the_next_one_works(exports: Any, name: str, message: str) -> None:
    for _ in range(3):
        with pytest.raises(wasmtime.Trap, match=message):
            exports[name](1)
    assert exports["second"](1, 2) == 2


def test_verdicts_are_the_same_without_raw_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_calls, "unchecked_call", None)
    module = EmbeddedModule()
    handle = module.call("compile", 1, module.write(b"User-agent: *\nDisallow: /a\nx") - 1, 1, 0)
    assert [module.call("decide", handle, module.write(url)) for url in [b"/a", b"/b"]] == [0, 1]




def test_a_buffer_outside_the_memory_is_not_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    module = EmbeddedModule()
    monkeypatch.setattr(module, "call", lambda *_: (1 << 31) - 1)
    with pytest.raises(RobotsError, match=r"^embed.wasm: a buffer of 1 bytes at 2147483647 lies outside its memory$"):
        module.write(b"x")
