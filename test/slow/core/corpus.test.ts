/**
 * Real files: the WebAssembly engine and the TypeScript fallback agree on each of them, for several agents, on 50 URLs made
 * from the file's own rules. One of thirty files, weekly all.
 */
import { describe, expect, it } from "vitest";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { type DialectName, parse } from "../../../bindings/index.ts";
import { wasmEngine, withEngine } from "../../support/engines.ts";
import { hasShared, type RealFile, realFiles } from "../../support/shared.ts";
import { sized } from "../../support/sized.ts";

const URLS_PER_FILE = 50;
const oneOf = sized(30, 1);

/** A URL that a pattern matches, or nearly: wildcards filled, ends cut or grown, one in four left alone. */
function urlFrom(pattern: string, i: number): string {
  const filled = pattern.replaceAll("*", ["", "x", "/a/b", "?q=1"][i % 4]!).replace(/\$$/, i % 3 ? "" : "$");
  const path = filled.startsWith("/") ? filled : `/${filled}`;
  return [path, `${path}z`, path.slice(0, -1), `https://a.example${path}?x=${i}`][(i >> 2) % 4]!;
}

function urlsOf(patterns: readonly string[]): string[] {
  return Array.from({ length: URLS_PER_FILE }, (_, i) =>
    i % 5 === 0 || patterns.length === 0 ? `/page/${i}` : urlFrom(patterns[(i * 7) % patterns.length]!, i),
  );
}

/** A file may also name `*<br/>`, which no crawler can be. */
const isToken = (name: string): boolean => /^([a-z_-]+|\*)$/i.test(name);

function answers(file: RealFile, dialect: DialectName, agents: readonly string[], urls: readonly string[]) {
  const robots = parse(file.bytes, { dialect, maxBytes: 4_000_000 });
  return agents.map((agent) => {
    const rules = robots.agent(agent);
    return {
      decided: urls.map((url) => rules.explain(url)),
      many: [...rules.isAllowedMany(urls)],
      saved: [...rules.toBytes()].length,
      pace: [rules.crawlDelay, rules.requestRates, rules.visitTime],
      sitemaps: robots.sitemaps,
    };
  });
}

describe.skipIf(!hasShared("corpus/robots.ndjson.gz"))("real files (skipped without the shared folder)", () => {
  it.each<DialectName>(["rfc9309", "google"])("the engines agree in %s", (dialect) => {
    let files = 0;
    for (const file of realFiles(oneOf)) {
      files++;
      const groups = parse(file.bytes, { dialect, maxBytes: 4_000_000 }).groups;
      const patterns = groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern));
      const agents = ["MadeUpBot", "Googlebot", groups.at(-1)?.agents.find(isToken) ?? "x"];
      const urls = urlsOf(patterns);
      const wanted = withEngine(fallback, () => answers(file, dialect, agents, urls));
      expect(
        withEngine(wasmEngine, () => answers(file, dialect, agents, urls)),
        file.host,
      ).toEqual(wanted);
    }
    expect(files).toBeGreaterThan(1000 / oneOf);
  });
});
