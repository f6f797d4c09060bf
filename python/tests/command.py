"""The command `robots-wasm` of this checkout: it compiles archives, and `filter` is what this package is compared with."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
DIALECTS = ["rfc9309", "google", "norobots1996", "original1994", "koster1996"]


def run(*words: object, lines: bytes = b"") -> bytes:
    command = ["node", str(ROOT / "dist/cli/main.js"), *map(str, words)]
    ended = subprocess.run(command, input=lines, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr.decode()
    return ended.stdout


def compiled(folder: Path, robots: Path, *words: object, dialect: str = "rfc9309", agent: str = "ExampleBot") -> Path:
    """The archive of a folder of robots.txt files."""
    output = folder / "robots.archive"
    run("compile", "--agent", agent, "--dialect", dialect, *words, "--output", output, robots)
    return output


def filtered(lines: bytes, archive: Path, dialect: str = "rfc9309", missing: str = "allow") -> bytes:
    """One character for each line."""
    words = ["--agent", "ExampleBot", "--dialect", dialect, "--missing", missing, "--robots", archive]
    return run("filter", *words, "--verdicts", "--quiet", lines=lines).replace(b"\n", b"")
