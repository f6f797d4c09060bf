/** Words of the field, by kind of bytes: what a random byte would take for ever to spell. Latin-1 text, a character a byte. */
import type { Kind } from "./input.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

const boms = ["\xef\xbb\xbf", "\xef\xbb", "\xef", "\xff\xfe", "\xfe\xff"];
const separators = [" ", "\t", "\v", "\f", "\x85", "\xa0", "\u00c2\u00a0", "\0", "#", ":", " : ", "=", ",", ";"];
const lineEnds = ["\n", "\r", "\r\n", "\n\r", "\n\n", "\r\r"];
/** é, ツ and an emoji in UTF-8, cut short, and a lone surrogate as WTF-8 has it. */
const nonAscii = ["\xc3\xa9", "\xe3\x83\x84", "\xf0\x9f\x98\x80", "\xe3\x83", "\xe9", "\xed\xa0\x80", "\xc0\xaf"];

const escapes = words("%2F %2f %3F %3f %3A %40 %2A %2a %24 %25 %23 %7E %7e %41 %61 %00 %0A %C3%A9 %c3%a9 %zz %2 % %%");
const pathPieces = words(
  "/ // /a /b /ab /aa /index.html /index.htm /index.htmx /robots.txt /* *a **a * ** $ $$ *$ ?a=b ?q= ? & ; = . .. .gif$ ~ @ + a b c",
);

const keys = [
  ...words("User-agent: Disallow: Allow: Sitemap: Crawl-delay: Request-rate: Visit-time: Clean-param: Host: Noindex:"),
  ...words("Content-Signal: Content-Usage: useragent: disalow: dissallow: dissalow: diasllow: disallaw: site-map:"),
  ...words("Disallowed: Allowance: user-agents: DISALLOW: aLLOW: Unknown:"),
  "user agent: ",
  "Disallow ",
  "Allow\t",
  "User-agent ",
];
const agents = [
  ...words("* FooBot foobot FOOBOT Foo FooBot-Images FooBot/2.1 FooBot* MJ12bot bot2 Bar_Bot ** *foo 007 a x"),
  "* x",
  "*\t",
  "Foo Bot",
  "",
];
const values = [
  ...words("1 0.5 .5 1e3 -1 0x10 99999999 1/10s 1/0 10/5m 0400-0845 2200-0300 2400-0000"),
  ...words("s&t /x a&b https://a.example/s.xml /s.xml //b.example/s ftp://c/ data:x search=yes ai-train=no train-ai=n"),
  "1/10s 1200-1300",
  "search=yes, ai-train=no",
  "/p train-ai=n",
];

const origins = words("http://h https://a.example HTTP://H http://h:80 ftp://u@h //h ://h http:// x mailto:a #f # /#x");

const directives = [
  ...words(
    "noindex nofollow none all index follow nosnippet noarchive nocache indexifembedded notranslate noimageindex",
  ),
  ...words(
    "max-snippet:20 max-snippet:-1 max-snippet: max-image-preview:large max-image-preview:none max-video-preview:0",
  ),
  ...words("robots: googlebot: GoogleBot: bingbot: otherbot: , ; : -1 0 1e9"),
  "unavailable_after: 25 Jun 2010 15:00:00 PST",
  "unavailable_after: Friday, 25-Jun-10 15:00:00 PST",
  "unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT",
  "unavailable_after: 2027-09-21T10:00:00+02:00",
  "unavailable_after: Fri Jun 25 15:00:00 2010",
];

const spelling = [...escapes, ...nonAscii, ...pathPieces];
const spaced = [...separators, ...lineEnds, ...boms];

export const dictionary: Readonly<Record<Kind, readonly string[]>> = {
  robots: [...spelling, ...spaced, ...keys, ...agents, ...values, ...lineEnds, ...keys.map((key) => `\n${key}`)],
  agent: [...agents, ...nonAscii, "/", "-", "_", " ", "\0"],
  url: [...spelling, ...origins, "\0", "#", "\r", " "],
  header: [...directives, ...directives, ", ", " ", "\t", "\0", "\xa0", "\xc3\xa9", "\xc4\xb0", "\xe2\x84\xaa"],
  program: ["\0\0\0\0", "\x01\0\0\0", "\xff\xff\xff\xff", "\xff\xff\xff\x7f", "\0", "*", "/", "$", "%"],
};

/** What well-formed lines are made of, to be put into files whole. */
export const lineParts: Readonly<
  Record<"keys" | "agents" | "values" | "pathPieces" | "escapes" | "nonAscii", readonly string[]>
> = { keys, agents, values, pathPieces, escapes, nonAscii };
