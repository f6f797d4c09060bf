"""What a file says besides verdicts: as the npm package reads it, for made files and the cases of every dialect."""

from __future__ import annotations

import base64
import json
import pickle
import re
import subprocess
from typing import Any

import pytest
from command import DIALECTS, ROOT

from robots_wasm import Explanation, InvalidArgument, InvalidType, RequestRate, Rule, Rules, VisitTime, parse, product_token

BODY = """User-agent: ExampleBot
User-agent: OtherBot
Crawl-delay: 1.5
Disallow: /private*
Allow: /private/open

User-agent: *
Request-rate: 3/1m
Visit-time: 2200-0600
Disallow: /

Host: https://BÜCHER.example
Sitemap: https://shop.example/map.xml
Sitemap: /relative.xml
Sitemap: https://shop.example/map.xml
"""

MADE = [
    BODY,
    "",
    "\x1f\x8b\b",
    "Host: 1.2.3.4\nHost: a.example:80\nHost: b.example/x\nHost: c d\nUser-agent: x\nFoo: bar\nÉ: é\nHost: :",
    "Host: a.example\nHost: b.example\nHost: 1.2.3.4",
    "Host: 1.2.3.4:80\nHost: [::1]",
    "Sitemap: ftp://a.example\nSitemap: mailto:x\nSitemap: https://ü.example/ü\nSitemap: http://\nSitemap: http://a b/\nSitemap: HTTP://c",
    f"Sitemap: http://a.example/{'x' * 8192}\nSitemap: http://a.example/\ufffd\ud83d\nHost: {'a' * 300}.example",
    # What is just short enough, and what is not.
    f"Host: {'a.' * 149}aa",
    f"Host: {'a.' * 150}a",
    f"Sitemap: http://a.example/{'x' * 8175}\nSitemap: http://a.example/{'y' * 8176}\nSitemap: http://a.example/x{'é' * 4087}\nSitemap: http://a.example/{'é' * 4088}",
    "User-agent: *\rDisallow: /a\r\rUser-agent: ExampleBot\nCrawl-delay: 1\nCrawl-delay: 100000\nCrawl-delay: -1\nCrawl-delay: 7",
    "User-agent: ExampleBot\nCrawl-delay: .1234567890123456\nCrawl-delay: 0.3\nRequest-rate: 1/5 0100-0200\nRequest-rate: 1/3",
]

URLS = ["/", "/private/open", "/private/x", "/x/../private/y", "/robots.txt", "https://a.example/"]

LIBRARY = """
import { parse } from "robots-wasm";
import { readFileSync } from "node:fs";
const answers = JSON.parse(readFileSync(0, "utf8")).map(({ body, dialect, agents, urls }) => {
  const robots = parse(Buffer.from(body, "base64"), { dialect });
  const rules = robots.agent(agents);
  return {
    sitemaps: robots.sitemaps, host: robots.host ?? null, groups: robots.groups,
    delay: rules.crawlDelay ?? null, rate: rules.requestRate ?? null, time: rules.visitTime ?? null,
    explained: urls.map((url) => { const { allowed, reason, rule, agent } = rules.explain(url); return [allowed, reason, rule ?? null, agent ?? null]; }),
  };
});
process.stdout.write(JSON.stringify(answers));
"""


def library(jobs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers of the npm package."""
    words = ["node", "--input-type=module", "-e", LIBRARY]
    done = subprocess.run(words, input=json.dumps(jobs).encode(), cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def answer(rules: Rules, urls: list[str]) -> dict[str, Any]:
    rate, time = rules.request_rate, rules.visit_time
    return {
        "sitemaps": rules.sitemaps,
        "host": rules.host,
        "groups": [
            {**group._asdict(), "rules": [rule._asdict() for rule in group.rules], "fields": [field._asdict() for field in group.fields]}
            for group in rules.groups
        ],
        "delay": rules.crawl_delay,
        "rate": rate and rate._asdict(),
        "time": time and {"fromMinute": time.from_minute, "toMinute": time.to_minute},
        "explained": [[*one[:2], one.rule and one.rule._asdict(), one.agent] for one in map(rules.explain, urls)],
    }


@pytest.mark.parametrize("dialect", DIALECTS)
def test_all_is_read_as_the_npm_package_reads_it(dialect: str) -> None:
    vectors = json.loads((ROOT / f"test/cases/vectors/{dialect}.json").read_text())
    files = [(text.encode(errors="replace"), agent, URLS) for text in MADE for agent in ("ExampleBot", "Nobody")]
    for vector in vectors:
        text = vector.get("robotsTxt")
        body = base64.b64decode(vector.get("robotsTxtBase64", "")) if text is None else text.encode()
        url = vector["url"]
        # The library also decides some texts that cannot be requested.
        files.append((body, vector["agents"], [url] if re.match(r"(https?:/)?/[^/\n]", url) else []))
    jobs = [{"body": base64.b64encode(body).decode(), "dialect": dialect, "agents": agent, "urls": urls} for body, agent, urls in files]
    for (body, agent, urls), expected in zip(files, library(jobs)):
        rules = parse(body, agent, dialect)
        assert answer(rules, urls) == expected, body
        assert answer(pickle.loads(pickle.dumps(rules)), urls) == expected


def test_properties_of_one_file() -> None:
    rules = parse(BODY, "ExampleBot")
    assert (rules.crawl_delay, rules.request_rate, rules.visit_time) == (1.5, None, None)
    assert rules.sitemaps == ["https://shop.example/map.xml"]
    assert rules.host == "https://xn--bcher-kva.example"
    assert [group.agents for group in rules.groups] == [["ExampleBot", "OtherBot"], ["*"]]
    assert rules.explain("/private/x") == Explanation(False, "rule", Rule("disallow", "/private*", 4), "ExampleBot")
    assert (rules.explain("/").reason, rules.explain("/").rule) == ("no-match", None)


def test_several_agents_of_one_parse() -> None:
    by_agent = parse(BODY, agents=["ExampleBot", "ThirdBot"])
    assert {name: rules.crawl_delay for name, rules in by_agent.items()} == {"ExampleBot": 1.5, "ThirdBot": None}
    third = by_agent["ThirdBot"]
    assert (third.request_rate, third.visit_time) == (RequestRate(3, 60), VisitTime(1320, 360))
    assert third.sitemaps == by_agent["ExampleBot"].sitemaps
    assert parse(BODY, agents=[]) == {}
    for wrong in ["ExampleBot", b"ExampleBot"]:
        with pytest.raises(InvalidType, match="agents: expected a list of product tokens in place of agent"):
            parse(BODY, agents=wrong)  # type: ignore[call-overload]
    with pytest.raises(InvalidType, match="agents: expected a list"):
        parse(BODY, "ExampleBot", agents=["OtherBot"])  # type: ignore[call-overload]
    with pytest.raises(InvalidType, match="agent: expected a product token"):
        parse(BODY)  # type: ignore[call-overload]


HEADERS = json.loads((ROOT / "test/cases/headers.json").read_text())


@pytest.mark.parametrize("case", HEADERS, ids=lambda case: case["header"])
def test_the_product_token_of_a_header(case: dict[str, str | None]) -> None:
    header, token = case["header"] or "", case["token"]
    if token is not None:
        assert product_token(header) == product_token(header.encode()) == token
        return
    with pytest.raises(InvalidArgument, match="header: expected a User-Agent header or a product token"):
        product_token(header)


def test_errors_of_headers() -> None:
    with pytest.raises(InvalidType, match="header: expected str or bytes; got NoneType"):
        product_token(None)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match=r"not a User-Agent header \(product_token finds it\)"):
        parse("", "Foo/1.0 (x)")


def test_a_url_too_long_for_the_rules_cannot_be_explained() -> None:
    rules = parse(f"User-agent: *\nDisallow: /{'b' * 24_577}\n", "x")
    with pytest.raises(InvalidArgument, match="url: expected at most 8,192 bytes, because .*; got 9001 bytes"):
        rules.explain("/" + "a" * 9000)
