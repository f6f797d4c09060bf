/** Every link between documents leads to a file and to a heading. */
import { existsSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { findAgent } from "../../bindings/owners/agents/index.ts";
import { headingsOf, slugsOf } from "../../docs/.vitepress/build/slugs.mjs";
import { documents, textOf } from "../support/documents.ts";

const examples = readdirSync("examples", { recursive: true, encoding: "utf8" })
  .map((name) => `examples/${name.replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".md") && !name.includes("node_modules"));
const pages = [...documents, ...examples, "docs/index.md", "docs/benchmarks.md", "bench/README.md"];

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, "");

/** Links of a page inside the repository, as the path from the root and the anchor. */
function linksOf(page: string): { path: string; anchor: string | undefined }[] {
  const targets = Array.from(withoutCode(textOf(page)).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g), ([, target]) => target!);
  return targets.map((target) => {
    const [path, anchor] = target.split("#") as [string, string?];
    return { path: path === "" ? page : posix.join(posix.dirname(page), path), anchor };
  });
}

describe.each(pages)("%s", (page) => {
  const links = linksOf(page);
  it("leads to files that exist", () => {
    expect(links.map(({ path }) => path).filter((path) => !existsSync(path))).toEqual([]);
  });
  it("leads to headings that exist", () => {
    const dead = links.filter(
      ({ path, anchor }) => anchor !== undefined && !slugsOf(headingsOf(textOf(path))).includes(anchor),
    );
    expect(dead).toEqual([]);
  });
});

describe("what guides say about a crawler or a tool has its source and date", () => {
  const sourced = /^\|.*\]\(.*\).*\| 20\d\d-\d\d(?:-\d\d)? \|$/;

  it.each([
    ["search-console", "| what this page says | source | read |"],
    ["overload", "| what this page says | source | read |"],
    ["server-fails", "| what this page says | source | read |"],
    ["staging", "| what this page says | source | read |"],
    ["link-previews", "| service | product token | source | read |"],
  ])("docs/guide/%s.md", (page, head) => {
    const [table] = textOf(`docs/guide/${page}.md`).split(`${head}\n`)[1]!.split("\n\n");
    const rows = table!.trim().split("\n").slice(1);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter((row) => !sourced.test(row))).toEqual([]);
  });

  it("the tokens of link previews have the sources of the table of crawlers", () => {
    const rows = textOf("docs/guide/link-previews.md").matchAll(
      /^\| .* \| `([\w-]+)`.*\| \[.*\]\((.*)\) \| ([\d-]+) \|$/gm,
    );
    const said = Array.from(rows, ([, token, source, checked]) => ({ token, source, checked }));
    expect(said).toHaveLength(7);
    for (const row of said) expect(findAgent(row.token!)).toMatchObject(row);
  });
});

it("documents call the command by the name of its package", () => {
  const wrong = documents.filter((name) => /npx (?:--yes )?robots-wasm\b(?!-cli)/.test(textOf(name)));
  expect(wrong).toEqual([]);
});

describe("CONTRIBUTING.md", () => {
  const text = textOf("CONTRIBUTING.md");
  const found = (pattern: RegExp): string[][] => [...text.matchAll(pattern)].map(([, ...groups]) => groups as string[]);

  it("names files and folders that exist", () => {
    const paths = found(
      /[` ]((?:assembly|bench|bindings|docs|python|scripts|test|tester)\/[\w./-]*\w\/?)(?=[`, ])/g,
    ).flat();
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    expect(paths.length).toBeGreaterThan(30);
  });
  it("names symbols that their files define", () => {
    const symbols = found(/`(\w+)`\s+of\s+`([\w./-]+)`/g);
    const absent = symbols.filter(
      ([name, file]) =>
        !new RegExp(`^(?:export )?(?:const|class|function|interface) ${name}\\b`, "m").test(textOf(file!)),
    );
    expect(absent).toEqual([]);
    expect(symbols.length).toBeGreaterThan(5);
  });
  it("names scripts of package.json", () => {
    const scripts = found(/`npm run ([\w:]+)/g).flat();
    expect(scripts.filter((name) => !(name in JSON.parse(textOf("package.json")).scripts))).toEqual([]);
  });
});

/** What people ask, and the page or heading that answers. */
const answers: readonly (readonly [question: string, page: string, anchor?: string])[] = [
  ["crawl delay", "docs/guide/crawl-delay.md"],
  ["Googlebot, then *", "docs/guide/groups.md", "googlebot-first-then-"],
  ["what happens on 503", "docs/client.md", "what-happens-on-503-404-and-timeouts"],
  ["redirects", "docs/client.md", "redirects"],
  ["Redis", "docs/client.md", "redis"],
  ["Deno", "docs/runtimes.md", "deno"],
  ["Cloudflare", "docs/guide/cloudflare.md"],
  ["offline tests", "docs/guide/testing.md"],
  ["memory for a million hosts", "docs/client.md", "memory-for-a-million-hosts"],
  ["sitemaps", "docs/crawl.md", "sitemaps"],
  ["versions", "docs/versioning.md"],
  ["updating the crawlers", "docs/agents.md", "update-the-list-of-crawlers"],
  ["audit and logging", "docs/client.md", "logs-and-audits"],
  ["pacing", "docs/crawl.md", "pace"],
  ["block GPTBot", "docs/guide/block-ai-crawlers.md", "block-gptbot"],
  ["is my file right", "docs/guide/site-owners.md", "how-to-check-it"],
  ["isAllowed", "docs/api/core.md"],
  ["types", "docs/api/index.md"],
  ["errors", "docs/api/index.md", "errors"],
];

describe.each(answers.map(([question, page, anchor]) => ({ question, page, anchor })))(
  "the answer to $question",
  ({ page, anchor }) => {
    const isAnswer = (link: { path: string; anchor: string | undefined }): boolean =>
      link.path === page && (anchor === undefined || link.anchor === anchor);

    it("is at most two links from the README", () => {
      const pages = ["README.md", ...linksOf("README.md").map(({ path }) => path)].filter((path) =>
        path.endsWith(".md"),
      );
      expect(pages.filter((path) => linksOf(path).some(isAnswer))).not.toEqual([]);
    });
    it("exists", () => {
      const slugs = slugsOf(headingsOf(textOf(page)));
      expect(slugs).toContain(anchor ?? slugs[0]);
    });
  },
);
