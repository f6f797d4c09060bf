"""The rules of many origins: the module asks for pages and origins, and this file answers (docs/embedding.md)."""

from __future__ import annotations

import json
import os
import secrets
import struct
import threading
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from contextlib import nullcontext
from functools import partial
from typing import Any, BinaryIO, Literal, NamedTuple, Protocol, overload

from ._archive_file import ArchiveFile, Description
from ._errors import INVALID_ARCHIVE, WRONG_SHARD, RobotsError, archive_error, fail, wrong_type, wrong_value
from ._manifest import open_files
from ._module import EmbeddedModule, hold_while_forking
from ._origins import host_hash, host_of, spelled
from ._source import Place, read_all
from ._text import Dialect, blocks, checked_leniency, dialect_number, line_of, tokens_of, url_or_null_bytes

Missing = Literal["allow", "refuse", "null"]
OutcomeName = Literal["allowed", "refused", "missing", "not a URL"]
MISSING = {None: 0, "allow": 0, "refuse": 1, "null": 3}
# So many origins of which an archive has none are those of another archive.
TOO_MANY_MISSING = 10
DEFAULT_MEMORY_BYTES = 128 << 20
MIN_MEMORY_BYTES = 1 << 20
MAX_MEMORY_BYTES = 1 << 29

# The longest line that is decided, with its line feed (docs/embedding.md).
MAX_LINE_BYTES = 4 << 20

PAGE, ORIGIN = 1, 2
_ASK = struct.Struct("<IIQII")

# Refused, allowed, not a URL, too long for the rules (nobody can say what they say of it, so it is refused), and missing.
_CHARACTERS = bytes.maketrans(b"\0\1\2\3\4", b"01-0?")
_VALUES = {ord("1"): True, ord("0"): False, ord("-"): None, ord("?"): None}
_OUTCOMES: dict[int, OutcomeName] = {ord("1"): "allowed", ord("0"): "refused", ord("-"): "not a URL", ord("?"): "missing"}


class Outcome(NamedTuple):
    """A verdict, and which robots.txt decided."""

    outcome: OutcomeName
    # When the origin's robots.txt was fetched; None if it comes from a folder, or is missing.
    fetched_at: datetime | None
    # What `compile --snapshot` called the archive.
    snapshot: str | None


Urls = Iterable["str | bytes | float | None"]


class Readable(Protocol):
    """Bytes at offsets."""

    @property
    def size(self) -> int: ...

    def read(self, offset: int, length: int, /) -> bytes: ...


class Archive:
    """Compiled rules of many origins, as `robots-wasm compile` writes them: a file, one shard, or the manifest of all shards.

    `source` is a path, the bytes, a binary file, an object with `size` and `read(offset, length)`, or a URL such as
    `s3://bucket/rules`, which fsspec reads. With `filesystem`, a file system of fsspec or pyarrow.fs, it is a path there. Such a
    file is fetched whole; with `ranges=True`, or if it is longer than 512 MiB, only the pages that lines need are, at most 32 at a time.

    `agent` is the product token of one crawler of the archive, or its several tokens in their order. `dialect` and
    `leniency` must be those for which the archive was compiled. `missing` says what holds for an origin that the archive
    does not have: allow (RFC 9309 §2.3.1.3), refuse, or null. Without it such an origin is allowed, but the calls raise
    ArchiveError once ten origins or more were looked up and none was found: then the archive is another one. `memory_bytes` bounds the rules, origins and pages in the module's memory, from 1 MiB
    to 512 MiB; the lines that are decided take more.

    Threads may share an archive, but only one decides at a time. A pickled archive is opened again from its path or URL; a process
    keeps those that it opened last, so all that unpickle the same one share it. Closing it closes it for all of them; whoever
    unpickles it afterwards gets a new one.
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | bytes | Readable | BinaryIO,
        agent: str | Sequence[str],
        *,
        dialect: Dialect = "rfc9309",
        missing: Missing | None = None,
        leniency: Mapping[str, object] | None = None,
        memory_bytes: int = DEFAULT_MEMORY_BYTES,
        filesystem: Any = None,
        ranges: bool | None = None,
    ):
        options = Options(
            agent,
            dialect=dialect,
            missing=missing,
            leniency=leniency,
            memory_bytes=memory_bytes,
            filesystem=filesystem,
            ranges=ranges,
        )
        self._open(options.place(source), options)

    def _open(self, place: Place, options: Options, footers: bytes | None = None) -> None:
        self._place, self._options = place, options
        # How many origins were looked up, and how many of them the archive does not have.
        self.origins = self.missing = 0
        self._module: EmbeddedModule | None = None
        self._files = open_files(place)
        try:
            if footers not in (None, self._footers):
                raise archive_error(place.name, "the archive that was pickled", "another generation")
            self._module = options.start(self._files)
        except BaseException:
            self.close()
            raise

    @property
    def _footers(self) -> bytes:
        return b"".join(file.footer for file in self._files)

    @property
    def description(self) -> Description:
        """What the archive was compiled for."""
        return self._files[0].description

    @overload
    def decide(self, lines: bytes, *, outcome: Literal[False] = False) -> bytes: ...
    @overload
    def decide(self, lines: bytes, *, outcome: Literal[True]) -> list[Outcome]: ...
    def decide(self, lines: bytes, *, outcome: bool = False) -> bytes | list[Outcome]:
        """One character for each line, as `robots-wasm filter --verdicts` writes them: `1` allowed, `0` refused, `-` not a URL,
        and with `missing="null"` also `?` for an origin that the archive does not have.

        `lines` are URLs in UTF-8, each ended by LF or CRLF. Raises ArchiveError if a page is damaged, or if an origin belongs
        to a shard that this archive does not have: then no verdict is returned, and the next call works.
        With `outcome=True`, an `Outcome` for each line: the verdict in words, when the robots.txt was fetched, and the snapshot.
        """
        verdicts, times = self._decided(lines, outcome)
        return self._outcomes(verdicts, times) if outcome else verdicts

    def _outcomes(self, verdicts: bytes, times: bytes) -> list[Outcome]:
        snapshot = self.description.snapshot
        return [
            Outcome(_OUTCOMES[verdict], _date_of(ms), None if verdict == ord("-") else snapshot)
            for verdict, (ms,) in zip(verdicts, struct.iter_unpack("<d", times))
        ]

    def _decided(self, lines: bytes, with_times: bool) -> tuple[bytes, bytes]:
        """The characters, and for each line when its robots.txt was fetched, as the module writes it."""
        if not isinstance(lines, (bytes, bytearray, memoryview)):
            raise wrong_type("lines", "bytes, with a URL on each line", lines)
        decided = [self._decide_block(_without_long_line(block), with_times) for block in blocks(bytes(lines))]
        return b"".join(verdicts for verdicts, _ in decided).translate(_CHARACTERS), b"".join(times for _, times in decided)

    @overload
    def decide_many(self, urls: Urls, *, outcome: Literal[False] = False) -> list[bool | None]: ...
    @overload
    def decide_many(self, urls: Urls, *, outcome: Literal[True]) -> list[Outcome]: ...
    def decide_many(self, urls: Urls, *, outcome: bool = False) -> list[bool | None] | list[Outcome]:
        """True, False or None (not a URL, or missing with `missing="null"`) for each, or with `outcome=True` an `Outcome`.
        None, NaN and pandas.NA are not URLs."""
        if isinstance(urls, (str, bytes)):
            raise wrong_type("urls", "a list of URLs", urls)
        lines = b"".join([line_of(url_or_null_bytes(url)) for url in urls])
        return self.decide(lines, outcome=True) if outcome else [_VALUES[verdict] for verdict in self.decide(lines)]

    def decide_arrow(self, urls: Any, *, outcome: bool = False) -> Any:
        """An Arrow array of text as a pyarrow array of booleans; null where `decide_many` has None.

        `urls` is an array of pyarrow, or of another library that gives its memory by `__arrow_c_array__` or, in chunks, by
        `__arrow_c_stream__`: a Series of polars, a column of DuckDB. Chunks stay chunks. A Series of pandas gives a Series of
        Arrow booleans with its index.
        With `outcome=True`, a struct for each URL with the fields of `Outcome`.
        """
        from ._arrow import decided, outcomes

        if outcome:
            return outcomes(partial(self._decided, with_times=True), urls, self.description.snapshot)
        return decided(self.decide, urls)

    def close(self) -> None:
        """Closes the files and gives back the memory. Verdicts asked for afterwards raise RobotsError (`ERR_CLOSED`).

        Waits for the block that another thread decides. Copies that this process unpickled are one archive: they are closed too.
        """
        module = self._module
        with module.lock if module else nullcontext():
            self._module = None
            for file in self._files:
                file.close()

    @property
    def _is_usable(self) -> bool:
        module = self._module
        return module is not None and module.is_usable

    def __repr__(self) -> str:
        return f"<robots_wasm.Archive {self._place.name!r} for {', '.join(self._options.tokens)}, {self._options.dialect}>"

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        # A file that takes its place at the path is opened instead; in an object store, one that took it meanwhile is refused.
        return opened, (self._place, self._options, None if self._place.is_local else self._footers)

    def _decide_block(self, block: bytes, with_times: bool) -> tuple[bytes, bytes]:
        module = self._module
        with module.lock if module else nullcontext():
            # Another thread may have closed it meanwhile.
            if module is None or self._module is None:
                raise RobotsError("ERR_CLOSED", f"{self._place.name}: the archive is closed")
            asks = self._checked(module, module.try_call("bulk_lines", module.write(block)))
            while asks:
                self._answer(module, asks)
                asks = self._checked(module, module.try_call("bulk_resume"))
            self._count(module)
            verdicts = module.read(module.call("bulk_count", 0))
            return verdicts, module.read(module.call("bulk_fetched_at")) if with_times else b""

    def _count(self, module: EmbeddedModule) -> None:
        self.origins += module.call("bulk_count", 3)
        self.missing += module.call("bulk_count", 4)
        if self._options.missing is None and self.missing == self.origins >= TOO_MANY_MISSING:
            expected = "origins that the archive has, or missing=\"allow\""
            raise archive_error(self._place.name, expected, f"{self.origins}, of which it has none")

    def _answer(self, module: EmbeddedModule, count: int) -> None:
        """Reads all asks first: the answers go through the same buffer."""
        asks = list(_ASK.iter_unpack(module.read(_ASK.size * count)))
        texts = sum(length for kind, _, _, length, _ in asks if kind != PAGE)
        text = module.read(_ASK.size * count + texts)
        wanted = [(self._files[archive], at, length) for kind, _, at, length, archive in asks if kind == PAGE]
        pages = read_all([partial(file.read, at, length) for file, at, length in wanted], any(file.is_remote for file, *_ in wanted))
        if pages:
            self._checked(module, module.try_call("bulk_pages", module.write(b"".join(pages))))
        at = _ASK.size * count
        for kind, number, _, length, _ in asks:
            if kind == ORIGIN:
                module.call("bulk_origin", number, module.write(spelled(text[at : at + length])))
                at += length

    def _checked(self, module: EmbeddedModule, result: int) -> int:
        if result >= 0:
            return result
        if result not in (INVALID_ARCHIVE, WRONG_SHARD):
            fail(result)
        name = module.read(module.call("bulk_failed_at"))
        origin, path = name.decode(errors="replace"), self._files[host_hash(host_of(name)) % len(self._files)].path
        if result == WRONG_SHARD:
            raise archive_error(path, "origins of this shard", f"{origin}, whose rules are in another one")
        raise archive_error(path, f"the rules of {origin}", "a damaged or forged page")


class Options:
    """What an archive is opened with. Checked here; can be pickled."""

    def __init__(
        self,
        agent: str | Sequence[str],
        *,
        dialect: Dialect = "rfc9309",
        missing: Missing | None = None,
        leniency: Mapping[str, object] | None = None,
        memory_bytes: int = DEFAULT_MEMORY_BYTES,
        filesystem: Any = None,
        ranges: bool | None = None,
    ):
        self.tokens, self.dialect, self.number = tokens_of(agent), dialect, dialect_number(dialect)
        if not isinstance(missing, (str, type(None))) or missing not in MISSING:
            raise wrong_value("missing", f"one of {', '.join(filter(None, MISSING))}", missing)
        if type(memory_bytes) is not int:
            raise wrong_type("memory_bytes", "int", memory_bytes)
        if not MIN_MEMORY_BYTES <= memory_bytes <= MAX_MEMORY_BYTES:
            raise wrong_value("memory_bytes", f"{MIN_MEMORY_BYTES} to {MAX_MEMORY_BYTES} bytes", memory_bytes)
        if ranges not in (None, True, False):
            raise wrong_value("ranges", "True, False or None", ranges)
        self.missing, self.leniency, self.memory_bytes = missing, checked_leniency(leniency), memory_bytes
        self.filesystem, self.ranges = filesystem, ranges

    def place(self, source: Any) -> Place:
        """Paths become absolute ones, because another process may have another folder."""
        place = Place(source, self.filesystem, self.ranges)
        if place.is_remote and not place.has_path:
            raise wrong_type("source", "a path in the file system", source)
        if self.ranges is not None and not place.is_remote:
            raise wrong_value("ranges", "None for what is not a URL and has no filesystem", self.ranges)
        return Place(os.path.abspath(source)) if place.is_local else place

    def key(self) -> tuple[object, ...]:
        """Equal options have equal keys."""
        return self.tokens, self.dialect, self.missing, json.dumps(self.leniency, sort_keys=True), self.memory_bytes, self.ranges

    def start(self, files: list[ArchiveFile]) -> EmbeddedModule:
        """An instance of the module with a run over the files."""
        crawler = self._crawler(files[0].path, files[0].description)
        module = EmbeddedModule()
        # Nobody who makes URLs must know the seed.
        module.call("bulk_open", self.number, MISSING[self.missing], self.memory_bytes, secrets.randbits(31))
        for file in files:
            added = module.try_call("bulk_archive", module.write(file.head_and_footer), crawler, *file.description.shard)
            if added in (INVALID_ARCHIVE, WRONG_SHARD):
                raise archive_error(file.path, "a whole archive", "a damaged or forged one")
            if added < 0:
                fail(added)
        return module

    def _crawler(self, path: str, description: Description) -> int:
        """The number of the crawler. Product tokens are compared case-insensitively (RFC 9309 §2.2.1)."""
        if description.dialect != self.dialect:
            raise archive_error(path, f"an archive compiled for dialect {self.dialect}", f"one for {description.dialect}")
        if description.leniency != self.leniency:
            raise archive_error(path, f"an archive compiled for leniency {self.leniency}", f"one for {description.leniency}")
        crawlers = [", ".join(crawler) for crawler in description.crawlers]
        wanted = ", ".join(self.tokens)
        for number, name in enumerate(crawlers):
            if name.lower() == wanted.lower():
                return number
        raise archive_error(path, f"an archive compiled for agent {wanted}", f"one for {'; '.join(crawlers)}")


def _date_of(ms: float) -> datetime | None:
    """None for a time that Python has no date for, too: such an archive was not made by `compile`."""
    try:
        return None if ms < 0 else datetime.fromtimestamp(ms / 1000, timezone.utc)
    except (ValueError, OverflowError, OSError):
        return None


def _without_long_line(block: bytes) -> bytes:
    """A block has several lines only if it is short. A line that is too long is not a URL, and neither is an empty one."""
    return block if len(block) <= MAX_LINE_BYTES else b"\n"


def opened(place: Place, options: Options, footers: bytes | None = None) -> Archive:
    """The archive with these footers, or a file as it is now. A process keeps those that it opened last, so that its next task finds rules in memory."""
    key = place.name, footers or _state_of(place.name), options.key()
    with _opening:
        archive = _kept.pop(key, None)
        # Another task may have closed it, or a call was aborted.
        if archive is None or not archive._is_usable:
            archive = Archive.__new__(Archive)
            archive._open(place, options, footers)
        _kept[key] = archive
        while len(_kept) > MAX_KEPT:
            del _kept[next(iter(_kept))]
    return archive


def _state_of(path: str) -> tuple[int, ...]:
    status = os.stat(path)
    return status.st_ino, status.st_size, status.st_mtime_ns


MAX_KEPT = 4
_opening = hold_while_forking(threading.RLock())
_kept: dict[object, Archive] = {}
