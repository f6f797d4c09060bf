"""An instance of embed.wasm (docs/embedding.md). This file and _calls.py are the only ones that know wasmtime."""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from collections.abc import Callable
from importlib.resources import files

from wasmtime import Config, Engine, Func, Instance, Memory, Module, Store, Trap, WasmtimeError

from ._calls import bound
from ._errors import RobotsError, fail

ABI_VERSION = 1
# The buffer may have moved after these (docs/embedding.md).
MOVE_BUFFER = {"buffer", "save", "explain", "pace", "outline", "bulk_lines", "bulk_resume", "bulk_failed_at", "bulk_fetched_at"}

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
            config = Config()
            # So the address of the buffer holds as long as the module keeps the buffer in its place.
            config.memory_may_move = False
            engine = Engine(config)
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
        self._functions: dict[str, Callable[..., int]] = {}
        # Those after which the buffer may have moved.
        self._moving: dict[str, Callable[..., int]] = {}
        # False after a call that was aborted: every later one fails.
        self.is_usable = True
        # What is known of the buffer: nothing yet.
        self._buffer = memoryview(bytearray())
        with _listing:
            _modules.add(self)
        version = self.call("abi_version")
        if version != ABI_VERSION:
            raise RobotsError("ERR_VERSION", f"embed.wasm: expected ABI version {ABI_VERSION}; got {version}")

    def call(self, name: str, *arguments: int) -> int:
        """Calls an export. Raises ModuleError for a negative result."""
        result = self.try_call(name, *arguments)
        return result if result >= 0 else fail(result)

    def try_call(self, name: str, *arguments: int) -> int:
        """Calls an export, and returns its result even if that is an error."""
        try:
            return (self._functions.get(name) or self._bound(name))(*arguments)
        except (Trap, WasmtimeError) as error:
            # Nothing in its memory can be relied on any more.
            self.is_usable = False
            self._functions.clear()
            raise RobotsError("ERR_MODULE", f"embed.wasm: {error}") from error

    def _bound(self, name: str) -> Callable[..., int]:
        """The export, which is kept for the next call. Forgets the buffer if it may move."""
        if not self.is_usable:
            raise RobotsError("ERR_MODULE", "embed.wasm: a call before this one was aborted; open the archive or file again")
        kept = self._moving if name in MOVE_BUFFER else self._functions
        if name not in kept:
            export = self._exports[name]
            assert isinstance(export, Func)
            kept[name] = bound(self._store, export)
        if kept is self._moving:
            self._buffer = memoryview(bytearray())
        return kept[name]

    def write(self, content: bytes) -> int:
        """Writes to the buffer, and returns the length."""
        length, buffer = len(content), self._buffer
        if length > len(buffer):
            buffer = self._view(length)
        buffer[:length] = content
        return length

    def read(self, length: int) -> bytes:
        """A copy of the start of the buffer."""
        return bytes((self._buffer if length <= len(self._buffer) else self._view(length))[:length])

    def first_byte(self) -> int:
        """The first byte of the buffer."""
        return (self._buffer or self._view(1))[0]

    def _view(self, length: int) -> memoryview:
        """The buffer, which has `length` bytes or more. It is a view of the memory, which never moves."""
        at = self.call("buffer", length)
        if at + length > self._memory.data_len(self._store):
            raise RobotsError("ERR_MODULE", f"embed.wasm: a buffer of {length} bytes at {at} lies outside its memory")
        start = ctypes.addressof(self._memory.data_ptr(self._store).contents) + at
        self._buffer = memoryview((ctypes.c_ubyte * length).from_address(start)).cast("B")
        return self._buffer
