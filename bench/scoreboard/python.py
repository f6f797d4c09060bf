# A contestant written in Python behind the lines of worker.mjs: python3 python.py urllib.robotparser|protego
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


allowed = {"urllib.robotparser": robotparser, "protego": protego}[sys.argv[1]]()
for line in sys.stdin:
    vector = json.loads(line)
    answer = {"id": vector["id"]}
    try:
        text = bytes_of(vector).decode("utf-8-sig", "replace")
        answer["allowed"] = bool(allowed(text, vector["agents"][0], vector["url"]))
    except Exception as error:
        answer["error"] = repr(error)
    print(json.dumps(answer), flush=True)
