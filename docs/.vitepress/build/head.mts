/** What the head of each page says to search engines and to whoever shows a link to it. */
import { createHash } from "node:crypto";
import type { HeadConfig, PageData, TransformContext } from "vitepress";

const MAX_DESCRIPTION = 160;

/** Markdown as the text that a reader sees. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<[^>]*>|[*`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Whole sentences if they fit, else whole words. */
function shortened(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  const sentences = /^.*[.?!](?= )/.exec(text.slice(0, MAX_DESCRIPTION + 1))?.[0];
  return sentences ?? `${text.slice(0, MAX_DESCRIPTION).replace(/[ ,;:]+\S*$/, "")}…`;
}

const isProse = (block: string): boolean => /^[\p{L}`*[]/u.test(block) && !block.startsWith("```");

/** A page's description: its front matter's, else its first paragraph. */
export function descriptionOf(body: string): string | undefined {
  const [, afterTitle = ""] = body.split(/^# .*$/m);
  const paragraph = afterTitle
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .find(isProse);
  return paragraph === undefined ? undefined : shortened(plain(paragraph));
}

const meta = (attribute: "name" | "property", key: string, content: string): HeadConfig => [
  "meta",
  { [attribute]: key, content },
];

export const pathOf = ({ relativePath }: Pick<PageData, "relativePath">): string =>
  relativePath.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "");

/** The card that a chat or a social network shows. Those need absolute addresses, so without a homepage there is no picture. */
export function socialTags(
  { pageData, title, description }: Pick<TransformContext, "pageData" | "title" | "description">,
  address: string | undefined,
): HeadConfig[] {
  const tags = [
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", "robots-wasm"),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("name", "twitter:card", "summary_large_image"),
  ];
  if (address === undefined || pageData.isNotFound) return tags;
  const url = new URL(pathOf(pageData), address).href;
  return [
    ...tags,
    ["link", { rel: "canonical", href: url }],
    meta("property", "og:url", url),
    meta("property", "og:image", new URL("social-card.png", address).href),
    meta("property", "og:image:width", "1200"),
    meta("property", "og:image:height", "630"),
    meta("property", "og:image:alt", "robots-wasm: robots.txt, answered to the line"),
  ];
}

const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page's policy: nothing from elsewhere, and of scripts in the page only those that the build wrote. */
export function policyOf(html: string): string {
  const inline = Array.from(html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g), ([, code]) => code!);
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${[...new Set(inline.map(sha256))].join(" ")}`.trim(),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

export const withPolicy = (html: string): string =>
  html.replace(
    /<meta charset="utf-8">/,
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`,
  );

/** VitePress leaves the page for missing addresses empty until its script runs. */
export const withMissingText = (html: string, base: string): string =>
  html.replace(
    '<div id="app"></div>',
    (app) =>
      `${app}<noscript><main class="missing"><h1>No such page.</h1><p><a href="${base}">To the first page</a></p></main></noscript>`,
  );
