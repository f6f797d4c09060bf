// node docs/images/survey-charts.mjs [STATS]: draws the charts of docs/survey.md from bench/record/2026-11-27/survey.json. With STATS, the file of
// `robots-wasm survey --by site --stats STATS`, first writes its counts into that record, without names of sites and files.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const pathOf = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const RECORD = "bench/record/2026-11-27/survey.json";
const MAX_BARS = 12;
const ROW = 22;
const [NAMES, BARS, END] = [230, 380, 70];

export const readRecord = () => JSON.parse(readFileSync(pathOf(RECORD), "utf8"));

/** Counts only. */
const recordOf = ({ sites, statuses, crawlers, purposes, findings, versions }) => ({
  ...{ sites, statuses, versions, purposes, findings },
  crawlers: crawlers.map(({ crawler, purpose, allowed, partly, refused, named }) => ({
    ...{ crawler, purpose, allowed, partly, refused, named },
  })),
});

/** The charts by the names of their files in docs/images. */
export const chartsOf = ({ crawlers, purposes, findings, statuses }) => ({
  "survey-crawlers.svg": chart(
    `Sites that refuse a crawler, of ${statuses.success}`,
    crawlers.map(({ crawler, refused }) => [crawler, refused]),
  ),
  "survey-purposes.svg": chart(
    `Sites that refuse all crawlers of a purpose, of ${statuses.success}`,
    purposes.map(({ purpose, crawlers: count, refused }) => [`${purpose} (${count})`, refused]),
  ),
  "survey-findings.svg": chart(`Sites with a finding of the linter, of ${statuses.success}`, Object.entries(findings)),
});

function chart(title, all) {
  const bars = [...all].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_BARS);
  const most = Math.max(1, ...bars.map(([, count]) => count));
  const height = ROW * (bars.length + 2);
  const rows = bars.map(([name, count], i) => {
    const y = ROW * (i + 2);
    const width = ((BARS * count) / most).toFixed(1);
    return `<text x="${NAMES}" y="${y}" text-anchor="end">${name}</text><rect x="${NAMES + 8}" y="${y - 13}" width="${width}" height="16"/><text x="${NAMES + 14 + Number(width)}" y="${y}">${count.toLocaleString("en-US")}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${NAMES + BARS + END} ${height}" font-family="sans-serif" font-size="13" role="img">`,
    `<title>${title}</title><style>text{fill:#444}rect{fill:#3b7dd8}@media(prefers-color-scheme:dark){text{fill:#ccc}}</style>`,
    `<text x="8" y="${ROW - 6}" font-weight="bold">${title}</text>`,
    ...rows,
    "</svg>\n",
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [stats] = process.argv.slice(2);
  if (stats !== undefined)
    writeFileSync(pathOf(RECORD), `${JSON.stringify(recordOf(JSON.parse(readFileSync(stats, "utf8"))), null, 1)}\n`);
  for (const [name, text] of Object.entries(chartsOf(readRecord()))) writeFileSync(pathOf(`docs/images/${name}`), text);
}
