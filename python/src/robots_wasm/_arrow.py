"""Columns of text as lines, and verdicts as columns of booleans."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ._errors import RobotsError, wrong_type

try:
    import pyarrow as pa
    import pyarrow.compute as pc
except ImportError:
    raise RobotsError("ERR_MISSING_PACKAGE", "decide_arrow: install pyarrow") from None

TEXT = pa.large_string()
TEXTS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
BINARIES = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view)


# The fields of an Outcome. Spark reads no shorter times.
OUTCOME = pa.struct([("outcome", pa.string()), ("fetched_at", pa.timestamp("us", "UTC")), ("snapshot", pa.string())])
NAMES = {"allowed": "1", "refused": "0", "missing": "?"}


def decided(decide: Callable[[bytes], bytes], urls: Any) -> Any:
    """A boolean for each URL; null for what is not one, or missing."""
    return _by_chunk(lambda chunk: _decided(decide, chunk), urls, pa.bool_())


def outcomes(decide: Callable[[bytes], tuple[bytes, bytes]], urls: Any, snapshot: str | None) -> Any:
    """The fields of an Outcome for each URL."""
    return _by_chunk(lambda chunk: _outcomes(decide, chunk, snapshot), urls, OUTCOME)


def _by_chunk(decide: Callable[[Any], Any], urls: Any, kind: Any) -> Any:
    """A chunked array stays chunked. A Series of pandas gives a Series with its index, because pandas aligns columns by index."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(urls, pandas.Series):
        found = _by_chunk(decide, pa.array(urls, from_pandas=True), kind)
        return pandas.Series(found, index=urls.index, name=urls.name, dtype=pandas.ArrowDtype(kind))
    array = _array_of(urls)
    if isinstance(array, pa.ChunkedArray):
        return pa.chunked_array([decide(chunk) for chunk in array.chunks], kind)
    return decide(array)


def _array_of(urls: Any) -> Any:
    """What pyarrow makes of an array of its own, or of another library, without copying it."""
    if isinstance(urls, (pa.Array, pa.ChunkedArray)):
        return urls
    try:
        if hasattr(urls, "__arrow_c_stream__"):
            return pa.chunked_array(urls)
        if hasattr(urls, "__arrow_c_array__"):
            return pa.array(urls)
    except (pa.ArrowException, TypeError) as error:
        raise wrong_type("urls", "an Arrow array of text", urls, f"{type(urls).__name__}: {error}") from error
    raise wrong_type("urls", "a pyarrow Array or ChunkedArray of text, or an object with __arrow_c_stream__ or __arrow_c_array__", urls)


def _decided(decide: Callable[[bytes], bytes], urls: Any) -> Any:
    verdicts = decide(lines_of(urls))
    values = pa.Array.from_buffers(pa.uint8(), len(urls), [None, pa.py_buffer(verdicts)])
    allowed = pc.equal(values, ord("1"))
    return pc.if_else(pc.or_(allowed, pc.equal(values, ord("0"))), allowed, pa.scalar(None, pa.bool_()))


def _outcomes(decide: Callable[[bytes], tuple[bytes, bytes]], urls: Any, snapshot: str | None) -> Any:
    verdicts, times = decide(lines_of(urls))
    values = pa.Array.from_buffers(pa.uint8(), len(urls), [None, pa.py_buffer(verdicts)])
    ms = pa.Array.from_buffers(pa.float64(), len(urls), [None, pa.py_buffer(times)])
    conditions = [pc.equal(values, ord(character)) for character in NAMES.values()]
    names = pc.case_when(pc.make_struct(*conditions), *NAMES, "not a URL")
    us = pc.if_else(pc.less(ms, 0), pa.scalar(None, pa.float64()), pc.round(pc.multiply(ms, 1000.0))).cast(pa.int64())
    of = pc.if_else(pc.equal(values, ord("-")), pa.scalar(None, pa.string()), pa.scalar(snapshot, pa.string()))
    return pa.StructArray.from_arrays([names, us.cast(OUTCOME.field(1).type), of], fields=list(OUTCOME))


def lines_of(urls: Any) -> bytes:
    """One line for each URL. Null is not a URL, and neither is a text with a line feed."""
    lines = _joined(pc.fill_null(_as_text(urls), ""))
    if lines.count(b"\n") == len(urls):
        return lines
    text = _as_text(urls)
    return _joined(pc.fill_null(pc.if_else(pc.match_substring(text, "\n"), pa.scalar("", TEXT), text), ""))


def _as_text(urls: Any) -> Any:
    kind = urls.type.value_type if pa.types.is_dictionary(urls.type) else urls.type
    if pa.types.is_null(kind) or any(is_text(kind) for is_text in TEXTS):
        return urls.cast(TEXT)
    if any(is_binary(kind) for is_binary in BINARIES):
        # Without a check: lines need not be UTF-8.
        return urls.cast(pa.large_binary()).cast(TEXT, safe=False)
    raise wrong_type("urls", "an array of text", urls.type, urls.type)


def _joined(text: Any) -> bytes:
    end = pc.binary_join_element_wise(text, pa.scalar("", TEXT), pa.scalar("\n", TEXT))
    offsets, content = end.buffers()[1:]
    if len(end) == 0 or content is None:
        return b""
    start, stop = (memoryview(offsets).cast("q")[end.offset + at] for at in (0, len(end)))
    return bytes(memoryview(content)[start:stop])
