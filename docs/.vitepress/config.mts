import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { descriptionOf, socialTags, withMissingText, withPolicy } from "./build/head.mts";
import { markdown } from "./build/markdown.mts";
import { bodyOf, sectionsOfSite, sourceOf } from "./build/pages.mts";
import { robotsTxt } from "./build/robots-txt.mts";
import { address, base, repository, version } from "./build/site.mts";

export default defineConfig({
  base,
  lang: "en",
  title: "robots-wasm",
  description: "Parse a robots.txt once, then check URLs against it in under a microsecond, in any JavaScript runtime.",
  cleanUrls: true,
  // Its default adds a style element for a moment, which the policy forbids.
  appearance: { disableTransition: false },
  // In the page it would be a script that every new page changes.
  metaChunk: true,
  head: [
    ["link", { rel: "icon", href: `${base}favicon.svg`, type: "image/svg+xml" }],
    ["meta", { name: "color-scheme", content: "light dark" }],
    ["meta", { name: "referrer", content: "strict-origin-when-cross-origin" }],
  ],
  markdown,
  vite: { build: { chunkSizeWarningLimit: 1000 } },
  contentProps: { class: "page" },
  // The tester is a page of its own, which VitePress does not know.
  ignoreDeadLinks: [/^\/tester\//],
  ...(address === undefined ? {} : { sitemap: { hostname: address } }),
  themeConfig: {
    sections: sectionsOfSite(),
    repository,
    version,
  },
  transformPageData(page) {
    if (page.frontmatter["description"] !== undefined) return;
    // Pages that are made have no file.
    if (page.params !== undefined) return { title: page.params["title"], description: page.params["description"] };
    const description = descriptionOf(bodyOf(sourceOf(page.relativePath.slice(0, -".md".length))));
    return description === undefined ? undefined : { description };
  },
  transformHead: (context) => socialTags(context, address),
  transformHtml: (html) => withPolicy(withMissingText(html, base)),
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, "robots.txt"), robotsTxt(address));
  },
});
