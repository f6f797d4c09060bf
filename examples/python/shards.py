"""Divides URLs by the shards of an archive, and decides the URLs of one shard in a process of `robots-wasm filter`."""

import json
import os
import re
import struct
import subprocess

# Hosts that the URL Standard leaves as they are: ASCII in lower case, not an IPv4 address, no Punycode, no port.
PLAIN = re.compile(rb"https?://(?![a-z0-9.-]*xn--)((?:[a-z0-9-]+\.)+[a-z]+)(?:[/?#]|$)").match


# Spellings of origins that were hashed before.
MAX_KNOWN = 1 << 20
known: dict[bytes, int] = {}


def origin_hashes(lines: list[bytes]) -> list[int]:
    """The hash of every URL's origin, as `robots-wasm origin-key` prints it; 0 for a line that is not a URL."""
    global known
    known = hashes = known if len(known) < MAX_KNOWN else {}
    spellings = [spelling_of(line) for line in lines]
    new = {spelling: line for spelling, line in zip(spellings, lines) if spelling not in hashes}
    matches = {spelling: PLAIN(spelling) for spelling in new}
    hashes.update((spelling, fnv1a(match[1])) for spelling, match in matches.items() if match)
    # All other hosts need a parser of the URL Standard, and it must be the one of `compile`: another one might disagree.
    odd = [spelling for spelling, match in matches.items() if not match]
    hashes.update(zip(odd, _origin_keys([new[spelling] for spelling in odd])))
    return [hashes[spelling] for spelling in spellings]


def spelling_of(line: bytes) -> bytes:
    """What comes before the path, and determines the origin of every line that can be a URL."""
    end = line.find(b"/", 8)
    return line[:end] if end > 8 else line


def fnv1a(data: bytes) -> int:
    value = 0x811C9DC5
    for byte in data:
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def _origin_keys(lines: list[bytes]) -> list[int]:
    if not lines:
        return []
    text = b"".join(line + b"\n" for line in lines)
    keys = subprocess.run(["robots-wasm", "origin-key"], input=text, stdout=subprocess.PIPE, check=True).stdout
    return [int(key or 0) for key in keys.split(b"\n")[:-1]]


def line_of(url: str | None) -> bytes:
    """A column's value as a line. A URL cannot contain a line feed, so such a value is not one."""
    return b"" if url is None or "\n" in url else url.encode("utf-8", "surrogatepass")


class Rules:
    """The manifest that `robots-wasm compile --shards` writes."""

    def __init__(self, path: str):
        with open(path, encoding="utf-8") as file:
            self.manifest = json.load(file)
        self.folder = os.path.dirname(os.path.abspath(path))
        self.shards: int = self.manifest["shards"]

    def shards_of(self, lines: list[bytes]) -> list[int]:
        return [value % self.shards for value in origin_hashes(lines)]

    def open(self, shard: int) -> "Shard":
        file = os.path.join(self.folder, self.manifest["files"][shard]["file"])
        # An archive may be for several crawlers; this is the first one.
        agents, dialect = ",".join(self.manifest["crawlers"][0]), self.manifest["dialect"]
        return Shard(["robots-wasm", "filter", "--agent", agents, "--dialect", dialect, "--robots", file, "--serve"])


class Shard:
    """A process that decides the URLs of one shard; use it in a `with` statement."""

    def __init__(self, command: list[str]):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def verdicts(self, lines: list[bytes]) -> bytes:
        """One byte for each line: `1` allowed, `0` refused, `-` not a URL."""
        text = b"".join(line + b"\n" for line in lines)
        self.process.stdin.write(struct.pack("<I", len(text)) + text)
        self.process.stdin.flush()
        (count,) = struct.unpack("<I", self._read(4))
        return self._read(count)

    def _read(self, count: int) -> bytes:
        data = self.process.stdout.read(count)
        if len(data) < count:
            raise RuntimeError(f"robots-wasm filter ended with {self.process.wait()}")
        return data

    def __enter__(self) -> "Shard":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
