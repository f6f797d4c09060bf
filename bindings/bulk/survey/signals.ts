/** What a file says about uses of its content, and whether it names licences. */

import { hasUtf16Mark } from "../../base/utf8.ts";
import { RobotsTxt } from "../../core/deciding.ts";
import { type DialectName, type Use, usageOf } from "../../core/index.ts";
import { isOther, KEY_END, KEY_START, offsetsIn, type Records, textAt } from "../../core/parsing.ts";
import type { SurveyedFile } from "./reading.ts";

export type UsageAnswer = "allowed" | "refused" | null;

/** The answers of `usageOf` for the path `/`; null if nothing is stated. */
export interface UsageSignals {
  readonly train_ai: UsageAnswer;
  readonly ai_input: UsageAnswer;
  readonly search: UsageAnswer;
}

const uses: readonly (readonly [keyof UsageSignals, Use])[] = [
  ["train_ai", "train-ai"],
  ["ai_input", "ai-input"],
  ["search", "search"],
];
export const usageNames: readonly (keyof UsageSignals)[] = uses.map(([name]) => name);

export const unstated: UsageSignals = { train_ai: null, ai_input: null, search: null };

/** What lines about preferences or licences hold: most files have none, so that no field needs to be read. */
const MENTIONS_PREFERENCE = /content-(?:usage|signal)/i;
const MENTIONS_LICENSE = /license/i;
const LICENSE = /^license$/i;

export class Signals {
  readonly #file: SurveyedFile;
  readonly #dialect: DialectName | undefined;
  readonly #isSilent: boolean;
  readonly hasLicenses: boolean;

  /** @param dialect that of all crawlers; undefined if each has its own */
  constructor(file: SurveyedFile, dialect: DialectName | undefined) {
    const { body, robots } = file;
    this.#file = file;
    this.#dialect = dialect;
    const text = latin1(body);
    const isUtf16 = hasUtf16Mark(body);
    this.#isSilent = !isUtf16 && !MENTIONS_PREFERENCE.test(text);
    const mayLicense = isUtf16 || MENTIONS_LICENSE.test(text);
    this.hasLicenses = mayLicense && keysIn(RobotsTxt.partsOf(robots).records).some((key) => LICENSE.test(key));
  }

  /** What is stated for a crawler. @param tokens `*` for those that no group names */
  usageFor(tokens: readonly string[], own: DialectName = "rfc9309"): UsageSignals {
    if (this.#isSilent) return unstated;
    const { fields, dialect } = this.#file.byDialect.in(this.#dialect ?? own).agent(tokens);
    const answers = uses.map(([name, use]) => [name, usageAnswer(usageOf(fields, "/", use, { dialect }).allowed)]);
    return Object.fromEntries(answers) as unknown as UsageSignals;
  }
}

const latin1 = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString("latin1");

const usageAnswer = (allowed: boolean | undefined): UsageAnswer =>
  allowed === undefined ? null : allowed ? "allowed" : "refused";

const keysIn = ({ bytes, table }: Records): string[] =>
  offsetsIn(table, 0, table.length, isOther).map((at) => textAt(bytes, table[at + KEY_START]!, table[at + KEY_END]!));
