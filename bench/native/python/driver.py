"""Drives protego: python3 driver.py JOB. bench/README.md describes the job file and the commands."""
import sys
from itertools import cycle, islice
from time import perf_counter_ns

from protego import Protego


class Reader:
    """The job file: bench/job.mjs writes it."""

    def __init__(self, content):
        self.content, self.at = content, 0

    def number(self):
        end = self.content.index(b"\n", self.at)
        number, self.at = int(self.content[self.at : end]), end + 1
        return number

    def bytes(self):
        length = self.number()
        self.at += length + 1
        return self.content[self.at - length - 1 : self.at - 1]

    def text(self):
        return self.bytes().decode("utf-8", "replace")

    def list(self, read):
        return [read() for _ in range(self.number())]

    def file(self):
        return self.text(), self.bytes(), self.list(self.text)

    def files(self):
        self.text()  # The name of the case.
        return self.list(self.file)


def parsed(body):
    return Protego.parse(body.decode("utf-8-sig", "replace"))


def digit(agent, body, url):
    try:
        return "1" if parsed(body).can_fetch(url, agent) else "0"
    except Exception:
        return "-"


def verdicts(files):
    return "".join(digit(agent, body, url) for agent, body, urls in files for url in urls)


def parse(files):
    for _, body, _ in files:
        parsed(body)


def query(files):
    kept = [(parsed(body), agent, urls) for agent, body, urls in files]

    def run():
        for robots, agent, urls in kept:
            for url in urls:
                robots.can_fetch(url, agent)

    return run


def cold(files, k):
    for agent, body, urls in files:
        robots = parsed(body)
        for url in islice(cycle(urls), k):
            robots.can_fetch(url, agent)


def median_pass_ns(run, for_ms):
    """The middle one of the passes that begin within so many milliseconds; at least one."""
    times, start = [], perf_counter_ns()
    while not times or perf_counter_ns() - start < for_ms * 1_000_000:
        before = perf_counter_ns()
        run()
        times.append(perf_counter_ns() - before)
    return sorted(times)[len(times) // 2]


def answer(job, words):
    files = job[int(words[1])]
    if words[0] == "verdicts":
        return verdicts(files)
    passes = {"parse": lambda: lambda: parse(files), "query": lambda: query(files)}
    make = passes.get(words[0], lambda: lambda: cold(files, int(words[4])))
    return median_pass_ns(make(), int(words[2]))


with open(sys.argv[1], "rb") as file:
    reader = Reader(file.read())
job = reader.list(reader.files)
for line in sys.stdin:
    print(answer(job, line.split()), flush=True)
