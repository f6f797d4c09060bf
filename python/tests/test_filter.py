"""Nasty lines have the verdicts of `robots-wasm filter`. More of them: python tests/fuzz.py SEED SEEDS LINES."""

from __future__ import annotations

from pathlib import Path

import ada_url
import nasty
import pytest
from command import run
from fuzz import differences

from robots_wasm import _origins
from robots_wasm._origins import host_hash, host_of, spelled


# Every dialect; the seeds from 5 on refuse missing origins.
@pytest.mark.parametrize("seed", [1, 2, 3, 9, 5])
def test_nasty_lines(seed: int, tmp_path: Path) -> None:
    assert differences(seed, 10_000, tmp_path) == ([], [])


def test_origins_are_spelled_as_the_url_standard_says() -> None:
    for text, origin in {
        "http://A.Example:80": "http://a.example",
        "https://u:p@b\u00fccher.example:444": "https://xn--bcher-kva.example:444",
        "http://0x7f.1": "http://127.0.0.1",
        "http://a%2eexample": "http://a.example",
        "http://xn--a.example": "",
        "http://[::1": "",
        "http://a:99999": "",
        "http://\ufffd@a.example": "http://a.example",
    }.items():
        assert spelled(text.encode()).decode() == origin
    assert spelled(b"http://\xff.example") == b""


def test_hosts_and_their_hashes() -> None:
    # test/crawl/archive: that of originHash.
    assert host_hash(b"") == 0x811C9DC5
    for url in ["http://a.example/x", "https://A.example:443", "http://a.example?x", "http://u@a.example/", "http://a.example\\x"]:
        assert host_of(url.encode()) == ada_url.URL(url).host.encode() == b"a.example"
    assert host_of(b"mailto:a@b.example") == host_of(b"http://") == host_of(b"") == b""


def test_hosts_that_filter_refuses_as_too_long_reach_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = b"a" * (_origins.MAX_HOST_BYTES - 8) + b".example"
    for fits in [longest, b"u" * 9000 + b"@" + longest, longest + b"/" + b"x" * 9000, longest + b"\r"]:
        assert host_of(b"https://" + fits) == longest
    monkeypatch.setattr(_origins.ada_url, "URL", lambda _: pytest.fail("parsed"))
    hosts = ["\u65e5" * 160_000, "u@" + "\u65e5" * 1400 + ":80/x", "a" * 4089 + ".example"]
    for start in ["https://", "HTTP://", " http://", "https:", "https:\\\\", "http:///", "http:/\t/"]:
        assert [host_of((start + host).encode()) for host in hosts] == [b"", b"", b""]


def test_columns_are_divided_as_origin_key_divides_lines() -> None:
    pa = pytest.importorskip("pyarrow")
    from robots_wasm._shards import url_shards

    lines = nasty.lines(7, 5000)
    wanted = run("origin-key", "--shards", 16, lines=lines).split(b"\n")[:-1]
    column = pa.array(lines.split(b"\n")[:-1], pa.binary()).cast(pa.large_binary()).cast(pa.large_string(), safe=False)
    shards = url_shards(column, 16, {}).to_pylist()
    assert len(shards) == len(wanted)
    # A name on which URL parsers differ is not a URL to any archive (assembly/bulk/uncertain.ts), so its shard does not matter.
    rows = [(line, key, shard) for line, key, shard in zip(lines.split(b"\n"), wanted, shards) if key and b"xn--" not in line.lower() and line.isascii()]
    assert len(rows) > 500
    assert [row for row in rows if int(row[1]) != row[2]] == []
    assert url_shards(pa.array([None, "x"]), 16, {}).null_count == 0
