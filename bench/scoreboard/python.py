# A contestant written in Python behind the lines of worker.mjs: python3 python.py urllib.robotparser|protego|…. With a file of the
# conformance pack as second word, it prints its score on that file.
import base64
import json
import sys


def bytes_of(vector):
    text = vector.get("robotsTxt")
    return base64.b64decode(vector["robotsTxtBase64"]) if text is None else text.encode()


def robotparser():
    from urllib.robotparser import RobotFileParser

    def allowed(text, agent, url):
        parser = RobotFileParser()
        parser.parse(text.splitlines())
        return parser.can_fetch(agent, url)

    return allowed


def protego():
    from protego import Protego

    return lambda text, agent, url: Protego.parse(text).can_fetch(url, agent)


def robotspy():
    from robots import RobotsParser

    return lambda text, agent, url: RobotsParser.from_string(text).can_fetch(agent, url)


def ai_crawler_robots():
    from ai_crawler_robots import is_allowed

    return lambda text, agent, url: is_allowed(text, agent, path_of(url))["allowed"]


def respectscraper():
    from respectscraper import RobotsTxt

    return lambda text, agent, url: RobotsTxt.parse(text).check(url, agent)[0]


def fastrobots():
    from fastrobots import Robots

    return lambda text, agent, url: Robots.parse(text).allowed(path_of(url), agent)


def fast_robotstxt():
    from robotstxt import RobotsMatcher

    return lambda text, agent, url: RobotsMatcher().is_allowed(text, agent, url)


def path_of(url):
    """Path and query, for those that take no whole URL."""
    _, scheme, rest = url.partition("://")
    return "/" + rest.partition("/")[2] if scheme else url


contestants = [robotparser, protego, robotspy, ai_crawler_robots, respectscraper, fastrobots, fast_robotstxt]
names = {"urllib.robotparser": "robotparser"}
allowed = {one.__name__: one for one in contestants}[names.get(sys.argv[1], sys.argv[1].replace("-", "_"))]()


def answer(vector):
    try:
        text = bytes_of(vector).decode("utf-8-sig", "replace")
        return {"id": vector["id"], "allowed": bool(allowed(text, vector["agents"][0], vector["url"]))}
    except Exception as error:
        return {"id": vector["id"], "error": repr(error)}


def score(vectors):
    """Of each basis how many answers agree, as the pack's README.md asks."""
    for basis in ("text", "decided"):
        agree = [answer(v).get("allowed") == v["allowed"] for v in vectors if v["basis"] == basis]
        print(f"{basis}: {sum(agree)} of {len(agree)} agree")


if len(sys.argv) > 2:
    with open(sys.argv[2], encoding="utf-8") as file:
        score(json.load(file))
else:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
