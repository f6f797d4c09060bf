"""The documented verdicts of every dialect, those that google/robotstxt gave, and every reading of a URL."""

from __future__ import annotations

import base64
import gzip
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from command import DIALECTS, ROOT, compiled

from robots_wasm import Archive, parse

VECTORS = ROOT / "test/cases/vectors"


def body_of(vector: dict[str, Any]) -> bytes:
    text = vector.get("robotsTxt")
    return base64.b64decode(vector.get("robotsTxtBase64", "")) if text is None else text.encode()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_documented_verdicts(dialect: str) -> None:
    vectors = json.loads((VECTORS / f"{dialect}.json").read_text())
    assert len(vectors) > 100
    for vector in vectors:
        rules = parse(body_of(vector), vector["agents"], dialect)
        assert rules.allowed_many([vector["url"]], reading="written") == [vector["allowed"]], vector["id"]
        if vector.get("line"):
            assert rules.rule_line(vector["url"], reading="written") == vector["line"], vector["id"]


def test_the_10_000_cases_that_google_robotstxt_labelled() -> None:
    cases = [json.loads(line) for line in gzip.open(ROOT / "test/fixtures/google-cases.ndjson.gz")]
    assert len(cases) == 10_000
    files = defaultdict(list)
    for case in cases:
        body = base64.b64decode(case["robots_b64"]) if "robots_b64" in case else case["robots"].encode()
        files[body, case["agent"]].append(case)
    for (body, agent), group in files.items():
        verdicts = parse(body, agent, "google").allowed_many([case["url"] for case in group], reading="written")
        assert [(case["id"], allowed) for case, allowed in zip(group, verdicts)] == [(case["id"], case["allowed"]) for case in group]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_reading_of_a_url_must_be_allowed(dialect: str, tmp_path: Path) -> None:
    """As it is written and as it is requested; each case has a host of its own in one archive."""
    urls = json.loads((VECTORS / "readings.json").read_text())["urls"]
    cases = [case for case in urls if case["dialect"] == dialect and "\n" not in case["url"] and not case["url"].endswith("\r")]
    assert len(cases) > 20
    robots = tmp_path / "robots"
    robots.mkdir()
    for number, case in enumerate(cases):
        (robots / f"a{number}.example").write_bytes(case["robotsTxt"].encode("latin-1"))
    lines = b"".join(case["url"].replace("a.example", f"a{i}.example").encode("latin-1") + b"\n" for i, case in enumerate(cases))
    verdicts = Archive(compiled(tmp_path, robots, dialect=dialect, agent="x"), "x", dialect=dialect).decide(lines)
    assert verdicts.decode() == "".join(str(int(case["allowed"])) for case in cases)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_rules_of_one_file_decide_every_reading_too(dialect: str) -> None:
    urls = json.loads((VECTORS / "readings.json").read_text())["urls"]
    cases = [case for case in urls if case["dialect"] == dialect and "\n" not in case["url"]]
    assert len(cases) > 20
    for case in cases:
        rules, url = parse(case["robotsTxt"].encode("latin-1"), "x", dialect), case["url"].encode("latin-1")
        assert rules.allowed(url) == case["allowed"] == rules.allowed_many([url])[0], url
