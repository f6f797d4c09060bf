/**
 * Verdicts on URLs that will be fetched, for every byte in every dialect: what the oracle says about each naive reading.
 * docs/vectors.md says what the members are.
 */
import { type DialectName, dialects } from "../../bindings/core/dialects.ts";
import { answersOf } from "../fuzz/reference.ts";
import { naiveReadings, ORIGIN } from "../support/naive-readings.ts";

/** Where the byte stands in the URL and in the rule. */
const places: Readonly<Record<"path" | "path-end" | "query", readonly [before: string, after: string]>> = {
  path: ["/x", "y"],
  "path-end": ["/x", ""],
  query: ["/x?q=", "y"],
};

const toUtf8 = (text: string): string => Buffer.from(text).toString("latin1");
const percent = (bytes: string): string => Array.from(bytes, hex).join("");
const hex = (byte: string): string => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/** How the number of a row is written in the URL: as this byte, or as the character with this number in UTF-8. */
const spellings: Readonly<Record<"byte" | "character", (text: string) => string>> = {
  byte: (text) => text,
  character: toUtf8,
};

/** How the rule writes it. */
const rules: Readonly<Record<"raw" | "escaped" | "replacement", (bytes: string) => string>> = {
  raw: (bytes) => bytes,
  escaped: percent,
  replacement: () => "%EF%BF%BD",
};

export interface ByteRow {
  readonly dialect: DialectName;
  readonly place: keyof typeof places;
  readonly spelling: keyof typeof spellings;
  readonly rule: keyof typeof rules;
  /** One character for each of 0 to 255: 1 allowed, 0 refused. */
  readonly verdicts: string;
}

/** Text is Latin-1, a character a byte. */
export interface Question {
  readonly url: string;
  readonly robotsTxt: string;
}

const bodyOf = (...lines: readonly string[]): string => ["User-agent: *", ...lines, ""].join("\n");

/** What a row asks about one of 0 to 255. */
export function questionOf({ place, spelling, rule }: Omit<ByteRow, "dialect" | "verdicts">, byte: number): Question {
  const bytes = spellings[spelling](String.fromCharCode(byte));
  const [before, after] = places[place];
  return {
    url: `${ORIGIN}${before}${bytes}${after}`,
    robotsTxt: bodyOf(`Disallow: ${before}${rules[rule](bytes)}${after}`),
  };
}

export interface UrlCase extends Question {
  readonly dialect: DialectName;
  readonly allowed: boolean;
}

function isAllowed({ url, robotsTxt }: Question, dialect: DialectName): boolean {
  const reader = dialects.find(({ name }) => name === dialect)!;
  const answers = answersOf(Buffer.from(robotsTxt, "latin1"), "x", naiveReadings(url), reader);
  return answers.every((answer) => answer.startsWith("A"));
}

const keysOf = <T extends object>(object: T): (keyof T)[] => Object.keys(object) as (keyof T)[];

const byteRows = (): ByteRow[] =>
  dialects.flatMap(({ name: dialect }) =>
    keysOf(places).flatMap((place) =>
      keysOf(spellings).flatMap((spelling) =>
        keysOf(rules).map((rule) => {
          const row = { dialect, place, spelling, rule };
          const verdicts = Array.from({ length: 256 }, (_, byte) => +isAllowed(questionOf(row, byte), dialect)).join(
            "",
          );
          return { ...row, verdicts };
        }),
      ),
    ),
  );

/** What one byte cannot show. Rules and URLs in UTF-8. */
const questions: readonly (readonly [rules: readonly string[], urls: readonly string[]])[] = [
  [["Disallow: /x?q=it%27s"], ["/x?q=it's", "/x?q=it%27s", "/x#?q=it's", "/x/it's"]],
  [["Disallow: /x?q=it's"], ["/x?q=it's", "/x?q=it%27s"]],
  [["Disallow: /caf%C3%A9"], ["/café", "/cafe\u0301", "/x/../café"]],
  [["Disallow: /%F0%9F%A4%96"], ["/🤖", "/🤖?🤖"]],
  [
    ["Disallow: /x"],
    ["/./x", "/a/../x", "/x/../a", "/a/%2e%2E/x", "/a\\..\\x", "/x\\..\\a", "/\tx", "/a?/../x", "//x"],
  ],
  [["Disallow: /*?"], ["/x?", "/x?#", "/x#?", "/x"]],
  [["Disallow: /x$"], ["/x?", "/x", "/x ", "/x%20", "/x\u00a0"]],
  [["Disallow: /%5E"], ["/^", "/%5E", "/?^"]],
  [["Disallow: /^"], ["/^", "/%5E"]],
  [
    ["Disallow: /", "Allow: /x$"],
    ["/x", "/x ", "/x?", "/./x"],
  ],
  [
    ["Disallow: /robots.txt", "Disallow: /a"],
    ["/a/../robots.txt", "/robots.txt", "/robots.txt/../a"],
  ],
];

const urlCases = (): UrlCase[] =>
  dialects.flatMap(({ name: dialect }) =>
    questions.flatMap(([lines, paths]) =>
      paths.map((path) => {
        const question = { robotsTxt: toUtf8(bodyOf(...lines)), url: ORIGIN + toUtf8(path) };
        return { dialect, ...question, allowed: isAllowed(question, dialect) };
      }),
    ),
  );

export interface ReadingVectors {
  readonly bytes: readonly ByteRow[];
  readonly urls: readonly UrlCase[];
}

/** One row a line, so that a change of one is a change of one line. */
export function readingsJson(): string {
  const listOf = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join(",\n");
  return `{"bytes":[\n${listOf(byteRows())}\n],"urls":[\n${listOf(urlCases())}\n]}\n`;
}
