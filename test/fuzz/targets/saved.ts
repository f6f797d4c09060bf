/**
 * Saved rules that were damaged or forged: refused with a RangeError, or rules that every engine in every layout reads alike.
 * Asked three times: as they are; with length and checksum mended, as a forger would; and with the name's length made to
 * fit as well, so that more of them get past the check.
 */
import {
  AGENT_BYTES_AT,
  FLAGS_AT,
  HEADER_BYTES,
  ORIGINAL_BYTES_AT,
  PATTERN_BYTES_AT,
  PROGRAM_WRITTEN,
  RULE_BYTES,
  RULE_COUNT_AT,
  TOTAL_BYTES_AT,
} from "../../../bindings/core/layout.ts";
import { withChecksum } from "../../../bindings/core/program/encode.ts";
import { programOf } from "../../../bindings/core/program/program.ts";
import { AgentRules } from "../../../bindings/index.ts";
import { engines } from "../../support/engines.ts";
import { latin1 } from "../input.ts";
import { programSeeds } from "../seeds.ts";
import { expectSame, expectTrue, type Target } from "../target.ts";

function mended(bytes: Uint8Array): Uint8Array {
  if (bytes.length < HEADER_BYTES) return bytes;
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(TOTAL_BYTES_AT, copy.length, true);
  return withChecksum(programOf(copy));
}

/** The agent's name takes what the sections before it leave. */
function fitted(bytes: Uint8Array): Uint8Array {
  if (bytes.length < HEADER_BYTES) return bytes;
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const sizeAt = (offset: number): number => view.getUint32(offset, true);
  const before =
    HEADER_BYTES + sizeAt(RULE_COUNT_AT) * RULE_BYTES + sizeAt(PATTERN_BYTES_AT) + sizeAt(ORIGINAL_BYTES_AT);
  if (before <= copy.length) view.setUint32(AGENT_BYTES_AT, copy.length - before, true);
  return mended(copy);
}

/** Engines leave other readings to AgentRules. */
function asWritten(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  copy[FLAGS_AT]! |= PROGRAM_WRITTEN;
  return copy;
}

function tryOpen(bytes: Uint8Array): AgentRules | undefined {
  try {
    return AgentRules.fromBytes(bytes);
  } catch (error) {
    const { name, message } = error as Error;
    expectTrue("refusal", name === "RangeError" && /^saved rules: expected .+; got .+/.test(message), String(error));
    return undefined;
  }
}

/** Everything that does not depend on the engine can be asked without a throw. */
function checkNotes(rules: AgentRules, urls: readonly Uint8Array[]): void {
  const { isNamed, crawlDelay, fields, requestRates, visitTime, cleanParams, contentSignals, contentUsage } = rules;
  const notes = [isNamed, crawlDelay, fields, requestRates, visitTime, cleanParams, contentSignals, contentUsage];
  const explained = urls.map((url) => rules.explain(url));
  expectTrue("notes", JSON.stringify([notes, explained]).length > 0, notes);
}

/** "refused", or "opened" if every engine agrees. */
function checkProgram(bytes: Uint8Array, urls: readonly Uint8Array[]): string {
  const rules = tryOpen(bytes);
  if (rules === undefined) return "refused";
  expectSame("toBytes after fromBytes", latin1(bytes), latin1(rules.toBytes()));
  checkNotes(rules, urls);
  const lines = new Uint8Array(Buffer.concat(urls.flatMap((url) => [url, Buffer.of(10)])));
  const answers = engines.map((engine) => {
    const program = programOf(asWritten(bytes));
    return [urls.map((url) => engine.decide(program, url)).join(), engine.decideLines(program, lines).join()];
  });
  for (const [i, answer] of answers.entries()) expectSame(`forged, ${engines[i]!.name}`, answers.at(-1), answer);
  return "opened";
}

export const savedTarget: Target = {
  name: "saved",
  kinds: ["program", "url"],
  seeds: programSeeds,
  check: ([bytes, ...urls]) => {
    const outcomes = [bytes!, mended(bytes!), fitted(bytes!)].map((one) => checkProgram(one, urls));
    return { cases: outcomes.length, features: [outcomes.join()] };
  },
};
