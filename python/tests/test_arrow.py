"""`decide_arrow`: every kind of column that holds text."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from robots_wasm import Archive, InvalidType

pa = pytest.importorskip("pyarrow")
outcomes = pytest.importorskip("robots_wasm._arrow").outcomes

URLS = ["https://a.example/private", None, "https://a.example/", "", "x", "https://a.example/\n", "https://b.example:8080/"]
VERDICTS = [False, None, True, None, None, None, False]


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.dictionary(pa.int8(), pa.string())],
    ids=str,
)
def test_columns_of_text(archive: Path, kind: Any) -> None:
    rules = Archive(archive, "ExampleBot")
    content = [url if url is None or "binary" not in str(kind) else url.encode() for url in URLS]
    urls = pa.array(content, kind)
    assert rules.decide_arrow(urls).to_pylist() == VERDICTS
    # A slice has an offset.
    assert rules.decide_arrow(urls[2:5]).to_pylist() == VERDICTS[2:5]
    chunked = rules.decide_arrow(pa.chunked_array([urls, urls[:0], urls[3:]]))
    assert (chunked.type, chunked.num_chunks) == (pa.bool_(), 3)
    assert chunked.to_pylist() == VERDICTS + VERDICTS[3:]
    assert rules.decide_arrow(urls[:0]).to_pylist() == []


def test_bytes_that_are_not_utf_8_are_decided_as_lines_are(archive: Path) -> None:
    urls = [b"https://a.example/\xff", b"https://\xff.example/", b"https://a.example/private\xff"]
    rules = Archive(archive, "ExampleBot")
    assert rules.decide_arrow(pa.array(urls, pa.binary())).to_pylist() == rules.decide_many(urls) == [True, None, False]


def test_other_columns_are_refused(archive: Path) -> None:
    for column in [pa.array([1]), pa.array([[1]]), pa.array([None])[:0].cast(pa.date32())]:
        with pytest.raises(InvalidType, match="urls: expected an array of text"):
            Archive(archive, "ExampleBot").decide_arrow(column)


class Foreign:
    """An array of another library, which gives its memory by one of the two protocols."""

    def __init__(self, array: Any, name: str):
        setattr(type(self), name, lambda self, schema=None: getattr(array, name)(schema))


@pytest.mark.parametrize("name", ["__arrow_c_array__", "__arrow_c_stream__"])
def test_arrays_of_other_libraries(archive: Path, name: str) -> None:
    array = pa.array(URLS) if name == "__arrow_c_array__" else pa.chunked_array([URLS[:3], URLS[3:]])
    foreign = type("Column", (Foreign,), {})(array, name)
    assert Archive(archive, "ExampleBot").decide_arrow(foreign).to_pylist() == VERDICTS


def test_tables_and_lists_are_refused(archive: Path) -> None:
    for other in [URLS, "https://a.example/", pa.table({"url": URLS})]:
        with pytest.raises(InvalidType, match="urls: expected an? "):
            Archive(archive, "ExampleBot").decide_arrow(other)


def test_times_are_those_of_the_module_in_microseconds_and_unknown_ones_null() -> None:
    ms = [0.0, -1.0, 0.5, 1767225600000.0, -1.0, 7.0]
    found = outcomes(lambda lines: (b"10?1-1", struct.pack("<6d", *ms)), pa.array(["http://a/"] * 6), "2026-01").to_pylist()
    assert [one["outcome"] for one in found] == ["allowed", "refused", "missing", "allowed", "not a URL", "allowed"]
    times = [None if one["fetched_at"] is None else round(one["fetched_at"].timestamp() * 1000, 3) for one in found]
    assert times == [0.0, None, 0.5, 1767225600000.0, None, 7.0]
    assert [one["snapshot"] for one in found] == ["2026-01"] * 4 + [None, "2026-01"]
