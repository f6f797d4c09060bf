/** Edits and what they change: fixes, repairs, and two versions of a file. */
import { knownAgents } from "../../bindings/agents/index.ts";
import { FileChange } from "../../bindings/agents/internal.ts";
import { applyFixes } from "../../bindings/tools/lint/index.ts";
import type { EditEffect, Mended, Requests, Shift } from "../protocol.ts";
import { deciderFor, type FileReadings, readingsOf } from "./readings.ts";

const SHOWN_NAMES = 3;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function mend({ file, url, repairs }: Requests["mend"]["ask"]): Mended {
  const { body, fixes, repairs: repaired } = applyFixes(file, { repairs, ...(url !== undefined && { url }) });
  const text = decoder.decode(body);
  const shifts = repairs ? shiftsOf({ before: file, after: text }) : { shifts: [], mayChange: false };
  return { text, applied: fixes + repaired, ...shifts };
}

/** Example paths whose verdict changes, each with the known crawlers for which it does, in the reading of each. */
export function shiftsOf({ before, after }: Requests["shifts"]["ask"]): EditEffect {
  const examples = examplesOf(before, after);
  const paths = [...new Set(examples)].filter((path) => path !== undefined);
  const mayChange = examples.includes(undefined);
  if (paths.length === 0) return { shifts: [], mayChange };
  const [old, current] = [before, after].map((text) => deciders(text)) as [Deciders, Deciders];
  const shifts = paths
    .flatMap((path) => shiftsAt(path, old, current))
    .sort(
      // Of paths that change for as many crawlers, the one that says the most: "/" before "/cart/help".
      (a, b) => b.count - a.count || a.path.length - b.path.length,
    );
  return { shifts, mayChange };
}

/** Paths whose verdict changes for a known crawler, in its reading; undefined where the search was ended. */
function examplesOf(before: string, after: string): (string | undefined)[] {
  const change = new FileChange(before, after);
  return knownAgents.flatMap((row) => change.differencesFor(row).map(({ path }) => path));
}

type Deciders = readonly ReturnType<typeof deciderFor>[];

function deciders(text: string): Deciders {
  const source = { kind: "file", text } as const;
  const readings: FileReadings = readingsOf(source);
  return knownAgents.map(({ token }) => deciderFor(source, readings, token));
}

function shiftsAt(path: string, old: Deciders, current: Deciders): Shift[] {
  const changed = current.flatMap((decider, i) => {
    const [was, is] = [old[i]!.verdict(path), decider.verdict(path)];
    return was.allowed === is.allowed ? [] : [{ ...is, line: is.line ?? was.line }];
  });
  return [true, false].flatMap((allowed) => {
    const those = changed.filter((one) => one.allowed === allowed);
    if (those.length === 0) return [];
    const names = those.slice(0, SHOWN_NAMES).map(({ name }) => name);
    return [{ path, allowed, count: those.length, names, ...(those[0]!.line && { line: those[0]!.line }) }];
  });
}
