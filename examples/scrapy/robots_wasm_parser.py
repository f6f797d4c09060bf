"""Scrapy: robots.txt by robots-wasm. Put this file beside settings.py, and ROBOTSTXT_PARSER = "project.robots_wasm_parser.Parser" into it."""

import re
from functools import cache

from robots_wasm import parse
from scrapy.robotstxt import RobotParser
from scrapy.utils.python import to_unicode


class Parser(RobotParser):
    def __init__(self, body):
        # Scrapy passes a User-Agent header, whose first word is the product token.
        self.rules = cache(lambda agent: parse(body, re.split(r"[/\s(;]", to_unicode(agent), maxsplit=1)[0] or "*"))

    @classmethod
    def from_crawler(cls, crawler, robotstxt_body):
        return cls(robotstxt_body)

    def allowed(self, url, user_agent):
        return self.rules(user_agent).allowed(url)
