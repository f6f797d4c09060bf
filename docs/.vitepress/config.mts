import { defineConfig } from "vitepress";
import manifest from "../../package.json" with { type: "json" };
import { entriesOf, pageOf } from "../../scripts/entries.mjs";
import { slugOf } from "../../scripts/slugs.mjs";
import { linksToSource } from "./links.mts";

/** Where the site is published: https://OWNER.github.io/REPOSITORY/ by the workflow, the root elsewhere. */
const base = process.env["SITE_BASE"] ?? "/";

const guide = [
  { text: "Crawl politely", link: "/guide/crawl-politely" },
  { text: "Filter a list", link: "/filter" },
  { text: "Survey a crawl", link: "/survey" },
  { text: "On Cloudflare", link: "/guide/cloudflare" },
  { text: "Block AI crawlers", link: "/guide/block-ai-crawlers" },
  { text: "Lint in CI", link: "/guide/lint-in-ci" },
  { text: "From robots-parser", link: "/robots-parser" },
  { text: "In a website's build", link: "/frameworks" },
  { text: "At scale", link: "/scale" },
];

const api = entriesOf(manifest).map(({ path, name }) => ({ text: name, link: `/api/${pageOf(path)}` }));

const reference = [
  { text: "API", link: "/api/", collapsed: true, items: api },
  { text: "Client", link: "/client" },
  { text: "Fetch, sitemaps, pace", link: "/crawl" },
  { text: "Dialects", link: "/dialects" },
  { text: "Lint", link: "/lint" },
  { text: "Meta tags", link: "/meta" },
  { text: "Licences and usage", link: "/usage" },
  { text: "Crawlers", link: "/agents" },
  { text: "Archives", link: "/archive" },
  { text: "Explain and compare", link: "/explain" },
  { text: "Runtimes", link: "/runtimes" },
  { text: "Saved rules", link: "/format" },
  { text: "In other hosts", link: "/embedding" },
];

const evidence = [
  { text: "Benchmarks", link: "/benchmarks" },
  { text: "Performance in detail", link: "/performance" },
  { text: "Conformance", link: "/conformance" },
  { text: "Scoreboard", link: "/scoreboard" },
  { text: "Test vectors", link: "/vectors" },
  { text: "Fuzzing", link: "/fuzzing" },
];

const project = [
  { text: "Design", link: "/design" },
  { text: "Versioning", link: "/versioning" },
];

export default defineConfig({
  base,
  lang: "en",
  title: "robots-wasm",
  description: "Parse a robots.txt once, then check URLs against it in under a microsecond, in any JavaScript runtime.",
  cleanUrls: true,
  head: [["link", { rel: "icon", href: `${base}tester/icon.svg`, type: "image/svg+xml" }]],
  markdown: {
    config: linksToSource,
    // Anchors are those of GitHub, so that the same links work there.
    anchor: { slugify: slugOf },
    headers: { slugify: slugOf },
    toc: { slugify: slugOf },
    // The default themes miss the contrast that WCAG 2 AA asks for.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Guide", link: "/guide/crawl-politely" },
      { text: "API", link: "/api/" },
      { text: "Benchmarks", link: "/benchmarks" },
      { text: "Tester", link: "/tester/", target: "_self" },
    ],
    sidebar: [
      { text: "Guide", items: guide },
      { text: "Reference", items: reference },
      { text: "Evidence", items: evidence },
      { text: "Project", items: project },
    ],
  },
});
