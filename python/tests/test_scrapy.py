"""examples/scrapy: the class for ROBOTSTXT_PARSER, as Scrapy's middleware calls it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from command import ROOT

scrapy: Any = pytest.importorskip("scrapy")
FILE = b"User-agent: ShopBot\nCrawl-delay: 2\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\nDisallow: /%7Ejoe\n"


@pytest.mark.parametrize(
    ("agent", "path", "allowed"),
    [
        ("ShopBot/1.0 (+https://shop.example)", "/a", False),
        ("ShopBot", "/b", True),
        (b"Scrapy/2.19 (+https://scrapy.org)", "/a", True),
        ("Mozilla/5.0 (compatible; ShopBot/1.0; +https://shop.example)", "/a", False),
        ("Mozilla/5.0 (compatible; ShopBot)", "/b", True),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", "/b", False),
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
    assert rules.crawl_delay(agent) == (2.0 if "ShopBot" in str(agent) else None)
    assert parser.from_crawler(None, robotstxt_body=b"GIF89a\xd3\x00").allowed("https://shop.example/", agent)


SPIDER = """
import http.server, sys, threading
import scrapy
from scrapy.crawler import CrawlerProcess

asked = []


class Shop(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        is_down = self.path == "/robots.txt" and asked.count(self.path) == 1
        body = b"User-agent: *\\nDisallow: /private\\n" if self.path == "/robots.txt" else b"page"
        self.send_response(503 if is_down else 200)
        if is_down:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
threading.Thread(target=server.serve_forever, daemon=True).start()


class Spider(scrapy.Spider):
    name = "shop"
    start_urls = [f"http://127.0.0.1:{server.server_port}{path}" for path in ("/a", "/private/b")]

    def parse(self, response):
        pass


own = {
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "robots_wasm_middleware.RobotsMiddleware": 100,
}
settings = {"ROBOTSTXT_OBEY": True, "LOG_ENABLED": False, "RETRY_ENABLED": False, "DOWNLOADER_MIDDLEWARES": own}
process = CrawlerProcess(settings)
process.crawl(Spider)
process.start()
print(*asked)
"""


def test_an_outage_of_robots_txt_puts_pages_back() -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "examples/scrapy")}
    words = [sys.executable, "-c", SPIDER]
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["/robots.txt", "/robots.txt", "/a"]
