/** The report as one page, which a site owner can send to the operator of a crawler. */
import { formatNumber, pluralise } from "../../base/numbers.ts";
import { printable } from "../../base/printable.ts";
import {
  type CrawlerTally,
  explanationOf,
  type Judged,
  type Tally,
  TODAY,
  type Version,
} from "../../bulk/logs/index.ts";
import { version as packageVersion } from "../output.ts";
import {
  delayText,
  explainCommand,
  heldText,
  identitiesText,
  loadRows,
  type Report,
  robotsText,
  shareText,
  timeText,
} from "./report.ts";

const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text of strangers, as text of a page. */
const html = (text: string): string => printable(text).replace(/[&<>"]/g, (mark) => MARKS[mark]!);

const STYLE = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
td.number { text-align: right; } td:nth-child(5) { white-space: nowrap; } tr.broken td { font-weight: 600; }
code, pre { font: .9em/1.5 ui-monospace, monospace; } pre { overflow-x: auto; padding: .6rem; background: #8881; }
mark { background: #f5c84266; color: inherit; }
article { border-left: 3px solid #c33; padding-left: 1rem; margin: 1.2rem 0; } article p { margin: .2rem 0; }
footer { margin-top: 3rem; font-size: .9rem; }
`;

export function reportPage(report: Report): string {
  const { crawlers, examples, notes } = report;
  const shown = crawlers.filter(({ counts }) => counts.judged > 0);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Crawlers and robots.txt</title><style>${STYLE}</style></head><body><main>
<h1>Crawlers and robots.txt</h1>
<p>${html(periodText(crawlers))} ${summaryText(report)}</p>
${
  shown.length === 0
    ? ""
    : htmlTable(
        "Crawlers",
        [
          "name",
          "identity",
          "requests judged",
          report.isToday ? TODAY : "refused",
          "share",
          "robots.txt",
          "Crawl-delay",
        ],
        shown.map((one) => crawlerCells(one, report.tally)),
      )
}
${examples.length === 0 ? "" : `<h2>Examples</h2>${examples.map((one) => exampleArticle(one, report.graceHours)).join("\n")}`}
${versionsOf(examples)
  .map((one) => versionSection(one, linesIn(examples, one)))
  .join("\n")}
${notes.length === 0 ? "" : `<h2>Notes</h2><ul>${notes.map((note) => `<li>${html(note)}</li>`).join("")}</ul>`}
${loadSection(report)}
${report.isJudged && !report.isToday ? howJudged(report) : ""}
</main>
<footer>Made with robots-wasm ${html(packageVersion())}.</footer>
</body></html>
`;
}

/** What is wider than the window scrolls, by keyboard too. */
const scrolling = (label: string): string => `role="region" tabindex="0" aria-label="${html(label)}"`;

const htmlTable = (label: string, head: readonly string[], rows: readonly string[]): string =>
  `<div class="wide" ${scrolling(label)}><table><thead><tr>${head.map((one) => `<th>${one}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;

/** Requests are told by the name that they give: who sent them is another question. */
function summaryText(report: Report): string {
  if (!report.isJudged) return "No robots.txt was given, so no request was judged.";
  const requests = `${pluralise(report.refused, "request")} in the names of crawlers ${report.refused === 1 ? "was" : "were"}`;
  return report.isToday
    ? `${requests} ${TODAY}, which proves nothing of the past.`
    : `${requests} refused by every version of robots.txt that the crawler may hold (RFC 9309).`;
}

/** Who asks for how much. A page about some crawlers says nothing of other clients. */
function loadSection(report: Report): string {
  const { head, rows } = loadRows(report);
  const cells = rows.map(
    (row) => `<tr>${row.map((one) => (typeof one === "number" ? number(one) : cell(one))).join("")}</tr>`,
  );
  return rows.length === 0 ? "" : `<h2>Load</h2>${htmlTable("Load", head, cells)}`;
}

const howJudged = (report: Report): string => `<h2>How it was judged</h2>
<p>A request counts as refused only if all versions of robots.txt refuse it that were served in the ${report.graceHours} hours before,
except those older than the version that the crawler fetched last (RFC 9309 §2.4). Requests for users, and requests of clients that are not the crawler that
they name, are not counted. “verified” is said of a request, not of a crawler; “unknown” means that nothing proves who sent it: anyone can send a User-Agent header.</p>`;

function periodText(crawlers: readonly CrawlerTally[]): string {
  const first = Math.min(...crawlers.map(({ firstMs }) => firstMs), Infinity);
  const last = Math.max(...crawlers.map(({ lastMs }) => lastMs), -Infinity);
  return Number.isFinite(first) ? `From ${timeText(first)} to ${timeText(last)}:` : "";
}

const number = (value: number): string => `<td class="number">${formatNumber(value)}</td>`;
const cell = (text: string): string => `<td>${html(text)}</td>`;

function crawlerCells(one: CrawlerTally, all: Tally): string {
  const { crawler, counts, refused } = one;
  const name = crawler.agent === undefined ? crawler.name : `${crawler.name} (${crawler.agent.operator})`;
  const cells = [cell(name), cell(identitiesText(one)), number(counts.judged), number(refused), cell(shareText(one))];
  return `<tr${refused > 0 ? ' class="broken"' : ""}>${[...cells, cell(robotsText(one, all)), cell(delayText(one))].join("")}</tr>`;
}

function exampleArticle(judged: Judged, graceHours: number): string {
  const { request, file, line, version, identification } = judged;
  const { crawler, timeMs, address, method, target, status } = request;
  const { rule, agent } = explanationOf(judged)!;
  return `<article><p><strong>${html(crawler.name)}</strong> ${html(timeText(timeMs))} from <code>${html(address)}</code> (${identification.identity}: ${html(identification.reason)})</p>
<p><code>${html(`${method} ${target}`)}</code> ${status === 0 ? "without an answer" : `answered ${status}`}; line ${line} of <code>${html(file)}</code></p>
<p>Refused by <code>${html(`Disallow: ${rule!.pattern}`)}</code>, line ${rule!.line} of <code>${html(version!.file)}</code>, group <code>${html(agent ?? "")}</code>; ${html(heldText(judged, graceHours))}</p>
<p><code>${html(explainCommand(judged)!)}</code></p></article>`;
}

const versionsOf = (examples: readonly Judged[]): readonly Version[] => [
  ...new Set(examples.map(({ version }) => version!)),
];

const linesIn = (examples: readonly Judged[], version: Version): ReadonlySet<number> =>
  new Set(examples.filter((one) => one.version === version).map((one) => explanationOf(one)!.rule!.line));

/** The whole file, so that the operator can check it. */
function versionSection({ file, body, fromMs }: Version, marked: ReadonlySet<number>): string {
  const lines = new TextDecoder().decode(body).split(/\r\n|\r|\n/);
  const text = lines.map((line, i) => (marked.has(i + 1) ? `<mark>${html(line)}</mark>` : html(line))).join("\n");
  const since = fromMs === -Infinity ? "" : `, served from ${timeText(fromMs)}`;
  return `<h2><code>${html(file)}</code>${since}</h2><pre ${scrolling(file)}>${text}</pre>`;
}
