"""Runs the module with a bound of memory until every call that needs some fails: python out_of_memory.py embed.wasm."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3] / "examples/embedding/python"))
from robots_wasm import RobotsError, RobotsWasm, module_of

LIMIT_BYTES = 2**21
FILE = b"User-agent: *\n" + b"".join(b"Disallow: /%d/*a\nAllow: /%d/b$\n" % (i, i) for i in range(200))
LINES = b"/1/a\n/1/b\n/x\n" * 500
WANTED = bytes([0, 1, 1] * 500)


def fails(call, *arguments):
    try:
        call(*arguments)
    except RobotsError as error:
        assert str(error) == "OUT_OF_MEMORY", error
        return True
    return False


robots = RobotsWasm(module_of(sys.argv[1]))
robots._store.set_limits(memory_size=LIMIT_BYTES)
programs = []


def add():
    programs.append(robots.compile("rfc9309", FILE, ["x"]))


assert fails(robots.is_allowed_as_written, robots.compile("rfc9309", b"", ["x"]), "/" + "a" * 2**19)
assert fails(robots.compile, "rfc9309", b"Allow: /\n" * 50_000, ["x"])
while not fails(add):
    pass
assert len(programs) > 20, len(programs)
# No memory for an index: the programs decide without one.
for program in programs:
    assert robots.decide_lines(program, LINES) == WANTED
saved = robots.save(programs[0])
while not fails(lambda: programs.append(robots.load(saved))):
    pass
# What is freed can be used again.
robots.free(programs.pop())
programs.append(robots.load(saved))
assert robots.decide_lines(programs[-1], LINES) == WANTED
assert robots.save(programs[-1]) == saved
print("ok")
