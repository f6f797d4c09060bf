"""python bench.py: processor time of this package, protego and fastrobots on one file, in turns; and how many vectors fastrobots decides otherwise.

Needs protego and fastrobots. For archives: python bench.py ARCHIVE URLS, for the product token ExampleBot.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROUNDS = 5
URLS = [f"https://a.example/{i % 100}/page-{i}" for i in range(100_000)]


def micros(call: Callable[[], object], times: int) -> float:
    start = time.process_time()
    call()
    return (time.process_time() - start) / times * 1e6


def path_of(url: str) -> str:
    """What fastrobots decides: path and query, as they are written."""
    return "/" + url.partition("://")[2].partition("/")[2].partition("#")[0]


def one_file(pairs: int) -> None:
    from fastrobots import Robots
    from protego import Protego

    from robots_wasm import parse

    file = "User-agent: *\n" + "".join(f"Disallow: /{i}/*x{i}\nAllow: /{i}/a$\n" for i in range(pairs))

    def repeated(call: Callable[[], object]) -> None:
        for _ in range(1000):
            call()

    rules, protego, fast, few = parse(file, "ExampleBot"), Protego.parse(file), Robots.parse(file), URLS[:2000]
    paths = [path_of(url) for url in few]
    rows: dict[str, Callable[[], float]] = {
        "robots-wasm: parse": lambda: micros(lambda: repeated(lambda: parse(file, "ExampleBot")), 1000),
        "protego: parse": lambda: micros(lambda: repeated(lambda: Protego.parse(file)), 1000),
        "fastrobots: parse": lambda: micros(lambda: repeated(lambda: Robots.parse(file)), 1000),
        "robots-wasm: allowed": lambda: micros(lambda: [rules.allowed(url) for url in few], len(few)),
        "protego: can_fetch": lambda: micros(lambda: [protego.can_fetch(url, "ExampleBot") for url in few], len(few)),
        "fastrobots: allowed": lambda: micros(lambda: [fast.allowed(path, "ExampleBot") for path in paths], len(few)),
        "robots-wasm: allowed_many": lambda: micros(lambda: rules.allowed_many(URLS), len(URLS)),
    }
    best = {name: float("inf") for name in rows}
    for _ in range(ROUNDS):
        for name, row in rows.items():
            best[name] = min(best[name], row())
    for name, value in best.items():
        print(f"{2 * pairs} rules, {name}: {value:.2f} us")


def vectors() -> None:
    """Of the vectors of the RFC with one token, those with a file that fastrobots takes, text, and a whole URL."""
    from fastrobots import Robots

    folder = Path(__file__).parents[1] / "test/cases/vectors"
    cases = [one for one in json.loads((folder / "rfc9309.json").read_text()) if len(one["agents"]) == 1 and "robotsTxt" in one and "://" in one["url"]]
    wrong = [one for one in cases if Robots.parse(one["robotsTxt"]).allowed(path_of(one["url"]), one["agents"][0]) != one["allowed"]]
    allows = sum(not one["allowed"] for one in wrong)
    print(f"fastrobots: {len(wrong)} of {len(cases)} vectors of rfc9309 differ; it allows {allows} that are refused")


def archive(path: str, urls: str) -> None:
    import pyarrow as pa

    from robots_wasm import Archive

    with open(urls, "rb") as file:
        lines = file.read()
    texts = lines.decode().splitlines()
    column = pa.array(texts)
    for name in ["decide", "decide_arrow", "decide_many", "decide, warm"]:
        if name != "decide, warm":
            rules = Archive(path, "ExampleBot")
        call = {"decide_arrow": lambda: rules.decide_arrow(column), "decide_many": lambda: rules.decide_many(texts)}
        print(f"{name}: {micros(call.get(name, lambda: rules.decide(lines)), len(texts)):.2f} us a URL")


if __name__ == "__main__":
    if sys.argv[1:]:
        archive(*sys.argv[1:])
    else:
        one_file(2)
        one_file(100)
        vectors()
