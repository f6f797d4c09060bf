"""`decide_arrow`: every kind of column that holds text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from robots_wasm import Archive, InvalidType

pa = pytest.importorskip("pyarrow")

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
