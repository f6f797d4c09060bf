"""A file of an archive (docs/archive.md): its head, footer and pages."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

from ._errors import archive_error, wrong_type
from ._source import Source

FORMAT = 3
HEADER_BYTES = 12
FOOTER_BYTES = 44
MAX_DESCRIPTION_BYTES = 1 << 20
# The head and the description of nearly all archives, in one read.
START_BYTES = 4096


@dataclass(frozen=True)
class Description:
    """What an archive was compiled for. Its verdicts are valid for nothing else."""

    crawlers: tuple[tuple[str, ...], ...]
    dialect: str
    leniency: dict[str, Any]
    policy: str
    # The number of the shard, and of how many; (0, 1) for a whole archive.
    shard: tuple[int, int]
    # What `compile --snapshot` called it.
    snapshot: str | None = None


class ArchiveFile:
    def __init__(self, source: Source):
        self.path, self.bytes, self._source = source.name, source.size, source
        head = self._head()
        self.footer = self.read(self.bytes - FOOTER_BYTES, FOOTER_BYTES)
        size, self.entries = struct.unpack_from("<QQ", self.footer, 16)
        if self.footer[40:] != b"RWAE" or size != self.bytes:
            raise archive_error(self.path, "a whole archive", f"{self.bytes} bytes, which are truncated or damaged")
        self.description = _description(self.path, head[HEADER_BYTES:])
        self.head_and_footer = head + self.footer

    def _head(self) -> bytes:
        start = self.read(0, min(self.bytes, START_BYTES))
        if start[:4] != b"RWAR":
            raise archive_error(self.path, "an archive of robots-wasm compile", "an empty file" if not start else "another file")
        if self.bytes < HEADER_BYTES + FOOTER_BYTES:
            raise archive_error(self.path, "a whole archive", f"{self.bytes} bytes")
        version, length = struct.unpack_from("<II", start, 4)
        if version != FORMAT:
            raise archive_error(self.path, f"format {FORMAT}", f"{version}; compile it again with the robots-wasm of this version")
        if length > min(MAX_DESCRIPTION_BYTES, self.bytes - HEADER_BYTES - FOOTER_BYTES):
            raise archive_error(self.path, "a description within the file", f"one of {length} bytes")
        end = HEADER_BYTES + length
        return start[:end] + (self.read(len(start), end - len(start)) if end > len(start) else b"")

    def expect_footer(self, footer: bytes) -> None:
        """Raises ArchiveError unless the file is of the generation whose manifest has the footer."""
        if self.footer != footer:
            raise archive_error(self.path, "the footer that the manifest names", "that of another generation")

    def read(self, offset: int, length: int) -> bytes:
        data = self._source.read(offset, length) if 0 <= offset <= self.bytes - length else b""
        if not isinstance(data, bytes):
            raise wrong_type("source", "an object whose read returns bytes", data)
        if len(data) != length:
            raise archive_error(self.path, f"{length} bytes at {offset}", f"{len(data)}: the file is truncated or damaged")
        return data

    @property
    def is_remote(self) -> bool:
        return self._source.is_remote

    def close(self) -> None:
        self._source.close()


def _description(path: str, text: bytes) -> Description:
    try:
        read = json.loads(text)
        crawlers = tuple(tuple(tokens) for tokens in read["crawlers"])
        shard = read.get("shard")
        number, total = (0, 1) if shard is None else (shard["number"], shard["of"])
        description = Description(crawlers, read["dialect"], dict(read["leniency"]), read["policy"], (number, total), read.get("snapshot"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _not_described(path, text) from None
    tokens = [token for crawler in crawlers for token in crawler]
    texts = [*tokens, description.dialect, description.policy, description.snapshot or ""]
    whole = all(crawlers) and tokens and all(isinstance(one, str) for one in texts)
    if not whole or type(number) is not int or type(total) is not int or not 0 <= number < total < 1 << 32:
        raise _not_described(path, text)
    return description


def _not_described(path: str, text: bytes) -> Exception:
    return archive_error(path, "a description of what was compiled", repr(text[:100]))
