/** What the engines make of one file: programs byte for byte, records, and the verdict of one URL without a program. */
import { type Dialect, dialects } from "../../../bindings/core/dialects.ts";
import { type Engine, isAllowedBy } from "../../../bindings/core/program/engine.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import type { Program } from "../../../bindings/core/program/program.ts";
import type { Records } from "../../../bindings/core/reader/records.ts";
import { dialectWith, type Leniency } from "../../../bindings/core/robots/leniency.ts";
import { wasmEngine } from "../../support/engines.ts";
import { byteDifference } from "../../support/same-bytes.ts";
import { written } from "../../support/written.ts";

export const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

/** Paths that match the patterns below or nearly do, in all forms that a URL can have. */
export const fixedUrls: readonly (string | Uint8Array)[] = [
  ..."/ /a /aXXb /ax /%C3%A9 /é /A /%41?a=/ /?a=%2F /?a=/ /x/ /x/index.html /x/index.htm?y /?:/ /$ /** /robots.txt".split(
    " ",
  ),
  ..."http://h http://h/ https://h/x/ http://h/a#/ http://h?a=%2f HTTP://H/a //h/a ftp://h/a x ?a ; #".split(" "),
  "",
  latin1("/\xff"),
  `/a${"a".repeat(9000)}b`,
];

/** As much of a file or URL as a message can show, one character a byte. */
const shown = (text: string | Uint8Array): string =>
  typeof text === "string"
    ? JSON.stringify(text.slice(0, 500))
    : JSON.stringify(Buffer.from(text).toString("latin1", 0, 500));

/** Where the program of the module differs from that of the fallback, in words. */
function differenceOfPrograms(wasm: Program, expected: Program): string | undefined {
  const difference = byteDifference(wasm.bytes, expected.bytes);
  return difference && `the programs differ: ${difference} by the fallback`;
}

/** What the tables of records differ in, in words. */
function differenceOfRecords(wasm: Records, expected: Records): string | undefined {
  const place = expected.table.findIndex((number, i) => number !== wasm.table[i]);
  if (place < 0 && wasm.table.length === expected.table.length) return undefined;
  return `the records differ at ${place}: ${wasm.table.length} numbers, ${expected.table.length} by the fallback`;
}

/** The first URL that gets another verdict from the file than from the program, in words. */
function differenceOfVerdicts(
  wasmVerdict: (url: string | Uint8Array) => boolean,
  verdict: (url: string | Uint8Array) => boolean,
  urls: readonly (string | Uint8Array)[],
): string | undefined {
  const word = (allowed: boolean): string => (allowed ? "allows" : "refuses");
  const url = urls.find((one) => wasmVerdict(one) !== verdict(one));
  return url === undefined
    ? undefined
    : `URL ${shown(url)}: wasm ${word(!verdict(url))}; fallback ${word(verdict(url))}`;
}

/** What the engines make differently of a file: dialect, agents, both answers and the file. undefined if nothing. */
export function differenceOf(
  file: Uint8Array,
  agents: readonly string[],
  dialect: Dialect,
  urls: readonly (string | Uint8Array)[] = fixedUrls,
  wasm: Engine = wasmEngine,
): string | undefined {
  const { program } = fallback.compile(file, agents, dialect);
  const difference =
    differenceOfPrograms(wasm.compile(file, agents, dialect).program, program) ??
    differenceOfRecords(wasm.readRecords(file, dialect), fallback.readRecords(file, dialect)) ??
    differenceOfVerdicts(
      (url) => wasm.decideFile(file, agents, written(dialect), url) === 1,
      (url) => isAllowedBy(fallback.decide(program, url, true)),
      urls,
    );
  return difference && `${dialect.name}, agents ${JSON.stringify(agents)}: ${difference}; file ${shown(file)}`;
}

const lenient: readonly Leniency[] = [
  { typos: true, prefixKeys: true, missingColon: true, nulEndsLine: true, indexHtml: true, mergeStar: false },
  { typos: false, prefixKeys: false, missingColon: false, nulEndsLine: false, lineCapBytes: 9, tokens: "strict" },
  { tokens: "google", mergeStar: true, indexHtml: true, cutTokens: false },
  { tokens: "extended", lineCapBytes: 30, cutTokens: true },
];

/** Each dialect, and each with leniency options. */
export const variants: readonly (readonly [string, Dialect])[] = dialects.flatMap((dialect) => [
  [dialect.name, dialect] as const,
  ...lenient.map((leniency, i) => [`${dialect.name}, leniency ${i}`, dialectWith(dialect, leniency)] as const),
]);

export const agentLists: readonly (readonly string[])[] = [
  ["x"],
  ["ExampleBot"],
  ["nobody", "x"],
  ["", "bot2"],
  ["Bot/2.1 (x)"],
  ["*"],
  ["a b", "MJ12bot"],
];

/** Patterns of 15 to 33 bytes whose stars stand around the places where sixteen bytes end. */
const starredPatterns = [15, 16, 17, 31, 32, 33].flatMap((length) =>
  ["*", "**", "$", "*$", "*b", "**b", "$b", "*b*", "*%2f*", "*é", "*$*"].flatMap((end) => [
    `/${"a".repeat(length - 1 - end.length)}${end}`,
    `/${"a".repeat(length - 3)}*${end}`,
    end,
  ]),
);

/** Files of many lines, which need more room than a file of their length usually does. */
export const longFiles = (lines: number): readonly (readonly [string, string])[] => [
  ["nothing", ""],
  ["line ends only", "\r\n\r\r\n\n".repeat(lines / 6)],
  ["a key of 300 bytes", `User-agent: x\n${"k".repeat(300)}: v\nDisallow: /`],
  ["a line of 100,000 bytes", `User-agent: x\nDisallow: /${"a".repeat(1e5)}\nDisallow: /b`],
  ["fields only", `User-agent: x\n${"a:\n".repeat(lines)}`],
  ["short rules only", `User-agent: x\n${"allow:*\n".repeat(lines)}`],
  ["rules that grow threefold", `User-agent: x\n${"Allow: /é\xff\xfeéé?%2f\n".repeat(lines / 6)}`],
  [
    "rules of all lengths, equal ones among them",
    `User-agent: x\n${Array.from({ length: 200 }, (_, i) => `${i % 3 ? "Allow" : "Disallow"}: /${"a".repeat((i * 37) % 150)}*b\n`).join("")}`,
  ],
  [
    "a rule that is 70,000 bytes longer than others",
    `User-agent: x\n${"Allow: /b\nDisallow: /aa\n".repeat(9)}Allow: /${"c".repeat(70_000)}\n${"Disallow:\nAllow: /a*\n".repeat(9)}`,
  ],
  [
    "single and double stars, at the end",
    `User-agent: x\n${starredPatterns.map((one) => `Disallow: ${one}\n`).join("")}`,
  ],
  ["stars only", `User-agent: x\nDisallow: ${"*".repeat(50_000)}\nDisallow: /${"a*".repeat(20_000)}`],
  [
    `${lines / 10} agents`,
    `${Array.from({ length: lines / 10 }, (_, i) => `User-agent: bot${i}\n`).join("")}Disallow: /x\n`,
  ],
  [`${lines / 10} groups`, "User-agent: x\nk: v\nDisallow: /a\n".repeat(lines / 10)],
];
