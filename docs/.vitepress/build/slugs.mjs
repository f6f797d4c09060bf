// The anchors of headings, as GitHub makes them. The site makes the same (docs/.vitepress/config.mts), so a link with an
// anchor works in both places.

/** `## robots-wasm/client: \`fetch\`` is at `#robots-wasmclient-fetch`. */
export const slugOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");

/** The anchors of a page's headings in their order: `-1`, `-2`… tell headings of the same text apart. */
export function slugsOf(headings) {
  const used = new Map();
  return headings.map((heading) => {
    const slug = slugOf(heading);
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

/** Headings of Markdown as their text, without those in code blocks. */
export const headingsOf = (markdown) =>
  Array.from(markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/^#{1,6} +(.*?) *$/gm), ([, text]) =>
    text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", ""),
  );
