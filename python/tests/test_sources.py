"""`Archive` of bytes, files, objects and object stores: a local S3 (moto) and an HTTP server, both on loopback."""

from __future__ import annotations

import io
import mmap
import pickle
import json
import re
import struct
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from test_archive import LINES, opened, shards_in

from robots_wasm import Archive, ArchiveError, InvalidArgument, InvalidType, RobotsError

fsspec: Any = pytest.importorskip("fsspec")
FEW = b"".join(LINES.splitlines(keepends=True)[:30])


class Ranges:
    """The object that a caller may write."""

    def __init__(self, content: bytes):
        self.size, self._content = len(content), content
        self.reads: list[int] = []

    def read(self, offset: int, length: int) -> bytes:
        self.reads.append(length)
        return self._content[offset : offset + length]


class Store:
    """A folder that is served, and what was requested from it."""

    def __init__(self, url: str, put: Callable[[str, bytes], object], options: dict[str, Any], filesystem: Any = None):
        self.url, self.put, self.options, self.filesystem = url, put, options, filesystem
        self.requests: list[str | None] = []

    def open(self, name: str, **options: Any) -> Archive:
        if self.filesystem is None:
            fs, path = fsspec.core.url_to_fs(f"{self.url}/{name}", **self.options)
        else:
            fs, path = self.filesystem, f"{self.url}/{name}"
        return Archive(path, "ExampleBot", filesystem=fs, **options)


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    yield "http://%s:%d" % server.get_host_and_port()
    server.stop()


@pytest.fixture
def http() -> Iterator[Store]:
    files: dict[str, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.do_GET()

        def do_GET(self) -> None:
            content, asked = files[self.path], self.headers["Range"]
            if self.command == "GET":
                store.requests.append(asked)
            start, end = map(int, re.findall(r"\d+", asked)) if asked else (0, len(content) - 1)
            self.send_response(206 if asked else 200)
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Content-Range", f"bytes {start}-{end}/{len(content)}")
            self.send_header("Content-Length", str(len(content[start : end + 1])))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(content[start : end + 1])

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    store = Store(f"http://127.0.0.1:{server.server_port}", lambda name, content: files.update({f"/{name}": content}), {})
    yield store
    server.shutdown()
    server.server_close()


@pytest.fixture(params=["http", "s3fs", "pyarrow"])
def store(request: Any) -> Store:
    if request.param == "http":
        return request.getfixturevalue("http")  # type: ignore[no-any-return]
    endpoint = request.getfixturevalue("s3")
    s3fs: Any = pytest.importorskip("s3fs")
    words = {"key": "k", "secret": "s", "endpoint_url": endpoint}
    fs = s3fs.S3FileSystem(**words)
    fs.makedirs("crawl", exist_ok=True)
    put = lambda name, content: fs.pipe_file(f"crawl/{name}", content)  # noqa: E731
    if request.param == "s3fs":
        return Store("s3://crawl", put, words)
    fs_of: Any = pytest.importorskip("pyarrow.fs")
    return Store("crawl", put, {}, fs_of.S3FileSystem(access_key="k", secret_key="s", endpoint_override=endpoint, region="us-east-1"))


def test_bytes_files_and_objects_have_the_verdicts_of_the_path(archive: Path) -> None:
    content, wanted = archive.read_bytes(), opened(archive).decide(LINES)
    object = Ranges(content)
    with archive.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    for source in [content, bytearray(content), memoryview(content), io.BytesIO(content), mapped, object]:
        assert Archive(source, "ExampleBot").decide(LINES) == wanted
    assert sum(object.reads) < 3 * object.size
    with open(archive, "rb") as file:
        with Archive(file, "ExampleBot") as rules:
            assert rules.decide(LINES) == wanted
        assert not file.closed
    in_memory = pickle.loads(pickle.dumps(Archive(content, "ExampleBot")))
    assert in_memory.decide(LINES) == wanted and repr(in_memory) == "<robots_wasm.Archive '<bytes>' for ExampleBot, rfc9309>"


def test_what_is_not_a_source_is_refused(archive: Path, manifest: Path) -> None:
    for source in [3, None, object(), [b"x"]]:
        with pytest.raises(InvalidType, match="source: expected a path, a URL, bytes, a binary file, or an object with size and read"):
            Archive(source, "ExampleBot")  # type: ignore[arg-type]
    with pytest.raises(InvalidType, match="filesystem: expected a file system of fsspec or pyarrow.fs; got int"):
        Archive(archive, "ExampleBot", filesystem=1)
    with pytest.raises(InvalidType, match="source: expected a path in the file system; got bytes"):
        Archive(b"x", "ExampleBot", filesystem=fsspec.filesystem("file"))
    with pytest.raises(InvalidArgument, match="ranges: expected None for what is not a URL"):
        Archive(archive, "ExampleBot", ranges=True)
    with pytest.raises(ArchiveError, match="because this has no folder; got a manifest of shards"):
        Archive(manifest.read_bytes(), "ExampleBot")
    with pytest.raises(InvalidArgument, match="source: expected a URL that fsspec reads .*; got 'nothing://a/b'"):
        Archive("nothing://a/b", "ExampleBot")
    with pytest.raises(RobotsError, match="gs://a/b: install fsspec and what it needs for this URL, or pass filesystem: ") as caught:
        Archive("gs://a/b", "ExampleBot")
    assert caught.value.code == "ERR_MISSING_PACKAGE"


@pytest.mark.parametrize("ranges", [None, True])
def test_an_object_store_has_the_verdicts_of_the_path(store: Store, archive: Path, manifest: Path, ranges: bool | None) -> None:
    for path in [archive, manifest, *shards_in(manifest)]:
        store.put(path.name, path.read_bytes())
    lines = FEW if ranges else LINES
    wanted = opened(archive).decide(lines)
    for name in [archive.name, manifest.name]:
        rules = store.open(name, ranges=ranges)
        assert rules.decide(lines) == wanted
        assert pickle.loads(pickle.dumps(rules)).decide(lines) == wanted


def test_a_url_is_fetched_in_one_request_or_in_ranges(http: Store, archive: Path) -> None:
    http.put("archive", archive.read_bytes())
    url, few, all = f"{http.url}/archive", opened(archive).decide(FEW), opened(archive).decide(LINES)
    assert Archive(url, "ExampleBot").decide(LINES) == all
    assert len(http.requests) == 1
    http.requests.clear()
    rules = Archive(url, "ExampleBot", ranges=True)
    assert rules.decide(FEW) == few
    assert None not in http.requests
    assert 4 < len(http.requests) < 60


def test_a_range_of_another_generation_is_an_error(store: Store, robots: Path, archive: Path, tmp_path: Path) -> None:
    """Of equal length: only checksums tell it."""
    from command import compiled

    other = tmp_path / "robots"
    other.mkdir()
    for path in robots.iterdir():
        (other / path.name).write_text(path.read_text().replace("Disallow: /", "Disallow: x"))
    newer = compiled(tmp_path, other).read_bytes()
    assert len(newer) == archive.stat().st_size
    store.put("rules", archive.read_bytes())
    rules, whole = store.open("rules", ranges=True), store.open("rules")
    pickled = pickle.dumps(rules)
    store.put("rules", newer)
    with pytest.raises(ArchiveError, match="a damaged or forged page|another generation"):
        rules.decide(LINES)
    assert whole.decide(LINES) == opened(archive).decide(LINES)
    with pytest.raises(ArchiveError, match="expected the archive that was pickled; got another generation"):
        pickle.loads(pickled)


def test_a_lost_connection_is_an_error_and_the_next_call_works(http: Store, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    http.put("archive", archive.read_bytes())
    fs = fsspec.filesystem("http")
    rules, open_before = Archive(f"{http.url}/archive", "ExampleBot", filesystem=fs, ranges=True), fs.open
    lost = iter([True])

    def open_(*words: Any, **options: Any) -> Any:
        if next(lost, False):
            raise ConnectionResetError("lost")
        return open_before(*words, **options)

    monkeypatch.setattr(fs, "open", open_)
    with pytest.raises(ConnectionResetError):
        rules.decide(LINES)
    assert rules.decide(LINES) == opened(archive).decide(LINES)


@pytest.mark.parametrize("ranges", [None, True])
def test_an_http_body_is_read_up_to_what_was_asked_for(archive: Path, ranges: bool | None) -> None:
    """A server may say in HEAD that a file is short and then send without an end."""
    content, sent = archive.read_bytes(), []

    class Endless(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(200)
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()

        def do_GET(self) -> None:
            self.send_response(206 if self.headers["Range"] else 200)
            self.end_headers()
            try:
                for _ in range(2000):
                    sent.append(self.wfile.write(bytes(1 << 20)))
            except OSError:
                pass

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Endless)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with pytest.raises(ArchiveError, match="as its size says; got more"):
            Archive(f"http://127.0.0.1:{server.server_port}/archive", "ExampleBot", ranges=ranges)
    finally:
        server.shutdown()
        server.server_close()
    assert sum(sent) < 200 << 20


def test_a_server_that_ignores_ranges_is_an_error(http: Store, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    http.put("archive", archive.read_bytes())
    fs = fsspec.filesystem("http", skip_instance_cache=True)
    opened_by = fs.open
    monkeypatch.setattr(fs, "open", lambda path, mode, headers, **more: opened_by(path, mode, headers={**headers, "Range": ""}, **more))
    with pytest.raises(ArchiveError, match="expected a server that answers a Range with 206; got 200"):
        Archive(f"{http.url}/archive", "ExampleBot", filesystem=fs, ranges=True)


@pytest.mark.parametrize("data", [memoryview(b"RWAR"), None, "RWAR"])
def test_what_an_object_reads_must_be_bytes(data: Any) -> None:
    class Wrong:
        size = 4096

        def read(self, offset: int, length: int) -> Any:
            return data

    with pytest.raises(InvalidType, match="source: expected an object whose read returns bytes"):
        Archive(Wrong(), "ExampleBot")


@pytest.mark.parametrize("field", ["bytes", "origins"])
@pytest.mark.parametrize("value", [None, "12", -1, 1.5, True])
def test_the_numbers_of_a_manifest_are_checked(manifest: Path, tmp_path: Path, field: str, value: object) -> None:
    read = json.loads(manifest.read_bytes())
    read["files"][0][field] = value
    forged = tmp_path / "rules"
    forged.write_text(json.dumps(read))
    with pytest.raises(ArchiveError, match="expected the manifest of robots-wasm compile --shards"):
        Archive(forged, "ExampleBot")


def _described(archive: bytes, description: dict[str, object]) -> bytes:
    """The archive with another description, and with lengths that fit it."""
    text = json.dumps(description).encode()
    (length,) = struct.unpack_from("<I", archive, 8)
    whole = archive[:8] + struct.pack("<I", len(text)) + text + archive[12 + length :]
    return whole[:-28] + struct.pack("<Q", len(whole)) + whole[-20:]


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("shard", {"number": 2, "of": 2}),
        ("shard", {"number": 0, "of": 0}),
        ("shard", {"number": -1, "of": 2}),
        ("shard", {"number": True, "of": 2}),
        ("shard", {"number": 0, "of": 1 << 32}),
        ("shard", {"number": 0}),
        ("crawlers", []),
        ("crawlers", [[]]),
        ("crawlers", [["a"], []]),
        ("crawlers", [[1]]),
        ("crawlers", None),
        ("dialect", 1),
        ("policy", None),
        ("leniency", 1),
        ("snapshot", 1),
    ],
)
def test_a_description_says_what_was_compiled(archive: Path, member: str, value: object) -> None:
    content = archive.read_bytes()
    (length,) = struct.unpack_from("<I", content, 8)
    description = json.loads(content[12 : 12 + length])
    Archive(content, "ExampleBot")
    with pytest.raises(ArchiveError, match="expected a description of what was compiled"):
        Archive(_described(content, {**description, member: value}), "ExampleBot")


@pytest.mark.parametrize("more", [1, 1000, 1 << 21])
def test_a_description_ends_before_the_footer(archive: Path, more: int) -> None:
    content = archive.read_bytes()
    length = len(content) - 12 - 44 + more
    with pytest.raises(ArchiveError, match=f"expected a description within the file; got one of {length} bytes"):
        Archive(content[:8] + struct.pack("<I", length) + content[12:], "ExampleBot")


@pytest.mark.parametrize("name", ["", ".", "..", "/etc/passwd", "../rules-0", "a/b", "a\\b", "a\0", 5, None])
def test_a_shard_is_a_file_beside_its_manifest(manifest: Path, tmp_path: Path, name: object) -> None:
    read = json.loads(manifest.read_bytes())
    read["files"][0]["file"] = name
    forged = tmp_path / "rules"
    forged.write_text(json.dumps(read))
    with pytest.raises(ArchiveError, match="expected a manifest with a file for each shard"):
        Archive(forged, "ExampleBot")
