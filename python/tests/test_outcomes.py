"""`outcome=True`: which robots.txt decided, of which time and snapshot."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest
from command import run

from robots_wasm import Archive, Outcome

URLS = ["https://a.example/private", "https://a.example/", "http://gone.example/", "https://none.example/", "x", None]
FETCHED = datetime(2026, 3, 1, 12, 30, 15, tzinfo=timezone.utc)


def record(url: str, status: str, body: str) -> bytes:
    http = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {FETCHED:%Y-%m-%dT%H:%M:%SZ}\r\n"
    return f"{head}Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n{http}\r\n\r\n".encode()


@pytest.fixture(params=[(), ("--shards", "2")], ids=["one file", "shards"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = record("https://a.example/robots.txt", "200 OK", "User-agent: *\nDisallow: /private\n")
    (tmp_path / "crawl.warc").write_bytes(file + record("http://gone.example/robots.txt", "404 Not Found", ""))
    words = ["--agent", "ExampleBot", "--snapshot", "CC-MAIN-2026-10", *request.param, "--output", tmp_path / "rules"]
    run("compile", *words, tmp_path / "crawl.warc")
    return tmp_path / "rules"


def test_each_url_has_the_time_and_the_snapshot_of_its_robots_txt(path: Path) -> None:
    rules, snapshot = Archive(path, "ExampleBot", missing="null"), "CC-MAIN-2026-10"
    wanted = [
        Outcome("refused", FETCHED, snapshot),
        Outcome("allowed", FETCHED, snapshot),
        Outcome("allowed", FETCHED, snapshot),
        Outcome("missing", None, snapshot),
        Outcome("not a URL", None, None),
        Outcome("not a URL", None, None),
    ]
    assert rules.decide_many(URLS, outcome=True) == wanted
    assert rules.decide("\n".join(url or "" for url in URLS).encode() + b"\n", outcome=True) == wanted
    assert rules.decide_many(URLS) == [False, True, True, None, None, None]
    pa = pytest.importorskip("pyarrow")
    for column in [pa.array(URLS), pa.chunked_array([URLS[:1], URLS[1:]])]:
        assert [tuple(row.values()) for row in rules.decide_arrow(column, outcome=True).to_pylist()] == wanted


def test_files_of_folders_have_no_time_and_no_snapshot(archive: Path) -> None:
    rules = Archive(archive, "ExampleBot")
    assert rules.decide(b"https://a.example/private\nhttps://none.example/\n", outcome=True) == [
        Outcome("refused", None, None),
        Outcome("allowed", None, None),
    ]
