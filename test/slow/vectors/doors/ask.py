"""The Python package as doors: reads questions and writes the answers of each door, as JSON. commands.ts and hosts.ts describe both."""

import json
import pickle
import sys

from robots_wasm import Archive, RobotsError, is_allowed, parse


def rules_of(question):
    return parse(question["file"], "DoorsBot", question["dialect"])


def line_of(rules, url):
    return rules.rule_line(url) or 0


asked = json.load(sys.stdin)
questions = asked["questions"]
answers = {name: [] for name in ["allowed", "allowed of bytes", "allowed_many", "is_allowed", "pickled"]}
for question in questions:
    rules, url = rules_of(question), question["url"]
    line = line_of(rules, url)
    answers["allowed"].append([rules.allowed(url), line])
    answers["allowed of bytes"].append([rules.allowed(url.encode()), line_of(rules, url.encode())])
    answers["allowed_many"].append([rules.allowed_many(["/", url])[1], line])
    answers["is_allowed"].append([is_allowed(question["file"], url, "DoorsBot", question["dialect"]), line])
    again = pickle.loads(pickle.dumps(rules))
    answers["pickled"].append([again.allowed(url), line_of(again, url)])

lines = {}
for dialect, crawl in asked["crawls"].items():
    with Archive(crawl["archive"], "DoorsBot", dialect=dialect, missing="refuse") as archive:
        urls = crawl["lines"]
        decided = archive.decide("".join(f"{url}\n" for url in urls).encode()).decode()
        many = "".join("-" if one is None else str(int(one)) for one in archive.decide_many(urls))
        try:
            import pyarrow

            column = archive.decide_arrow(pyarrow.array(urls)).to_pylist()
            arrow = "".join("-" if one is None else str(int(one)) for one in column)
        except RobotsError:
            arrow = many
        with Archive(crawl["shards"], "DoorsBot", dialect=dialect, missing="refuse") as shards:
            sharded = shards.decide("".join(f"{url}\n" for url in urls).encode()).decode()
    lines[dialect] = {"decide": decided, "decide_many": many, "decide_arrow": arrow, "shards": sharded}
json.dump({"answers": answers, "lines": lines}, sys.stdout)
