"""Scrapy: an outage is not a refusal, and not a permission either. Put this file beside settings.py, and into it:

DOWNLOADER_MIDDLEWARES = {
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "project.robots_wasm_middleware.RobotsMiddleware": 100,
}

Scrapy's own middleware reads the page of a 503 as a robots.txt, and allows everything where the request failed. RFC 9309 §2.3.1.4 refuses the
site until somebody knows: here its pages go back into the queue for that time, and robots.txt is asked for again.
"""

from scrapy import signals
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import DontCloseSpider, IgnoreRequest
from scrapy.utils.httpobj import urlparse_cached

WAIT_S = 60


class Outage(Exception):
    """Nobody knows the rules yet."""


class RobotsMiddleware(RobotsTxtMiddleware):
    def __init__(self, crawler):
        super().__init__(crawler)
        self.waiting = 0
        crawler.signals.connect(self.stay_open, signals.spider_idle)

    def stay_open(self):
        if self.waiting > 0:
            raise DontCloseSpider

    async def _parse_robots(self, response, netloc, request):
        if response.status >= 500:
            after = response.headers.get(b"Retry-After", b"")
            raise Outage(int(after) if after.isdigit() and int(after) > 0 else WAIT_S)
        await super()._parse_robots(response, netloc, request)

    def _robots_error(self, exc, netloc):
        outage = exc if isinstance(exc, Outage) else Outage(WAIT_S)
        asking = self._parsers[netloc]
        self._parsers[netloc] = outage
        asking.callback(outage)

    def process_request_2(self, rp, request):
        if not isinstance(rp, Outage):
            return super().process_request_2(rp, request)
        from twisted.internet import reactor

        self.waiting += 1
        reactor.callLater(rp.args[0], self.put_back, request)
        raise IgnoreRequest(f"robots.txt cannot be reached; again in {rp.args[0]} s")

    def put_back(self, request):
        self.waiting -= 1
        if isinstance(self._parsers.get(urlparse_cached(request).netloc), Outage):
            del self._parsers[urlparse_cached(request).netloc]
        self.crawler.engine.crawl(request.replace(dont_filter=True))
