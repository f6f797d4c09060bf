// The scoreboard as Markdown.
import { countOf, disagreements, grouped } from "./tally.mjs";

const titles = {
  rfc9309: "RFC 9309",
  google: "Google",
  koster1996: "1996 draft, v1",
  norobots1996: "1996 draft, -00",
  original1994: "1994 page",
  labelled: "Google, labelled",
};

const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [
  row(head),
  row(head.map((_, i) => (i === 0 ? "---" : "---:"))).replaceAll(" ", ""),
  ...rows.map(row),
  "",
];

/** Never 100 % unless all agree. */
const percent = ({ asked, agree }) =>
  asked === 0 ? "–" : agree === asked ? "**100**" : (Math.floor((1000 * agree) / asked) / 10).toFixed(1);

const isText = ({ basis }) => basis === "text";

/** Contestants by dialect; the one that a contestant claims is marked. */
function overview(suites, results) {
  const head = [
    "parser",
    ...Object.entries(suites).map(([name, vectors]) => `${titles[name]} (${vectors.filter(isText).length})`),
    "no verdict",
    "hung",
  ];
  const rows = results.map(({ contestant, outcomes }) => {
    const cells = Object.values(suites).map((vectors) => {
      const claims = contestant.claims?.includes(vectors[0].dialect);
      return `${percent(countOf(vectors.filter(isText), outcomes))}${claims ? "†" : ""}`;
    });
    const all = countOf(Object.values(suites).flat(), outcomes);
    return [contestant.name, ...cells, all.threw, all.hung];
  });
  return table(head, rows);
}

function openPoints(suites, results) {
  const open = Object.values(suites)
    .flat()
    .filter((vector) => !isText(vector));
  const groups = grouped(open, ({ dialect }) => [titles[dialect]]);
  return breakdown("dialect", groups, results);
}

function breakdown(what, groups, results) {
  const head = [what, "vectors", ...results.map(({ contestant }) => contestant.name)];
  const rows = [...groups].map(([name, vectors]) => [
    name,
    vectors.length,
    ...results.map(({ outcomes }) => percent(countOf(vectors, outcomes))),
  ]);
  return table(head, rows);
}

const sectionsOf = ({ section }) => section.split("; ");
const tagsOf = ({ tags }) => tags;

/** What few people read, behind a line that opens it. */
const folded = (summary, lines) => [`<details><summary>${summary}</summary>`, "", ...lines, "</details>", ""];

const suiteTables = (suites, results) =>
  Object.entries(suites).flatMap(([name, vectors]) => {
    const definite = vectors.filter(isText);
    const bySection = name === "labelled" ? [] : breakdown("section", grouped(definite, sectionsOf), results);
    const byTag = breakdown("tag", grouped(definite, tagsOf), results);
    const summary = `${name === "labelled" ? "By tag" : "By section and tag"}: ${definite.length} vectors`;
    return [`### ${titles[name]}`, "", ...folded(summary, [...bySection, ...byTag])];
  });

/** A file on one line, short enough to read. */
function shown({ robotsTxt, robotsTxtBase64 }) {
  const text = JSON.stringify(robotsTxt ?? Buffer.from(robotsTxtBase64, "base64").toString("latin1")).slice(1, -1);
  const short = text.length > 160 ? `${text.slice(0, 160)}…` : text;
  return code(short);
}

const code = (text) => `\`${text.replaceAll("|", "\\|").replaceAll("`", "ˋ")}\``;
const word = (allowed) => (allowed ? "allowed" : "refused");

const difference = ({ id, title, section, agents, url, allowed, ...file }) =>
  `- ${section}, “${title}” (${id}): ${shown(file)}, ${code(agents[0])}, ${code(url)}: expected ${word(allowed)}, got ${word(!allowed)}`;

/** What a contestant answers otherwise in the dialect it claims, or else in the first. */
function differences(suites, { contestant, outcomes }) {
  const dialect = contestant.claims?.[0] ?? Object.keys(suites)[0];
  const { count, shown: first } = disagreements((suites[dialect] ?? []).filter(isText), outcomes, 5);
  if (count === 0) return [];
  return folded(`${contestant.name}, ${titles[dialect]}: ${count} in all`, [...first.map(difference), ""]);
}

const about = ({ contestant: { name, version, language, claims, says } }) => [
  name,
  version,
  language,
  claims?.map((dialect) => titles[dialect]).join(", ") ?? "none",
  says,
];

export function scoreboard(environment, suites, results) {
  return [
    ...Object.entries(environment).map(([key, value]) => `- ${key}: ${value}`),
    "",
    "### Agreement, in percent of the vectors that the texts decide",
    "",
    ...overview(suites, results),
    "† the dialect it claims. *no verdict*: vectors on which it threw, or answered neither yes nor no. *hung*: no answer within a second of processor time.",
    "",
    "Where a text leaves the verdict open and [dialects.md](dialects.md) decides, agreement is a matter of taste:",
    "",
    ...openPoints(suites, results),
    "### Who they are",
    "",
    row(["name", "version", "language", "claims", "says"]),
    "|---|---|---|---|---|",
    ...results.map((result) => row(about(result))),
    "",
    ...suiteTables(suites, results),
    "### Where they differ",
    "",
    ...results.flatMap((result) => differences(suites, result)),
  ].join("\n");
}
