"""Answers jobs for the tests: python jobs.py embed.wasm < jobs > answers. test/embed/jobs.ts describes both."""

import sys
from array import array
from base64 import b64decode, b64encode

from robots_wasm import DIALECTS, RobotsWasm, module_of

names = {number: name for name, number in DIALECTS.items()}


def answer(robots, dialect, file, agents, urls="", question="written"):
    urls = [b64decode(url).decode() for url in urls.split(" ")]
    program = robots.compile(names[int(dialect)], b64decode(file), b64decode(agents).decode().split("\n"))
    if question == "readings":
        verdicts = "".join(str(int(robots.is_allowed(program, url))) for url in urls)
        lines = " ".join(str(robots.rule_line(program, url)) for url in urls)
        robots.free(program)
        return f"{verdicts}\t{lines}"
    saved = robots.save(program)
    loaded = robots.load(saved)
    lines = "".join(f"{url}\n" for url in urls).encode()
    handles = array("I", [program if row % 2 else loaded for row in range(lines.count(b"\n"))]).tobytes()
    answers = [
        "".join(str(int(robots.is_allowed_as_written(program, url))) for url in urls),
        " ".join(str(robots.rule_line_as_written(program, url)) for url in urls),
        "".join(map(str, robots.decide_lines(loaded, lines))),
        "".join(map(str, robots.decide_rows(handles, lines))),
        b64encode(saved).decode(),
    ]
    robots.free(program)
    robots.free(loaded)
    return "\t".join(answers)


if __name__ == "__main__":
    instance = RobotsWasm(module_of(sys.argv[1]))
    for line in sys.stdin:
        print(answer(instance, *line.rstrip("\n").split("\t")))
