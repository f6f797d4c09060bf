"""Where the bytes of an archive come from: a file, memory, an object of the caller, or a file system of fsspec or pyarrow."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, BinaryIO

from ._errors import RobotsError, archive_error, wrong_type, wrong_value

# A file in an object store that is at most so long is fetched whole, in one request.
MAX_WHOLE_BYTES = 512 << 20
MAX_REQUESTS = 32


def _nothing() -> None:
    pass


@dataclass(frozen=True)
class Source:
    """Bytes at offsets. They need not stay the same: each page has its checksum in another one, up to the footer."""

    name: str
    size: int
    read: Callable[[int, int], bytes]
    close: Callable[[], None] = _nothing
    # Whether a read waits for a network, so that many should wait at the same time.
    is_remote: bool = False


@dataclass(frozen=True)
class Place:
    """What the caller named, and by which file system. Can be pickled if these can be."""

    source: Any
    filesystem: Any = None
    # Whether only the pages that lines need are read from an object store; None: if the file is long.
    ranges: bool | None = None

    @property
    def name(self) -> str:
        return os.fspath(self.source) if self.has_path else f"<{type(self.source).__name__}>"

    @property
    def has_path(self) -> bool:
        return isinstance(self.source, (str, os.PathLike))

    @property
    def is_remote(self) -> bool:
        return self.filesystem is not None or isinstance(self.source, str) and "://" in self.source

    @property
    def is_local(self) -> bool:
        return self.has_path and not self.is_remote

    def beside(self, name: str) -> Place:
        """Another file in the same folder."""
        if not self.has_path:
            raise archive_error(self.name, "an archive or one shard, because this has no folder", "a manifest of shards")
        folder = self.name.rpartition("/")[0] + "/" if self.is_remote else os.path.dirname(self.name)
        return Place(folder + name if self.is_remote else os.path.join(folder, name), self.filesystem, self.ranges)

    def open(self) -> Source:
        if self.is_remote:
            return _remote(self)
        if self.is_local:
            return _file(self.name)
        if isinstance(self.source, (bytes, bytearray, memoryview)):
            return _bytes(self.name, bytes(self.source))
        if hasattr(self.source, "seek"):
            return _file_object(self.name, self.source)
        if hasattr(self.source, "read") and type(getattr(self.source, "size", None)) is int:
            return Source(self.name, self.source.size, self.source.read)
        raise wrong_type("source", "a path, a URL, bytes, a binary file, or an object with size and read(offset, length)", self.source)


def _file(path: str) -> Source:
    """By its descriptor: an archive that is replaced while it is open stays as it was."""
    # Opening a pipe would wait for its writer.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise archive_error(path, "a file", "a folder or device")
    file = open(path, "rb", buffering=0)
    read = _reader(file)
    if hasattr(os, "pread"):
        read = lambda offset, length: os.pread(file.fileno(), length, offset)  # noqa: E731
    return Source(path, os.fstat(file.fileno()).st_size, read, file.close)


def _file_object(name: str, file: BinaryIO) -> Source:
    """It stays open: whoever opened it closes it."""
    # An mmap says where it is only when it is asked (before Python 3.13).
    file.seek(0, os.SEEK_END)
    return Source(name, file.tell(), _reader(file))


def _reader(file: BinaryIO) -> Callable[[int, int], bytes]:
    seeking = threading.Lock()

    def read(offset: int, length: int) -> bytes:
        with seeking:
            file.seek(offset)
            return file.read(length)

    return read


def _bytes(name: str, content: bytes) -> Source:
    return Source(name, len(content), lambda offset, length: content[offset : offset + length])


def _remote(place: Place) -> Source:
    filesystem, path = place.filesystem, place.name
    if filesystem is None:
        filesystem, path = _fsspec(path)
    if hasattr(filesystem, "open_input_file"):  # pyarrow.fs
        file = filesystem.open_input_file(path)
        source = Source(place.name, file.size(), lambda offset, length: file.read_at(length, offset), file.close, True)
    elif hasattr(filesystem, "cat_file"):  # fsspec
        filesystem.invalidate_cache(path)
        size = filesystem.info(path)["size"]
        if size is None:
            raise archive_error(place.name, "a server that says how long the file is", "no Content-Length")
        source = Source(place.name, size, _reads(filesystem, path, size), is_remote=True)
    else:
        raise wrong_type("filesystem", "a file system of fsspec or pyarrow.fs", filesystem)
    return source if (source.size > MAX_WHOLE_BYTES if place.ranges is None else place.ranges) else _whole(source)


def _reads(filesystem: Any, path: str, size: int) -> Callable[[int, int], bytes]:
    """Reads a range. An HTTP server may send more than it was asked for, and than it said, so its body is read up to a bound."""
    if "http" not in filesystem.protocol:
        return lambda offset, length: filesystem.cat_file(path, start=offset, end=offset + length)

    def read(offset: int, length: int) -> bytes:
        wanted = {"Range": f"bytes={offset}-{offset + length - 1}"} if length < size else {}
        headers = {**filesystem.kwargs.get("headers", {}), "Accept-Encoding": "identity", **wanted}
        # A block size of 0 gives the body as a stream; with a size, no request asks for it again.
        with filesystem.open(path, "rb", block_size=0, size=size, headers=headers) as body:
            if wanted and body.r.status != 206:
                raise archive_error(path, "a server that answers a Range with 206", body.r.status)
            found = b""
            while len(found) <= length and (piece := body.read(length + 1 - len(found))):
                found += piece
        if len(found) > length:
            raise archive_error(path, f"{length} bytes at {offset}, as its size says", "more")
        return found

    return read


def _fsspec(url: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs

        return url_to_fs(url)  # type: ignore[no-any-return]
    except ImportError as error:
        raise RobotsError("ERR_MISSING_PACKAGE", f"{url}: install fsspec and what it needs for this URL, or pass filesystem: {error}") from error
    except ValueError as error:
        raise wrong_value("source", f"a URL that fsspec reads ({error})", url) from error


def _whole(source: Source) -> Source:
    content = source.read(0, source.size)
    source.close()
    return _bytes(source.name, content)


def read_all(reads: Sequence[Callable[[], bytes]], at_once: bool) -> list[bytes]:
    """What they return, in their order."""
    if not at_once or len(reads) < 2:
        return [read() for read in reads]
    with ThreadPoolExecutor(MAX_REQUESTS) as pool:
        return list(pool.map(lambda read: read(), reads))
