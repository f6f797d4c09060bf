"""An instance of embed.wasm (docs/embedding.md). This is the only file that knows wasmtime."""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from wasmtime import Engine, Instance, Memory, Module, Store, Trap, WasmtimeError

from ._errors import RobotsError, fail

ABI_VERSION = 1
# A call of an export takes 20 microseconds, so these do not ask for the buffer again.
KEEP_BUFFER = {"decide_lines", "decide_readings", "rule_line", "readings_rule_line", "free"}

_loading = threading.RLock()
_loaded: tuple[Engine, Module] | None = None

# The locks that a fork takes, so that no other thread is within a call or an opening, whose state the child could not use.
_outer_locks: list[threading.RLock] = []
_modules: weakref.WeakSet[EmbeddedModule] = weakref.WeakSet()
_listing = threading.RLock()


def hold_while_forking(lock: threading.RLock) -> threading.RLock:
    """For a lock within which modules are made. Returns it."""
    _outer_locks.append(lock)
    return lock


class _Fork:
    """The locks that one fork holds. Outer ones first, as everybody takes them."""

    def __init__(self) -> None:
        self._held: list[threading.RLock] = []

    def before(self) -> None:
        for lock in [*_outer_locks, _loading, _listing]:
            self._hold(lock)
        for module in list(_modules):
            self._hold(module.lock)

    def after(self) -> None:
        while self._held:
            self._held.pop().release()

    def _hold(self, lock: threading.RLock) -> None:
        lock.acquire()
        self._held.append(lock)


_fork = _Fork()
if hasattr(os, "register_at_fork"):  # Not on Windows, which has no fork.
    os.register_at_fork(before=_fork.before, after_in_parent=_fork.after, after_in_child=_fork.after)


def _compiled() -> tuple[Engine, Module]:
    """Compiled once in a process: that takes a tenth of a second."""
    global _loaded
    with _loading:
        if _loaded is None:
            engine = Engine()
            _loaded = engine, Module(engine, files(__package__).joinpath("embed.wasm").read_bytes())
    return _loaded


class EmbeddedModule:
    """Hold `lock` from `write` to `read`: wasmtime gives up Python's lock during calls, and an instance has one buffer."""

    def __init__(self) -> None:
        engine, module = _compiled()
        self.lock = threading.RLock()
        self._store = Store(engine)
        self._exports = Instance(self._store, module, []).exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, Memory)
        self._memory = memory
        self._functions: dict[str, Callable[..., Any]] = {}
        self._trapped = False
        # Where the buffer is and how long it is, as long as that is known.
        self._buffer = 0, -1
        with _listing:
            _modules.add(self)
        version = self.call("abi_version")
        if version != ABI_VERSION:
            raise RobotsError("ERR_VERSION", f"embed.wasm: expected ABI version {ABI_VERSION}; got {version}")

    @property
    def is_usable(self) -> bool:
        """False after a call that was aborted: every later one fails."""
        return not self._trapped

    def call(self, name: str, *arguments: int) -> int:
        """Calls an export. Raises ModuleError for a negative result."""
        result = self.try_call(name, *arguments)
        return result if result >= 0 else fail(result)

    def try_call(self, name: str, *arguments: int) -> int:
        """Calls an export, and returns its result even if that is an error."""
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = self._exports[name]  # type: ignore[assignment]
        if name not in KEEP_BUFFER:
            self._buffer = 0, -1
        if self._trapped:
            raise RobotsError("ERR_MODULE", "embed.wasm: a call before this one was aborted; open the archive or file again")
        try:
            return int(function(self._store, *arguments))  # type: ignore[misc]
        except (Trap, WasmtimeError) as error:
            # Nothing in its memory can be relied on any more.
            self._trapped = True
            raise RobotsError("ERR_MODULE", f"embed.wasm: {error}") from error

    def write(self, content: bytes) -> int:
        """Writes to the buffer, and returns the length."""
        length = len(content)
        at, room = self._buffer
        if length > room:
            at = self.call("buffer", length)
            self._buffer = at, length
        ctypes.memmove(self._address(at, length), content, length)
        return length

    def read(self, length: int) -> bytes:
        """A copy of the start of the buffer."""
        at, room = self._buffer
        if length > room:
            at = self.call("buffer", 0)
        return ctypes.string_at(self._address(at, length), length)

    def _address(self, at: int, length: int) -> int:
        """Where the buffer is now: every call may move the memory."""
        if at + length > self._memory.data_len(self._store):
            raise RobotsError("ERR_MODULE", f"embed.wasm: a buffer of {length} bytes at {at} lies outside its memory")
        return ctypes.addressof(self._memory.data_ptr(self._store).contents) + at
