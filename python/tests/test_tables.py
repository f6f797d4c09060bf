"""`decide_arrow` and `decide_many` on tables of other libraries: the recipes of docs/python.md run as they are written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from robots_wasm import Archive, InvalidType

pytest.importorskip("pyarrow")

URLS = ["https://a.example/private", None, "https://a.example/", "x"]
VERDICTS = [False, None, True, None]
GUIDE = Path(__file__).parents[2] / "docs/python.md"


def recipe(library: str) -> str:
    """The block of the guide that uses the library."""
    blocks = re.findall(r"^```python no-run\n(.*?)^```", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
    (block,) = [one for one in blocks if f"{library}." in one and "urls.parquet" in one]
    return str(block)


@pytest.fixture
def rules(archive: Path) -> Archive:
    return Archive(archive, "ExampleBot")


@pytest.fixture
def shuffled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """urls.parquet as pandas saves a sorted frame: the index is not 0, 1, 2, and has numbers twice."""
    pandas: Any = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"url": URLS, "right": VERDICTS}, index=[3, 0, 1, 1])
    frame.to_parquet(tmp_path / "urls.parquet")
    monkeypatch.chdir(tmp_path)
    return frame


def test_a_column_of_polars(rules: Archive, shuffled: Any) -> None:
    names: dict[str, Any] = {"polars": pytest.importorskip("polars"), "archive": rules}
    exec(recipe("polars"), names)
    assert names["df"]["allowed"].to_list() == VERDICTS == names["df"]["right"].to_list()


def test_a_column_of_pandas(rules: Archive, shuffled: Any) -> None:
    names: dict[str, Any] = {"pandas": pytest.importorskip("pandas"), "archive": rules}
    exec(recipe("pandas"), names)
    frame = names["frame"]
    assert frame.index.tolist() == [3, 0, 1, 1]
    assert [None if one is names["pandas"].NA else one for one in frame["allowed"]] == VERDICTS
    assert frame[frame["allowed"]]["url"].tolist() == ["https://a.example/"]


@pytest.mark.parametrize("kind", ["str", "object", "string", "category"])
def test_a_series_of_pandas_keeps_its_index_and_its_name(rules: Archive, kind: str) -> None:
    pandas: Any = pytest.importorskip("pandas")
    series = pandas.Series(URLS, dtype=kind, index=["d", "a", "a", "b"], name="url")
    allowed = rules.decide_arrow(series)
    assert (allowed.index.tolist(), allowed.name) == (["d", "a", "a", "b"], "url")
    assert [None if one is pandas.NA else one for one in allowed] == VERDICTS == rules.decide_many(series)
    outcomes = rules.decide_arrow(series, outcome=True)
    assert outcomes.index.tolist() == ["d", "a", "a", "b"]
    assert [one["outcome"] for one in outcomes] == ["refused", "not a URL", "allowed", "not a URL"]
    with pytest.raises(InvalidType, match="urls: expected an array of text; got int64"):
        rules.decide_arrow(pandas.Series([1]))


def test_a_function_of_duckdb(archive: Path, shuffled: Any) -> None:
    """In a process of its own, which ends without a word."""
    pytest.importorskip("duckdb")
    code = f"import duckdb\nfrom robots_wasm import Archive\narchive = Archive({str(archive)!r}, 'ExampleBot')\n{recipe('duckdb')}\nprint(allowed)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    # On a busy machine DuckDB shows its progress first.
    assert (ended.stdout.splitlines()[-1:], ended.stderr, ended.returncode) == (["[('https://a.example/',)]"], "", 0)
