"""Lines that readers of URLs understand differently, and the robots.txt files of the origins that they can mean."""

from __future__ import annotations

import random
from pathlib import Path

HOSTS = [
    b"a.example", b"A.Example", b"b.example", b"site-1.example", b"a_b.example", b"-a.example", b"a-.example", b"x--y.example",
    b"a.example.", b"a..example", b".a.example", b"a", b"localhost", b"127.0.0.1", b"0x7f.1", b"2130706433", b"0177.0.0.1", b"127.1",
    b"0x7f000001", b"1.2.3.4.5", b"256.1.1.1", b"1.2.3", b"0xzz", b"a.0x1", b"a.1", b"1.a", b"09.1", b"127.0.0.1.", b"[::1]", b"[0:0::1]",
    b"[::127.0.0.1]", b"[::ffff:7f00:1]", b"[1:2]", b"[::1", b"::1", b"[::1%25eth0]", "bücher.example".encode(),
    "BÜCHER.example".encode(), b"xn--bcher-kva.example", b"XN--BCHER-KVA.example", b"xn--a.example", b"xn--.example", b"xn--zca.example",
    "faß.example".encode(), b"xn--fa-hia.example", b"fass.example", "a。example".encode(), "a\u00ad.example".encode(),
    "\u00ad".encode(), "ａ.example".encode(), "a\u200d.example".encode(), "א.example".encode(), "אa.example".encode(),
    "1א.example".encode(), "ⅷ.example".encode(), "☃.example".encode(), "xn--n3h.example".encode(), "\U0001f4a9.example".encode(),
    "K.example".encode(), "ſ.example".encode(), "a\u0301.example".encode(), "á.example".encode(), "xn--1ch.example".encode(),
    b"%61.example", b"a%2eexample", b"a%2Eexample", b"%2e", b"a%00.example", b"a%20b.example", b"%C3%BC.example", b"%ff.example", b"%",
    b"%7f000001", b"%31%32%37.1", b"a b.example", b"a\tb.example", b"a<b.example", b"a^b.example", b"a|b.example", b"a\"b.example",
    b"a%22b.example", b"a'b.example", b"a*b.example", b"a~b.example", b"a!b.example", b"a,b.example", b"a;b.example", b"a=b.example",
    b"a{b.example", b"a`b.example", b"\xff.example", b"\xc3.example", b"\xed\xa0\x80.example", b"", b".", b"..", b"-", b"_", b"xn--",
    b"a" * 63 + b".example", b"a" * 64 + b".example", b".".join([b"a" * 60] * 5), b"a.xn--", b"xn--a-ecp.ru", b"xn--0.example",
    "ж.example".encode(), "日本.example".encode(), "日本．example".encode(), "a\ufffd.example".encode(), "\ufdd0.example".encode(),
    "ǆ.example".encode(), "\u0345.example".encode(), "a\u2260.example".encode(), b"www.site-2.example",
]  # fmt: skip
PORTS = [b""] * 12 + [b":", b":80", b":443", b":8080", b":0", b":00080", b":65535", b":65536", b":99999", b":a", b":8 0", b":-1", b":080"]
USERS = [b""] * 14 + [b"u@", b"u:p@", b"@", b"a@b@", b"u:p:q@", b"b.example@", b"%40@", b"u\\@", "ü@".encode(), b"\xff@"]
SCHEMES = [b"http://"] * 8 + [b"https://"] * 8 + [
    b"HTTP://", b"hTTps://", b"http:", b"http:/", b"http:///", b"http:\\\\", b"https:\\/", b"http:////", b"ftp://", b"//", b"ws://", b"",
    b" http://", b"\thttp://", b"\x00http://", b"ht\ttp://", b"http ://", b"\xef\xbb\xbfhttp://", b"http:/\t/", b"mailto:", b"javascript:", b"file://",
]  # fmt: skip
PARTS = [
    b"/", b"//", b"private", b"a", b"b", b"..", b".", b"%2e", b"%2E%2e", b".%2e", b"/./", b"/../", b"\\", b"%5c", b"%2f", b"%2F", b"?", b"??",
    b"#", b"?#", b"#?", b"q=1", b"&", b"it's", b"%27", b"%61", b"%c3%a9", "é".encode(), b"%C3%A9", b"\xff", b"%ff", b"%", b"%%", b"%2", b"%zz", b"*", b"$",
    b"^", b"|", b"[", b"]", b"{", b"}", b"`", b'"', b"<", b">", b" ", b"%20", b"+", b"\t", b"\r", b"\x00", b"\x7f", b"\x1f", b";p", b"=", b"~", b"!", b"@",
    b":", b",", b"robots.txt", b"/robots.txt", b"index.html", b"PRIVATE", "\u200d".encode(), "\U0001f4a9".encode(), b"\xc3", b"\xed\xa0\x80",
    "\ufffd".encode(), b"%EF%BF%BD", b"aaaa" * 40, b"%e9", b"x?y", b"/private/", b"/a%2fb", b"%7e", b"%7E", b"%3f", b"%23", b"%00",
]  # fmt: skip
ENDS = [b""] * 12 + [b"\r", b" ", b"\t", b"\x00", b"\r\r", b"#", b"?", b"\x1f "]

PATTERNS = [
    "/private", "/a", "/b$", "/*q=", "/é", "/%C3%A9", "/%ff", "/x?y", "/*it's", "/*it%27s", "/~", "/%7e", "/a%2fb", "/a/b", "/*\\", "/*%5C",
    "/*[", "/*%5B", "/*|", "/*%7C", "/*^", "/*%5E", "/*{", '/*"', "/*%22", "/*<", "/* ", "/*%20", "/*//", "/*/./", "/*..", "/*?", "/*?$", "/$",
    "/*#", "/*%23", "/*%00", "/*\x7f", "/*%7F", "/*%EF%BF%BD", "/*%2e", "/*.", "/*;", "/*@", "/*'", "/*%", "/*%%", "/*%2", "/*$", "/*\u200d", "/*:",
    "/robots.txt", "/*index.html", "/PRIVATE", "/*+", "/*`", "/*%60", "/*%3f", "/*=", "//", "/?",
]  # fmt: skip

# As a URL parser spells the hosts above that it accepts, as names of files; some are left out, and are missing.
FILES = [
    "a.example", "b.example", "site-1.example", "a_b.example", "-a.example", "a-.example", "x--y.example", "a.example.", "a", "localhost",
    "127.0.0.1", "[__1]", "xn--bcher-kva.example", "xn--fa-hia.example", "fass.example", "xn--zca.example", "xn--n3h.example",
    "xn--ls8h.example", "k.example", "s.example", "xn--1ca.example", "a%20b.example", "ab.example", "a'b.example", "a~b.example", "a!b.example",
    "a.example_8080", "b.example_8080", "127.0.0.1_8080", "localhost_8080", "xn--bcher-kva.example_8080", "xn--4db.example", "www.site-2.example",
    "xn--f1a.example", "xn--wgv71a.example", "viii.example", "a.example_65535", "b.example_443", "a.example_80", "xn--tda.example", "b.example_0",
    "https/b.example", "http/site-1.example", "https/xn--bcher-kva.example", "x.example", "1.a", "xn--1ch.example", "a;b.example",
]  # fmt: skip


# Letters, digits of both kinds, joiners and marks of which names are made: parsers of other versions of Unicode differ on some.
LETTERS = "abcxyz" * 3 + "0189" * 2 + "--" + "אבגתابةهيߊܐ" + "٠٣۴" + "\u0301\u05b0\u064b\u094d" + "कषरमಕ" + "\u200c\u200d" + "ßẞςüéčøıİſӀÅ中日本한글" + "①㎏ﬁªⅣ\u00ad…≠\u2064"
DOTS = ["."] * 9 + ["。", "．", "｡"]


def name(random: random.Random) -> bytes:
    """A host of labels beyond ASCII and of Punycode, some of it changed by one character."""
    labels = []
    for _ in range(random.randrange(1, 4)):
        letters = random.sample(LETTERS, 6)
        label = "".join(random.choice(letters) for _ in range(random.randrange(6)))
        if random.randrange(3) == 0:
            label = "xn--" + label.lower().encode("punycode").decode()
            at = random.randrange(4, len(label) + 1)
            label = label[:at] + random.choice(["", "", "", "a", "9", "-"]) + label[at + random.randrange(2) :]
        labels.append(label)
    return random.choice(DOTS).join([*labels, "example"]).encode()


def line(random: random.Random) -> bytes:
    """One line without its end; more often than not a URL."""
    pick = random.choice
    path = b"".join(pick(PARTS) for _ in range(random.randrange(7)))
    if random.randrange(4):
        path = b"/" + path
    text = pick(SCHEMES) + pick(USERS) + (pick(HOSTS[:4]), name(random), pick(HOSTS), pick(HOSTS))[random.randrange(4)] + pick(PORTS) + path + pick(ENDS)
    if random.randrange(12) == 0 and text:
        at = random.randrange(len(text))
        text = text[:at] + bytes([random.randrange(256)]) + text[at + random.randrange(2) :]
    return text.replace(b"\n", b"")


def lines(seed: int, count: int) -> bytes:
    """The same for the same seed."""
    made = random.Random(seed)
    return b"".join(line(made) + b"\n" for _ in range(count))


def write_files(folder: Path, seed: int) -> None:
    """A robots.txt for each of FILES, with a few of the patterns."""
    made = random.Random(seed)
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        rules = [f"{made.choice(['Allow', 'Disallow', 'Disallow'])}: {one}\n" for one in made.sample(PATTERNS, made.randrange(12))]
        path.write_text(f"User-agent: *\n{''.join(rules)}", encoding="utf-8")
