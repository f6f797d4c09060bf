"""python tests/fuzz.py SEED SEEDS LINES [COMMAND…]: nasty lines, decided by this package and by `robots-wasm filter`.

Prints what differs. Each seed makes other robots.txt files; dialect and `missing` change with it. With a COMMAND, such as
`java -cp … robotswasm.Filter`, another host decides the lines too: it gets the words ARCHIVE AGENT DIALECT MISSING and the lines,
and writes a verdict and LF for each. It may refuse more than filter, but not allow more.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import nasty
from command import DIALECTS, compiled, filtered

from robots_wasm import Archive

Difference = tuple[str, bytes, str, str]


def differences(seed: int, count: int, folder: Path, other: list[str] | None = None) -> tuple[list[Difference], list[Difference]]:
    """Dialect, line, the verdict of filter, and that of this package; then the same for the other host."""
    dialect, missing = DIALECTS[seed % len(DIALECTS)], ("allow", "refuse")[seed // 5 % 2]
    nasty.write_files(folder / "robots", seed)
    archive = compiled(folder, folder / "robots", dialect=dialect)
    lines = nasty.lines(seed, count)
    wanted = filtered(lines, archive, dialect=dialect, missing=missing)
    here = Archive(archive, "ExampleBot", dialect=dialect, missing=missing).decide(lines)
    words = [str(archive), "ExampleBot", dialect, missing]
    there = subprocess.run([*other, *words], input=lines, stdout=subprocess.PIPE, check=True).stdout.replace(b"\n", b"") if other else wanted

    def rows(verdicts: bytes) -> list[Difference]:
        assert len(verdicts) == len(wanted) == count, (len(verdicts), len(wanted))
        triples = zip(lines.split(b"\n"), wanted.decode(), verdicts.decode())
        return [(dialect, *row) for row in triples if row[1] != row[2]]

    return rows(here), rows(there)


def main(seed: int, seeds: int, count: int, other: list[str]) -> int:
    wrong = 0
    for one in range(seed, seed + seeds):
        with tempfile.TemporaryDirectory() as folder:
            here, there = differences(one, count, Path(folder), other)
        allowed = [row for row in there if row[3] == "1"]
        for dialect, line, wanted, got in (here + allowed)[:20]:
            print(f"seed {one}, {dialect}: {line!r}: filter {wanted}, here {got}", flush=True)
        wrong += len(here) + len(allowed)
        beside = f"; the other host allows {len(allowed)} more and refuses {len(there) - len(allowed)} more" if other else ""
        print(f"seed {one}: {count} lines, {len(here)} differ{beside}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:4]), sys.argv[4:]) > 0)
