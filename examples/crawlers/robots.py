"""Writes a robots.txt that refuses the crawlers of some purposes: python robots.py crawlers.json training permission > robots.txt"""

import json
import sys

path, *purposes = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    table = json.load(file)


def serves(crawler: dict) -> bool:
    """Whether a crawler in use serves one of the purposes, also as a second one."""
    return crawler["status"] == "active" and any(
        purpose in purposes for purpose in [crawler["purpose"], *crawler["alsoFor"]]
    )


# Several crawlers may share a token: a dict keeps each once, in order.
tokens = dict.fromkeys(crawler["writeAs"] for crawler in table["crawlers"] if serves(crawler))
if not tokens:
    sys.exit(f"no crawler serves {', '.join(purposes) or 'no purpose at all'}")

print("User-agent: *\nAllow: /\n")
for token in tokens:
    print(f"User-agent: {token}")
print("Disallow: /")
