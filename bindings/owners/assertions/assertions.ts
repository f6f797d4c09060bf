/** Finds assertions in comments. Linear in the file. */
import { shorten } from "../../base/shorten.ts";
import { isUrlOrPath } from "../../base/url.ts";

/** An assertion as it is written. */
export interface Assertion {
  /** 1-based, like the columns, which count UTF-16 code units. They span the comment from `test:` on; `endColumn` is exclusive. */
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** A product token, or the name of a crawler, which may have several words. Empty if none is written. */
  readonly agent: string;
  /** An absolute URL, or a path. Empty if none is written. */
  readonly url: string;
  /** The verdict that is asserted; absent if the assertion is malformed. */
  readonly expected?: "allowed" | "refused";
  /** What was expected and what is written, if the assertion is malformed. */
  readonly problem?: string;
}

/** More are not checked: each takes a decision, and may compile the file for a crawler of its own. */
const MAX_ASSERTIONS = 1000;

/** In any case: an assertion that is passed over would never fail. */
const ASSERTION = /^#[ \t]*(test:.*?)\s*$/i;
const ANY_ASSERTION = /#[ \t]*test:/i;

/** The assertions in the comments of a file, in file order. */
export function assertionsIn(text: string): readonly Assertion[] {
  const assertions: Assertion[] = [];
  if (!ANY_ASSERTION.test(text)) return assertions;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const hash = line.indexOf("#");
    const written = hash < 0 ? undefined : ASSERTION.exec(line.slice(hash))?.[1];
    if (written === undefined) continue;
    const column = line.indexOf(written, hash) + 1;
    const place = { line: index + 1, column, endColumn: column + written.length };
    assertions.push({ ...place, ...partsOf(written, assertions.length) });
  }
  return assertions;
}

type Parts = Omit<Assertion, "line" | "column" | "endColumn">;

function partsOf(written: string, earlier: number): Parts {
  if (earlier >= MAX_ASSERTIONS)
    return { agent: "", url: "", problem: `expected at most ${MAX_ASSERTIONS} assertions in a file` };
  const words = written.slice("test:".length).trim().split(/\s+/);
  const at = words.findIndex(isUrlOrPath);
  const [agent, url, rest] =
    at < 0 ? ["", "", ""] : [words.slice(0, at).join(" "), words[at]!, words.slice(at + 1).join(" ")];
  const isVerdict = rest === "allowed" || rest === "refused";
  if (agent === "" || !isVerdict) return { agent, url, problem: malformed(written) };
  return { agent, url, expected: rest };
}

const malformed = (written: string): string =>
  `expected test: AGENT, a path or URL, and allowed or refused, such as test: GPTBot /private refused; got ${shorten(written)}`;
