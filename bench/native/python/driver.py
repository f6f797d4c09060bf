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


def digit(robots, agent, url):
    try:
        return "1" if robots.can_fetch(url, agent) else "0"
    except Exception:
        return "-"


def digits(agent, body, urls):
    try:
        robots = parsed(body)
    except Exception:
        return "-" * len(urls)
    return "".join(digit(robots, agent, url) for url in urls)


def verdicts(files):
    return "".join(digits(*file) for file in files)


def query(files):
    kept = [(parsed(body), agent, urls) for agent, body, urls in files]

    def run(start, end):
        for robots, agent, urls in kept[start:end]:
            for url in urls:
                robots.can_fetch(url, agent)

    return run


def cold(files, k):
    def run(start, end):
        for agent, body, urls in files[start:end]:
            robots = parsed(body)
            for url in islice(cycle(urls), k):
                robots.can_fetch(url, agent)

    return run


def host(files, k):
    """All that a crawler asks of a new host."""

    def run(start, end):
        for agent, body, urls in files[start:end]:
            robots = parsed(body)
            robots.crawl_delay(agent)
            list(robots.sitemaps)
            for url in islice(cycle(urls), k):
                robots.can_fetch(url, agent)

    return run


def fact(agent, body, urls):
    """The crawl delay in seconds, or -, and the number of sitemaps."""
    robots = parsed(body)
    delay = robots.crawl_delay(agent)
    return f"{'-' if delay is None else delay}/{len(list(robots.sitemaps))}"


def pass_of(files, words):
    if words[0] == "query":
        return query(files)
    return (host if words[0] == "host" else cold)(files, int(words[4]))


SLICE_FILES = 32


def slice_times(run, files, for_ms):
    """Passes over all files for so many milliseconds, at least one; the middle time of each slice, in nanoseconds."""
    slices = [[] for _ in range(0, files, SLICE_FILES)]
    start = perf_counter_ns()
    while not slices[0] or perf_counter_ns() - start < for_ms * 1_000_000:
        for i, times in enumerate(slices):
            before = perf_counter_ns()
            run(i * SLICE_FILES, (i + 1) * SLICE_FILES)
            times.append(perf_counter_ns() - before)
    return " ".join(str(sorted(times)[len(times) // 2]) for times in slices)


def answer(job, words):
    files = job[int(words[1])]
    if words[0] == "verdicts":
        return verdicts(files)
    if words[0] == "facts":
        return " ".join(fact(*file) for file in files)
    return slice_times(pass_of(files, words), len(files), int(words[2]))


with open(sys.argv[1], "rb") as file:
    reader = Reader(file.read())
job = reader.list(reader.files)
for line in sys.stdin:
    print(answer(job, line.split()), flush=True)
