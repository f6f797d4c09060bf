"""python tests/fuzz.py SEED COUNT…: nasty lines, decided by this package and by `robots-wasm filter`. Prints what differs.

Each seed makes other robots.txt files; the dialect changes with it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import nasty
from command import DIALECTS, compiled, filtered

from robots_wasm import Archive


def differences(seed: int, count: int, folder: Path) -> list[tuple[str, bytes, str, str]]:
    """Dialect, line, the verdict of filter and that of this package."""
    dialect, missing = DIALECTS[seed % len(DIALECTS)], ("allow", "deny")[seed // 5 % 2]
    nasty.write_files(folder / "robots", seed)
    archive = compiled(folder, folder / "robots", dialect=dialect)
    lines = nasty.lines(seed, count)
    wanted = filtered(lines, archive, dialect=dialect, missing=missing)
    got = Archive(archive, "ExampleBot", dialect=dialect, missing=missing).decide(lines)
    rows = zip(lines.split(b"\n"), wanted.decode(), got.decode(), strict=False)
    assert len(wanted) == len(got) == count, (len(wanted), len(got))
    return [(dialect, *row) for row in rows if row[1] != row[2]]


def main(seed: int, seeds: int, count: int) -> int:
    wrong = 0
    for one in range(seed, seed + seeds):
        with tempfile.TemporaryDirectory() as folder:
            found = differences(one, count, Path(folder))
        for dialect, line, wanted, got in found[:20]:
            print(f"seed {one}, {dialect}: {line!r}: filter {wanted}, here {got}", flush=True)
        wrong += len(found)
        print(f"seed {one}: {count} lines, {len(found)} differ", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) > 0)
