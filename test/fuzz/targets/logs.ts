/**
 * Lines of logs, in every format: a reader never throws, gives the same for a line alone and among other bytes, and what is judged
 * a violation is refused by the rules of its version.
 */

import { Crawlers } from "../../../bindings/bulk/logs/crawlers.ts";
import { formatNames, readerNamed } from "../../../bindings/bulk/logs/detect.ts";
import { explanationOf } from "../../../bindings/bulk/logs/judge.ts";
import { Line, lineOf } from "../../../bindings/bulk/logs/line.ts";
import type { LineReader, ReadLine } from "../../../bindings/bulk/logs/request.ts";
import { knownAgents } from "../../../bindings/owners/agents/index.ts";
import { historyOf, judged } from "../../bulk/logs/replayed.ts";
import { fromLatin1, type Input, inputOf, latin1 } from "../input.ts";
import { expectSame, expectTrue, type Outcome, type Target } from "../target.ts";

const W3C = "#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent)";
const find = new Crawlers(knownAgents, []);

/** A reader that knows the fields, where lines name them. */
function readerOf(format: string): LineReader {
  const reader = readerNamed(format, "log");
  if (format === "w3c") reader.read(lineOf(W3C), find);
  return reader;
}

/** The line as it stands in a block, after and before other lines. */
function amongOthers(text: string): Line {
  const line = new Line(fromLatin1(`"x" {"y\n${text}\n{"ts":1} "z`));
  line.at = '"x" {"y\n'.length;
  line.end = line.at + text.length;
  return line;
}

/** Without what the reader keeps for itself. */
const shown = (read: ReadLine): unknown => (typeof read === "object" ? { ...read, crawler: read.crawler.name } : read);

function checkLine(format: string, robots: string, text: string): string {
  const read = readerOf(format).read(lineOf(text), find);
  expectSame(`${format}, among others`, shown(read), shown(readerOf(format).read(amongOthers(text), find)));
  if (typeof read !== "object") return `${format} ${read}`;
  expectTrue(`${format}, time`, Math.abs(read.timeMs) <= 8.64e15, read.timeMs);
  const { rows } = judged([{ request: read, file: "log", line: 1 }], { history: historyOf({ always: robots }) });
  for (const row of rows) {
    const explanation = explanationOf(row);
    expectSame(
      `${format}, ${row.verdict}`,
      row.verdict === "violation" || undefined,
      explanation && !explanation.allowed,
    );
  }
  return `${format} ${rows.map(({ verdict }) => verdict)}`;
}

function check([robots, ...lines]: Input): Outcome {
  const texts = lines.map((line) => latin1(line).replaceAll(/[\r\n]/g, " "));
  const features = texts.flatMap((text) => formatNames.map((format) => checkLine(format, latin1(robots!), text)));
  return { cases: features.length, features };
}

const ROBOTS = "User-agent: GPTBot\nDisallow: /a\nAllow: /a/b$\n";
const seeds = (): readonly Input[] => [
  inputOf(
    ROBOTS,
    '192.0.2.1 - - [05/Nov/2026:00:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.3"',
    'a.example:80 192.0.2.1 - - [05/Nov/2026:00:00:00 +0000] "GET /a/b HTTP/1.1" 200 5 "-" "GPTBot/1.3"',
    '{"ts":1793836800.5,"request":{"remote_ip":"192.0.2.1","method":"GET","host":"a.example","uri":"/a","headers":{"User-Agent":["GPTBot"]}},"status":200,"size":5}',
    "2026-11-05 00:00:00 192.0.2.1 GET /a - 200 GPTBot/1.3",
  ),
  inputOf(ROBOTS, "\u0016\u0003\u0001", '192.0.2.1 - - [05/Nov/2026:00:00:00 +0000] "\\x16\\x03" 400 0 "-" "GPTBot"'),
];

export const logsTarget: Target = { name: "logs", kinds: ["robots", "header"], seeds, check };
