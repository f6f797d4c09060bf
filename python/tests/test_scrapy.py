"""examples/scrapy: the class for ROBOTSTXT_PARSER, as Scrapy's middleware calls it."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from command import ROOT

scrapy: Any = pytest.importorskip("scrapy")
FILE = b"User-agent: ShopBot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\nDisallow: /%7Ejoe\n"


@pytest.mark.parametrize(
    ("agent", "path", "allowed"),
    [
        ("ShopBot/1.0 (+https://shop.example)", "/a", False),
        ("ShopBot", "/b", True),
        (b"Scrapy/2.19 (+https://scrapy.org)", "/a", True),
        ("Mozilla/5.0 (compatible; ShopBot)", "/b", False),
        ("*", "/~joe", False),
        ("", "/x/../b", False),
    ],
)
def test_scrapy_asks_with_its_user_agent(agent: str | bytes, path: str, allowed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "examples/scrapy"), *sys.path])
    from scrapy.robotstxt import RobotParser
    from scrapy.utils.misc import load_object

    parser = load_object("robots_wasm_parser.Parser")
    assert issubclass(parser, RobotParser)
    rules = parser.from_crawler(None, robotstxt_body=FILE)
    assert [rules.allowed(f"https://shop.example{path}", agent) for _ in range(2)] == [allowed] * 2
    assert parser.from_crawler(None, robotstxt_body=b"GIF89a\xd3\x00").allowed("https://shop.example/", agent)
