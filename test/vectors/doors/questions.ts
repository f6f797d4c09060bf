/** Nasty questions for every door: a file, a crawler and a text that may be a URL. All absolute URLs have the host of ORIGIN. */
import { type DialectName, dialects } from "../../../bindings/core/dialects.ts";
import fc from "../../support/properties.ts";

export interface Question {
  readonly dialect: DialectName;
  readonly file: string;
  readonly url: string;
}

/** The crawler that asks. No table of crawlers has it, so that `--dialect` alone says how its file is read. */
export const AGENT = "DoorsBot";
export const ORIGIN = "http://a.example";

const fileOf = (...rules: readonly string[]): string => `User-agent: *\n${rules.map((rule) => `${rule}\n`).join("")}`;
const disallow = (...patterns: readonly string[]): string => fileOf(...patterns.map((one) => `Disallow: ${one}`));

/** Rules, and paths of which a reading is refused by them, or none. */
const rows: readonly (readonly [file: string, paths: readonly string[]])[] = [
  [disallow("/a"), ["/x/../a", "/x/%2e%2E/a", "/./a", "/x/./../a", "/x\\..\\a", "/../a", "/a/..", "/a/.", "/x/..a"]],
  [disallow("/a/../b"), ["/a/../b", "/b", "/a/%2e%2e/b"]],
  [disallow("/b"), ["/a/../b", "/a/..\\b", "/a//../b"]],
  [disallow("/a"), ["\\a", "/\ta", "/\ra", "//a", "/a\t", "/a ", "?a", "#/a", ""]],
  [disallow("/x$"), ["/x?", "/x?#f", "/x#?", "/x", "/x ", "/x\t", "/x?#", "/x\u00a0"]],
  [disallow("/x?"), ["/x?", "/x?#f", "/x#?"]],
  [disallow("/%5E"), ["/^", "/%5E", "/?^", "/^?^"]],
  [disallow("/^"), ["/^", "/%5E", "/?^"]],
  [disallow("/*%27"), ["/?it's", "/?it%27s", "/it's"]],
  [disallow("/gr%C3%B6%C3%9Fe"), ["/größe/", "/gr%C3%B6%C3%9Fe", "/gro\u0308ße"]],
  [disallow("/größe"), ["/gr%C3%B6%C3%9Fe/", "/größe/"]],
  [disallow("/a"), ["/it's/a|b?q={^`}", "/.well-known/a", "/x/..a", "/%61", "/A"]],
  [disallow("/*;"), ["/x;y", "/x%3By"]],
  [disallow("/*\\"), ["/x\\y", "/x%5Cy", "/x?\\"]],
  [disallow("/*%00"), ["/x\0", "/x%00y", "/\0"]],
  [disallow("/*%EF%BF%BD"), ["/\ufffd", "/%EF%BF%BD", "/%FF"]],
  [fileOf("Allow: /x/", "Disallow: /a", "Allow: /"), ["/x/../a", "/x/../b", "/x/b"]],
  [fileOf("Disallow: /a$", "Disallow: /*/../a", "Allow: /"), ["/x/../a", "/a", "/x/../b"]],
  [fileOf("Disallow: /", "Allow: /x$"), ["/x", "/x?", "/./x", "/x ", "/y/../x"]],
  [
    fileOf("Disallow: /robots.txt", "Disallow: /a"),
    ["/a/../robots.txt", "/robots.txt", "/robots.txt/../a", "/robots.txt?"],
  ],
  [fileOf("Disallow: /x/", "Allow: /x/index.html"), ["/x/", "/x/./", "/x/index.html"]],
  [disallow("/"), ["", "/", "?", "#"]],
  ["", ["/", "/x/../a", "\\a"]],
  ["User-agent: OtherBot\nDisallow: /\n", ["/", "/x/../a"]],
  [`User-agent: ${AGENT}\nDisallow: /a\nUser-agent: *\nDisallow: /\n`, ["/a", "/x/../a", "/b"]],
];

/** Texts that readers of URLs take for different things, and what is odd about them. */
export const texts: readonly (readonly [text: string, meaning: string])[] = [
  ["http://a.example/p", "a URL"],
  ["/p", "a path"],
  ["//a.example/p", "a path, not a host"],
  ["HTTP://A.EXAMPLE/p", "upper case"],
  ["http://user:word@a.example/p", "a user name"],
  ["http://a.example:8080/p", "a port"],
  ["http://a.example./p", "a dot after the host"],
  ["http://a.example?p", "no slash before the query"],
  [" \thttp://a.example/p", "blanks before it"],
  ["http://a.example/p \t", "blanks after it"],
  ["ht\ttp://a.example/p", "a tab in the scheme"],
  ["http://a.ex\tample/p", "a tab in the host"],
  ["http://a.example/\tp", "a tab in the path"],
  ["http:a.example/p", "no slashes"],
  ["http:/a.example/p", "one slash"],
  ["http:///a.example/p", "three slashes"],
  ["http:\\\\a.example\\p", "backslashes"],
  ["http://a.example\\p", "a backslash after the host"],
  ["http://%61.example/p", "an escaped letter in the host"],
  ["http://bücher.a.example/p", "a host beyond ASCII"],
  ["http://a。example/p", "a dot beyond ASCII"],
  ["ftp://a.example/p", "another scheme with a host"],
  ["foo://a.example/p", "an unknown scheme with a host"],
  ["http://a.example:99999/p", "a port that does not exist"],
  ["http://a.example:8o/p", "a port that is not a number"],
  ["http://1.2.3.999/p", "an address that does not exist"],
  ["http://[::1/p", "half an address"],
  ["http://a b.example/p", "a space in the host"],
  ["http://a%zz.example/p", "a percent sign in the host"],
  ["http://xn--a.example/p", "invalid Punycode"],
  ["http:///", "no host"],
  ["http://", "no host"],
  ["\ufeffhttp://a.example/p", "a byte order mark before it"],
  ["file:///p", "a scheme without a host"],
  ["mailto:p@a.example", "a scheme without slashes"],
  ["javascript:p", "a scheme without slashes"],
  ["a.example/p", "a host without a scheme"],
  ["cart", "a word"],
  ["", "nothing"],
];

const everywhere = dialects.map(({ name }) => name);

export const nastyQuestions: readonly Question[] = rows.flatMap(([file, paths]) =>
  paths.flatMap((path) =>
    everywhere.flatMap((dialect) => [
      { dialect, file, url: ORIGIN + path },
      ...(path.startsWith("/") ? [{ dialect, file, url: path }] : []),
    ]),
  ),
);

/** Each text in a file that allows all, in one that refuses all, and in one that refuses what is requested for it. */
export const textQuestions: readonly Question[] = texts.flatMap(([url]) =>
  ["", disallow("/"), disallow("/p"), disallow("/*p")].flatMap((file) =>
    everywhere.map((dialect) => ({ dialect, file, url })),
  ),
);

const parts = [
  "/", "//", "a", "b", "..", ".", "%2e", "%2E%2e", ".%2e", "/./", "/../", "\\", "%5c", "%2f", "?", "??", "#", "?#", "#?", "q=1", "it's", "%27", "%61",
  "é", "%C3%A9", "%ff", "%", "%2", "%zz", "*", "$", "^", "|", "[", "{", "`", '"', "<", " ", "%20", "+", "\t", "\r", "\x7f", ";p", "=", "~", "@", ":",
  "robots.txt", "/robots.txt", "index.html", "A", "\u200d", "\u{1f4a9}", "\ufffd", "/a%2fb", "%7e", "%3f", "%23", "%00", "\0",
]; // biome-ignore format: a list of pieces
const patterns = [
  "/a", "/b$", "/*q=", "/é", "/%C3%A9", "/%ff", "/x?y", "/*it's", "/*%27", "/~", "/a%2fb", "/a/b", "/*\\", "/*%5C", "/*[", "/*|", "/*^", "/*%5E", '/*"',
  "/*%20", "/*//", "/*/./", "/*..", "/*?", "/*?$", "/$", "/*%23", "/*%00", "/*%EF%BF%BD", "/*.", "/*;", "/*@", "/*%", "/*$", "/robots.txt", "/*index.html",
  "/A", "/*+", "/*%09", "/*%0D", "/", "//", "/?", "/*=", "/*:",
]; // biome-ignore format: a list of patterns

const rule = fc.record({ allows: fc.boolean(), pattern: fc.constantFrom(...patterns) });

/** A made file, and a URL or a path of pieces that readers understand differently. */
export const madeQuestion: fc.Arbitrary<Question> = fc
  .record({
    dialect: fc.constantFrom(...everywhere),
    rules: fc.array(rule, { maxLength: 5 }),
    start: fc.constantFrom("/", "/", "/", "?", "#", "\\"),
    pieces: fc.array(fc.constantFrom(...parts), { maxLength: 7 }),
    isPath: fc.boolean(),
  })
  .map(({ dialect, rules, start, pieces, isPath }) => ({
    dialect,
    file: fileOf(...rules.map(({ allows, pattern }) => `${allows ? "Allow" : "Disallow"}: ${pattern}`)),
    url: (isPath ? "/" : ORIGIN + start) + pieces.join(""),
  }));
