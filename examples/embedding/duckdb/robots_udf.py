"""DuckDB's `robots_allowed(url, host)`: verdicts of robots-wasm/embed.wasm, the rows of one host in one call."""

import sys
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

sys.path.append(str(Path(__file__).parent.parent / "python"))
from robots_wasm import RobotsWasm, module_of

MAX_PROGRAMS = 10_000
TEXT = pa.large_string()


class Rules(threading.local):
    """Compiled files, by host. DuckDB calls from several threads; each gets an instance of its own."""

    def __init__(self, module, file_of, agents, dialect):
        self.robots = RobotsWasm(module)
        self.file_of, self.agents, self.dialect = file_of, agents, dialect
        # A host without a file allows everything (RFC 9309 §2.3.1.3), as an empty file does.
        self.nothing = self.robots.compile(dialect, b"", agents)
        self.programs = {}

    def handles_of(self, hosts):
        if len(self.programs) + len(hosts) > MAX_PROGRAMS:
            self._forget_all()
        return [self._handle_of(host) for host in hosts]

    def _handle_of(self, host):
        if host not in self.programs:
            file = self.file_of(host)
            self.programs[host] = self.nothing if file is None else self.robots.compile(self.dialect, file, self.agents)
        return self.programs[host]

    def _forget_all(self):
        for program in self.programs.values():
            if program != self.nothing:
                self.robots.free(program)
        self.programs.clear()


def lines_of(urls):
    """Each URL with a line end, as bytes. A URL cannot hold a line feed, so such a value is not one."""
    urls = pc.if_else(pc.match_substring(urls, "\n"), pa.scalar("", TEXT), urls)
    return pc.binary_join_element_wise(urls, pa.scalar("", TEXT), pa.scalar("\n", TEXT)).buffers()[2]


def decide(rules, urls, hosts):
    """A verdict for each row, by all readings of its URL. Null is decided like an empty text, which is not a URL."""
    hosts = hosts.dictionary_encode()
    handles = rules.handles_of(hosts.dictionary.to_pylist())
    # The rows of one host one after another.
    order = pc.array_sort_indices(hosts.indices)
    urls, hosts = urls.take(order), pc.run_end_encode(hosts.indices.take(order))
    verdicts, start = bytearray(), 0
    for host, end in zip(hosts.values.to_pylist(), hosts.run_ends.to_pylist()):
        verdicts += rules.robots.decide_readings(handles[host], lines_of(urls.slice(start, end - start)))
        start = end
    verdicts = pa.Array.from_buffers(pa.uint8(), len(urls), [None, pa.py_buffer(verdicts)])
    return verdicts.cast(pa.bool_()).take(pc.array_sort_indices(order))


def text_of(column):
    """A column as one array of text with 64-bit offsets."""
    return pc.fill_null(column.combine_chunks().cast(TEXT), "")


def register(connection, module, file_of, agents, dialect="rfc9309"):
    """Adds the function. `module` is the path of embed.wasm; `file_of` returns the bytes of a host's robots.txt, or None."""
    rules = Rules(module_of(module), file_of, agents, dialect)
    connection.create_function(
        "robots_allowed",
        lambda urls, hosts: decide(rules, text_of(urls), text_of(hosts)),
        ["VARCHAR", "VARCHAR"],
        "BOOLEAN",
        type="arrow",
        null_handling="special",
    )
