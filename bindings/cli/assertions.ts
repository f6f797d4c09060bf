/** Reads the file of `robots-wasm test`: which crawlers may or may not fetch which URLs. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from "yaml";
import { isUrlOrPath } from "../base/url.ts";
import { inputError } from "../bulk/files/input-error.ts";
import { assertedCrawler, assertionsIn, crawlersMeant } from "../owners/assertions/index.ts";
import { usageError } from "./errors.ts";
import { checkedFile } from "./input.ts";

const expectations = ["allowed", "refused"] as const;

/** What YAML takes for one text: `/a, /b` or `/a /b`. Such a path can be asserted as the element of a list. */
const SEVERAL = /\s|,(?=\/|https?:)/;

export interface Assertion {
  /** Product tokens in order of preference, separated by commas. */
  readonly agent: string;
  readonly url: string;
  readonly expected: (typeof expectations)[number];
  /** The line of the URL in the file. */
  readonly line: number;
}

/** An assertion about the pages of a sitemap. */
export interface SitemapAssertion {
  readonly agent: string;
  /** A file, relative to the file of assertions, or a URL. */
  readonly sitemap: string;
  readonly line: number;
}

export interface AssertionFile {
  readonly robots: string | undefined;
  readonly dialect: string | undefined;
  readonly assertions: readonly Assertion[];
  /** Sitemaps all of whose pages must be allowed. */
  readonly sitemaps: readonly SitemapAssertion[];
  /** Assertions in comments that cannot be checked, a sentence each. */
  readonly malformed: readonly string[];
}

/** Reads a YAML or JSON file, or the comments of a robots.txt. @throws an input error that names the line */
export function readAssertions(file: string): AssertionFile {
  const text = checkedFile("a readable file of assertions", file, (path) => readFileSync(path, "utf8"));
  return /\.txt$/i.test(file) ? assertionsInComments(file, text) : new AssertionReader(file).read(text);
}

/** A test that checks nothing would pass. */
function assertionsInComments(file: string, text: string): AssertionFile {
  const found = assertionsIn(text);
  if (found.length === 0)
    throw usageError(`${file}: expected a comment such as "# test: GPTBot /private refused"; got no assertion`);
  const read = found.map(({ agent, url, expected, line, problem }) => {
    const wrong = problem ?? problemOfAgent(agent);
    return wrong === undefined ? { agent, url, expected: expected!, line } : `${file}:${line}: ${wrong}`;
  });
  return {
    robots: basename(file),
    dialect: undefined,
    assertions: read.filter((one) => typeof one !== "string"),
    sitemaps: [],
    malformed: read.filter((one) => typeof one === "string"),
  };
}

function problemOfAgent(agent: string): string | undefined {
  if (crawlersMeant(agent, undefined) !== undefined) return undefined;
  try {
    assertedCrawler(agent);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

class AssertionReader {
  readonly #file: string;
  readonly #lines: LineCounter = new LineCounter();

  constructor(file: string) {
    this.#file = file;
  }

  read(text: string): AssertionFile {
    const document = parseDocument(text, { lineCounter: this.#lines });
    const [error] = document.errors;
    if (error !== undefined)
      throw this.#invalid({ range: error.pos }, `valid YAML; got ${error.message.split("\n")[0]}`);
    const root = this.#map(document.contents, ["robots", "dialect", "tests"]);
    const tests = root.get("tests", true) as unknown;
    const read = isSeq(tests) ? tests.items.map((item) => this.#test(item)) : [];
    if (read.length === 0) throw this.#invalid(tests, "tests: a list with agent, and allowed or refused URLs");
    return {
      robots: this.#text(root, "robots"),
      dialect: this.#text(root, "dialect"),
      assertions: read.flatMap(({ assertions }) => assertions),
      sitemaps: read.flatMap(({ sitemaps }) => sitemaps),
      malformed: [],
    };
  }

  #test(item: unknown): Pick<AssertionFile, "assertions" | "sitemaps"> {
    const test = this.#map(item, ["agent", ...expectations, "sitemap"]);
    const agent = this.#text(test, "agent");
    if (agent === undefined) throw this.#invalid(item, "agent: a product token");
    const assertions = expectations.flatMap((expected) =>
      this.#urls(expected, test.get(expected, true)).map((url) => ({ agent, expected, ...this.#url(url) })),
    );
    const sitemap = this.#text(test, "sitemap");
    const sitemaps = sitemap === undefined ? [] : [{ agent, sitemap, line: this.#lineOf(test.get("sitemap", true)) }];
    if (assertions.length + sitemaps.length === 0) throw this.#invalid(item, "allowed or refused URLs; got none");
    return { assertions, sitemaps };
  }

  /** @throws an input error for an empty list, which would pass without checking a URL */
  #urls(expected: string, node: unknown): readonly unknown[] {
    if (node === undefined) return [];
    const urls = isSeq(node) ? node.items : [node];
    if (urls.length === 0) throw this.#invalid(node, `${expected}: at least one URL; got an empty list`);
    const text = isScalar(node) ? String(node.value) : "";
    if (SEVERAL.test(text)) throw this.#invalid(node, `${expected}: one URL, or a list such as [/a, /b]; got ${text}`);
    return urls;
  }

  #url(node: unknown): Pick<Assertion, "url" | "line"> {
    const url = isScalar(node) ? String(node.value) : "";
    if (!isUrlOrPath(url)) throw this.#invalid(node, `an absolute URL or a path that starts with /; got ${url}`);
    return { url, line: this.#lineOf(node) };
  }

  #map(node: unknown, keys: readonly string[]): YAMLMap {
    if (!isMap(node)) throw this.#invalid(node, `an object with the keys ${keys.join(", ")}`);
    for (const { key } of node.items)
      if (!isScalar(key) || !keys.includes(String(key.value)))
        throw this.#invalid(key, `one of the keys ${keys.join(", ")}; got ${String(key)}`);
    return node as YAMLMap;
  }

  #text(map: YAMLMap, key: string): string | undefined {
    const node = map.get(key, true) as unknown;
    if (node === undefined || (isScalar(node) && typeof node.value === "string"))
      return node?.value as string | undefined;
    throw this.#invalid(node, `${key}: text`);
  }

  #invalid(node: unknown, expected: string): Error {
    return inputError(`${this.#file}:${this.#lineOf(node)}`, `expected ${expected}`);
  }

  #lineOf(node: unknown): number {
    return this.#lines.linePos((node as { range?: readonly number[] } | undefined)?.range?.[0] ?? 0).line || 1;
  }
}
