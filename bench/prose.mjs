// What docs/performance.md says about a record, in sentences and two tables: in short, where we lose, and which goals were missed.
import { reasonOf } from "./goals.mjs";
import { formatNs } from "./report.mjs";

const OURS = "robots-wasm";
/** The column of what no reader can beat. */
const FLOOR = "floor: copy + visit each line";

const rowIn = (rows, name) => rows?.find((row) => row.case === name)?.figures;
/** Files as they come are the first rows, with one decision the very first. */
const firstRow = (rows, k, from = "bytes") =>
  rowIn(rows, rows[0].case.replace("k = 1", `k = ${k}`).replace("bytes", from));
const titleOf = ([{ case: name }]) => name.replace(/, bytes.*|, k = 1$/, "");
const percent = ({ ns, spread }) => `±${Math.round((100 * spread) / ns)} %`;
const joined = (words) => new Intl.ListFormat("en", { type: "conjunction" }).format(words);
const digits = (ratio) => (ratio < 10 ? ratio.toFixed(ratio < 1.5 ? 2 : 1) : Math.round(ratio).toLocaleString("en"));
/** Programs of other people, without our other ways of calling. */
const isRival = (who) => !/^robots-wasm|^isAllowed|^explain|^agent\(|^drop-in|^fallback|^floor/.test(who);
const timesOf = (figures, who, ours = OURS) => `${digits(figures[who].ns / figures[ours].ns)} times`;

/** `google/robotstxt 3.1 times (±2 %)`, from the fastest to the slowest. */
function comparison(figures, ours = OURS, isAsked = isRival) {
  const others = Object.keys(figures).filter(isAsked);
  others.sort((a, b) => figures[a].ns - figures[b].ns);
  const own = { "google/robotstxt": `${OURS}, google` };
  const belowOf = (who) => (figures[own[who]] ? own[who] : ours);
  return joined(others.map((who) => `${who} ${timesOf(figures, who, belowOf(who))} (${percent(figures[who])})`));
}

const timeOf = (figures, who = OURS) => `${formatNs(figures[who].ns)} (${percent(figures[who])})`;

function once({ cold, hosts }) {
  const figures = firstRow(cold, 1);
  const text = firstRow(cold, 1, "text");
  const files = hosts === undefined ? "files" : `${hosts[0].files.toLocaleString("en")} files`;
  const floor =
    figures[FLOOR] === undefined ? "" : ` Copying a file and visiting each line takes ${timeOf(figures, FLOOR)}.`;
  return `- **A host that is asked once** (${files}: ${titleOf(cold)}; from bytes): \`parse(bytes).isAllowed(url, agent)\` takes ${timeOf(figures)} to read the file, choose the group and decide, and ${formatNs(text[OURS].ns)} from a string.${floor} The others take as many times as long: ${comparison(figures)}.`;
}

function whole({ whole: rows, hosts }) {
  const [{ leftOut, files, urls }] = hosts;
  const [ten, hundred] = [10, 100].map((k) => firstRow(rows, k));
  const agreed = `All give the same verdicts on what is asked; ${leftOut.urls} of ${urls} URLs and ${leftOut.files} of ${files} files are left out for that.`;
  return `- **All that a crawler asks of a new host** (rules, crawl delay, sitemaps and ten decisions, from bytes): ${timeOf(ten)}, from a string ${formatNs(ten["robots-wasm, text"].ns)}. The others take as many times as long: ${comparison(ten)}. With a hundred decisions: ${comparison(hundred)}. ${agreed}`;
}

function agentOnce({ cold }) {
  const figures = firstRow(cold, 1);
  const agent = "agent(token).isAllowed(url)";
  return `- **\`parse(bytes).agent(agent)\` and one decision**, which compiles rules that can decide more, take ${timeOf(figures, agent)}: ${comparison(figures, agent, (who) => ["fast-robots", "robots-parser"].includes(who))}.`;
}

function many({ cold }) {
  const said = [10, 100].map((k) => {
    const figures = firstRow(cold, k);
    return `**${k} decisions for each host** take ${timeOf(figures)}, the others as many times as long: ${comparison(figures)}`;
  });
  return `- ${said.join(". ")}.`;
}

/** P1 in both ways: a process for each, and one process for both. */
function kept({ query, google, oneProcess }) {
  const figures = rowIn(query, "real, as they come");
  const ns = (who) => query.map((row) => row.figures[who].ns).sort((a, b) => a - b);
  const range = (list) => `${formatNs(list[0])} to ${formatNs(list.at(-1))}`;
  const rules = (google ?? []).map(({ case: name, figures: one }) => {
    const ratio = one["google/robotstxt, a URL"].ns / one["robots-wasm, google, a URL"].ns;
    return `${digits(ratio)} at ${/\d+/.exec(name)[0]} rules`;
  });
  const ofGoogle = rules.length === 0 ? "" : ` google/robotstxt takes as many times as long: ${joined(rules)}.`;
  const apart = `robots-parser takes ${timesOf(figures, "robots-parser")} as long on real files as they come if each has a process of its own (ours ${percent(figures[OURS])}, theirs ${percent(figures["robots-parser"])})`;
  const together = `${digits(oneProcess.worst)} to ${digits(oneProcess.best)} times if both share one (\`node bench/one-process.mjs\`, ${oneProcess.rounds.length} rounds, ${oneProcess.files} files, ${oneProcess.decisions} URLs)`;
  return `- **A decision with rules that are kept** takes ${range(ns(OURS))} from a string and ${range(ns("isAllowedLines"))} in a batch of bytes.${ofGoogle} ${apart}, and ${together}.`;
}

function others({ query }) {
  const ratios = (who) => {
    const all = query.map(({ figures }) => figures[who].ns / figures[OURS].ns).sort((a, b) => a - b);
    return `${digits(all[0])} to ${digits(all.at(-1))} times`;
  };
  return `- **\`explain\`** takes ${ratios("explain")} as long as \`isAllowed\`, the drop-in for robots-parser ${ratios("drop-in for robots-parser")}.`;
}

const memory = ({ memory: { medianProgramBytes, medianHostBytes, hosts, residentBytes } }) =>
  `- The rules of a host take ${medianProgramBytes} bytes in the median, ${medianHostBytes} bytes with their objects; those of ${hosts.toLocaleString("en")} hosts ${Math.round(residentBytes / 1e6)} MB.`;

/** A sentence needs the sections that it names; a run without real files or without other languages has fewer. */
const sentences = [
  [once, ["cold"]],
  [agentOnce, ["cold"]],
  [whole, ["whole", "hosts"]],
  [many, ["cold"]],
  [kept, ["query", "oneProcess"]],
  [others, ["query"]],
  [memory, ["memory"]],
];

export const inShort = (record) =>
  sentences.filter(([, needed]) => needed.every((name) => record[name])).map(([say]) => say(record));

/** More than the spread of such runs. */
const CLOSE = 1.05;

const losable = [
  {
    table: "cold",
    what: "a file and k decisions",
    reason:
      "Small files cost us the call and two copies. fast-robots makes no canonical form and is not exact ([scoreboard.md](scoreboard.md)).",
  },
  {
    table: "whole",
    what: "a new host's whole answer",
    reason: "The others keep texts as they stand; we give the sitemaps as parsed URLs and compile the rules.",
  },
  { table: "read", what: "reading a file without a decision", reason: "We compile the rules." },
  { table: "query", what: "rules that are kept", reason: "Encoding the URL takes us most of the time." },
];

/** [who, "real, 6 rules: 2.8; …"] for each that is faster somewhere. */
function lossesIn(rows) {
  const faster = (who) =>
    rows.flatMap(({ case: name, figures }) => {
      const ours = (figures[OURS] ?? figures["robots-wasm, bytes"]).ns;
      return figures[who] && ours > CLOSE * figures[who].ns ? [`${name}: ${digits(ours / figures[who].ns)}`] : [];
    });
  const rivals = new Set(rows.flatMap(({ figures }) => Object.keys(figures).filter(isRival)));
  return [...rivals].map((who) => [who, faster(who).join("; ")]).filter(([, cases]) => cases !== "");
}

export function lossesTable(record) {
  const rows = losable.flatMap(({ table, what, reason }) =>
    lossesIn(record[table] ?? []).map(([who, cases]) => `| ${who}, ${what} | ${cases} | ${reason} |`),
  );
  const map = (record.floors ?? []).flatMap(({ case: name, figures }) => {
    const ours = rowIn(record.query, name)?.[OURS];
    return ours === undefined ? [] : [`${name}: ${digits(ours.ns / figures["Map lookup (ceiling)"].ns)}`];
  });
  const known = `| a \`Map\` from URL to verdict | ${map.join("; ")} | If your URLs repeat, keep their verdicts. |`;
  return ["| what | we / the other | reason |", "|---|---|---|", ...rows, known].join("\n");
}

export function missedTable({ goals }) {
  const rows = goals
    .filter(({ met }) => met === false)
    .map(({ name, wanted, figure }) => `| ${name} | ${wanted} | ${figure.toFixed(2)} | ${reasonOf(name)} |`);
  return ["| goal | wanted | measured | reason |", "|---|---:|---:|---|", ...rows].join("\n");
}
