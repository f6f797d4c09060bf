"""Scrapy: robots.txt by robots-wasm. Put this file beside settings.py, and ROBOTSTXT_PARSER = "project.robots_wasm_parser.Parser" into it."""

from functools import cache

from robots_wasm import InvalidArgument, parse, product_token
from scrapy.robotstxt import RobotParser


def token_of(user_agent):
    """Scrapy passes a User-Agent header. One that names nobody obeys the groups for `*`."""
    try:
        return product_token(user_agent)
    except InvalidArgument:
        return "*"


class Parser(RobotParser):
    def __init__(self, body):
        self.rules = cache(lambda user_agent: parse(body, token_of(user_agent)))

    @classmethod
    def from_crawler(cls, crawler, robotstxt_body):
        return cls(robotstxt_body)

    def allowed(self, url, user_agent):
        return self.rules(user_agent).allowed(url)

    def crawl_delay(self, user_agent):
        return self.rules(user_agent).crawl_delay
