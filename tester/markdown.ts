/** The Markdown of hovers: paragraphs with code and strong words. */

const PARTS = /(`+)(.+?)(?<!`)\1(?!`)|\*\*(.+?)\*\*|[^`*]+|[`*]/gs;

export type Part = readonly [tag: "code" | "strong" | "span", text: string];

/** The parts of each paragraph. A longer fence has a space at both ends. */
export const partsOf = (markdown: string): readonly (readonly Part[])[] =>
  markdown
    .split("\n\n")
    .map((paragraph) =>
      Array.from(paragraph.matchAll(PARTS), ([text, fence, code, strong]) => partOf(text, fence, code, strong)),
    );

function partOf(text: string, fence = "", code?: string, strong?: string): Part {
  if (code !== undefined) return ["code", fence.length > 1 ? code.slice(1, -1) : code];
  return strong === undefined ? ["span", text] : ["strong", strong];
}
