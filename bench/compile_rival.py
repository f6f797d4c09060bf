"""python compile_rival.py AGENT URLS OUTPUT WARC...: what `robots-wasm compile` and `filter` do, by fastwarc and fastrobots.

Keeps the rules of each origin in memory, writes the URLs that are allowed, and prints what it took (compile.mjs).
"""
import json
import resource
import sys

from fastrobots import Robots
from fastwarc.warc import ArchiveIterator, WarcRecordType

agent, urls, output, *warcs = sys.argv[1:]
rules = {}
for path in warcs:
    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            status, text = record.http_headers.status_code, ""
            if status == 200:
                text = record.reader.read(512_000).decode("utf-8", "replace")
            elif status >= 500 or status < 400:
                text = "User-agent: *\nDisallow: /"
            rules[record.headers["WARC-Target-URI"].removesuffix("/robots.txt")] = Robots.parse(text)
with open(urls, encoding="utf-8") as lines, open(output, "w", encoding="utf-8") as allowed:
    for line in lines:
        end = line.find("/", len("https://"))
        robots = rules.get(line[:end])
        if robots is None or robots.allowed(line[end:-1], agent):
            allowed.write(line)
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"cpuSeconds": used.ru_utime + used.ru_stime, "maxRssBytes": 1024 * used.ru_maxrss}))
