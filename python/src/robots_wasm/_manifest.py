"""The manifest of an archive in shards, which `robots-wasm compile --shards` writes beside them (docs/archive.md)."""

from __future__ import annotations

import json
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace

from ._archive_file import FORMAT, ArchiveFile
from ._errors import archive_error
from ._source import MAX_WHOLE_BYTES, Place, Source

MANIFEST_VERSION = 2
HASH_NAME = "fnv1a-32(host)"
MAX_MANIFEST_BYTES = 1 << 26


@dataclass(frozen=True)
class Shard:
    """One file, and what the manifest says of it."""

    place: Place
    size_bytes: int
    origins: int
    # Its last bytes, which depend on all others: so a shard of another run is known on opening.
    footer: bytes


def open_files(place: Place) -> list[ArchiveFile]:
    """The archive, the one shard, or all shards of a manifest in their order."""
    with ExitStack() as opened:
        source = opened.enter_context(closing(place.open()))
        shards = _shards_in(place, source)
        if shards is None:
            file = ArchiveFile(source)
            opened.pop_all()
            return [file]
    if place.ranges is None and sum(shard.size_bytes for shard in shards) > MAX_WHOLE_BYTES:
        shards = [replace(shard, place=replace(shard.place, ranges=True)) for shard in shards]
    return _open_shards(shards)


def footers_of(place: Place) -> bytes:
    """The last bytes of each file, in the order of the shards. They depend on all others."""
    place = replace(place, ranges=True)
    shards = shards_of(place)
    if shards is not None:
        return b"".join(shard.footer for shard in shards)
    with closing(place.open()) as source:
        return ArchiveFile(source).footer


def _open_shards(shards: list[Shard]) -> list[ArchiveFile]:
    """Raises ArchiveError unless each file is the one that the manifest means. Then none stays open."""
    files: list[ArchiveFile] = []
    with ExitStack() as opened:
        for number, shard in enumerate(shards):
            file = ArchiveFile(opened.enter_context(closing(shard.place.open())))
            _check(file, shard, (number, len(shards)), files)
            files.append(file)
        opened.pop_all()
    return files


def shards_of(place: Place) -> list[Shard] | None:
    """The shards in their order, if the file is a manifest."""
    with closing(place.open()) as source:
        return _shards_in(place, source)


def _shards_in(place: Place, source: Source) -> list[Shard] | None:
    """A manifest is JSON. Archives begin with other bytes."""
    if source.read(0, min(1, source.size)) != b"{":
        return None
    try:
        read = json.loads(source.read(0, min(source.size, MAX_MANIFEST_BYTES)))
        actual = read["version"], read["format"], read["hash"]
        files = [(one["file"], _count(one["bytes"]), _count(one["origins"]), bytes.fromhex(one["footer"])) for one in read["files"]]
        shards = read["shards"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise archive_error(place.name, "the manifest of robots-wasm compile --shards", "another file") from None
    if actual != (MANIFEST_VERSION, FORMAT, HASH_NAME):
        expected = f"a manifest of version {MANIFEST_VERSION}, format {FORMAT} and hash {HASH_NAME}"
        raise archive_error(place.name, expected, f"{actual}; compile it again with the robots-wasm of this version")
    if not files or shards != len(files) or not all(_is_name(name) for name, *_ in files):
        raise archive_error(place.name, "a manifest with a file for each shard", f"{shards} shards and {len(files)} files")
    return [Shard(place.beside(name), size, origins, footer) for name, size, origins, footer in files]


def _count(number: object) -> int:
    if type(number) is not int or number < 0:
        raise ValueError(number)
    return number


def _is_name(name: object) -> bool:
    """A name with a slash would lead out of the folder."""
    return isinstance(name, str) and name not in ("", ".", "..") and not set(name) & set("/\\\0")


def _check(file: ArchiveFile, shard: Shard, place: tuple[int, int], before: list[ArchiveFile]) -> None:
    if (file.bytes, file.entries) != (shard.size_bytes, shard.origins):
        sizes = f"{shard.size_bytes} bytes and {shard.origins} origins, as the manifest says"
        raise archive_error(file.path, sizes, f"{file.bytes} and {file.entries}")
    if file.description.shard != place:
        raise archive_error(file.path, f"shard {place}", file.description.shard)
    file.expect_footer(shard.footer)
    if before and replace(file.description, shard=(0, 1)) != replace(before[0].description, shard=(0, 1)):
        raise archive_error(file.path, f"what {before[0].path} was compiled for", file.description)
