"""Calls of exports with raw values.

wasmtime's own `Func` asks for the type of the function and makes a dozen objects for each call: 12 to 31 microseconds. All
exports take and return i32, so raw values suffice: less than 1 microsecond.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any

from wasmtime import Func, Store, Trap, WasmtimeError
from wasmtime import _bindings as _c

_bindings: Any = _c

# Values for as many arguments as any export takes. Each has 16 bytes, the first four of which are an i32. Lengths and numbers are unsigned.
MAX_ARGUMENTS = 4
_write = struct.Struct("<I12xI12xI12xI").pack_into


def _unchecked_call() -> Any:
    """wasmtime_func_call_unchecked of the C API; None if this wasmtime does not have what it needs.

    Without argument types: ctypes then takes the objects as they are, which saves half of the time.
    """
    try:
        function = _bindings.dll["wasmtime_func_call_unchecked"]
        _bindings.wasmtime_val_raw_t, WasmtimeError._from_ptr, Trap._from_ptr
    except AttributeError:
        return None
    function.restype = ctypes.c_void_p
    return function


unchecked_call = _unchecked_call()


def bound(store: Store, export: Func) -> Callable[..., int]:
    """A function that calls the export. One thread at a time may call it. Raises WasmtimeError or Trap if it was aborted."""
    return _raw_function(store, export) if unchecked_call else lambda *arguments: int(export(store, *arguments))


def _raw_function(store: Store, export: Func) -> Callable[..., int]:
    context, trap = ctypes.c_void_p(ctypes.cast(store._context(), ctypes.c_void_p).value), ctypes.c_void_p()
    raw = (_bindings.wasmtime_val_raw_t * MAX_ARGUMENTS)()
    # It takes the place of the first argument.
    result = ctypes.c_int32.from_buffer(raw)
    places = context, ctypes.byref(export._func), ctypes.byref(raw), ctypes.c_size_t(MAX_ARGUMENTS), ctypes.byref(trap)

    def call(first: int = 0, second: int = 0, third: int = 0, fourth: int = 0) -> int:
        _write(raw, 0, first, second, third, fourth)
        error = unchecked_call(*places)
        if error or trap.value:
            _fail(error, trap)
        return result.value

    # Without its store the function would call into freed memory.
    setattr(call, "store", store)
    return call


def _fail(error: int | None, trap: ctypes.c_void_p) -> None:
    """Raises, and hands the object of wasmtime to the exception, which frees it."""
    if error:
        raise WasmtimeError._from_ptr(ctypes.cast(error, ctypes.POINTER(_bindings.wasmtime_error_t)))
    pointer = ctypes.cast(trap.value or 0, ctypes.POINTER(_bindings.wasm_trap_t))
    trap.value = None
    raise Trap._from_ptr(pointer)
