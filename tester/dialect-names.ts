/** Plain names of the dialects, and what makes them differ, for people who do not read specifications. */
import type { DialectName } from "../bindings/index.ts";

export interface ReadingName {
  readonly name: string;
  readonly hint: string;
}

/** In the order in which they are compared. */
export const readingNames: Readonly<Record<DialectName, ReadingName>> = {
  google: { name: "Google’s reading", hint: "what Google’s own parser does" },
  rfc9309: { name: "The standard", hint: "RFC 9309, 2022" },
  norobots1996: { name: "Draft of Dec 1996", hint: "Python’s urllib" },
  koster1996: { name: "Draft of Nov 1996", hint: "first match wins" },
  original1994: { name: "The page of 1994", hint: "no Allow, no *" },
};

export const readingOrder = Object.keys(readingNames) as readonly DialectName[];

const causes: Readonly<Record<string, string>> = {
  "rules.wildcards": "The old documents read * in a path as a plain character.",
  "rules.order": "The drafts obey the first rule that matches; today the longest one decides.",
  "rules.robotsTxtAllowed": "Only some documents say that the robots.txt itself may always be fetched.",
  "rules.indexHtml": "Google reads a rule for /index.html as one for its folder, too.",
  "rules.anyUrl": "Google’s parser decides texts that are not URLs.",
  "lines.allow": "The page of 1994 has no Allow.",
  "lines.typos": "Google accepts some misspelt fields, such as “Disalow”. Others skip the line.",
  "lines.keys": "Google accepts more spellings of a field. Others skip the line.",
  "lines.missingColon": "Google accepts a line without a colon. Others skip it.",
  "lines.blankLineEndsGroup": "In the old documents, a blank line ends the group.",
  "agents.match": "The old documents compare parts of the crawler’s name.",
  "agents.merges": "The December draft obeys only the first group of a crawler.",
  "agents.mergesStar": "The December draft obeys only the first group for *.",
  "agents.emptyGroups": "A group without rules counts today. The old documents ignore it.",
  spelling: "They compare characters written as %XX in different ways.",
};

/** @param columns of the table of dialects, as `diffDialects` returns them */
export const reasonsFor = (columns: readonly string[]): readonly string[] => [
  ...new Set(
    columns.map(
      (column) => causes[column] ?? (column.startsWith("agents.") ? OTHER_NAMES : `They differ in “${column}”.`),
    ),
  ),
];

const OTHER_NAMES = "They read the names of crawlers in different ways.";
