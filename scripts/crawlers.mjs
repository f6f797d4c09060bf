// The table of crawlers: bindings/owners/agents/crawlers.json is its source. The build makes of it what the library ships
// (writeTables), and the table as data for programs in any language, dist/crawlers.json and its schema (writeCrawlers).
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { writeChanged } from "./files.mjs";

const FOLDER = "bindings/owners/agents";
const read = (root, file) => JSON.parse(readFileSync(join(root, FOLDER, file), "utf8"));
const lower = (text) => text.toLowerCase();

/** @returns what does not fit the schema, a sentence each */
function misfits(root, source) {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  ajv.addSchema(read(root, "crawlers.schema.json"), "https://robots-wasm.example/crawlers.schema.json");
  const validate = ajv.compile(read(root, "crawlers.source.schema.json"));
  if (validate(source)) return [];
  return validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** @returns facts that contradict each other, a sentence each: no schema can say it */
function contradictions({ operators }) {
  const found = [];
  const [rows, owners, urls] = [new Map(), new Map(), new Map()];
  const claim = (map, key, value, text) => {
    if (map.has(key) && map.get(key) !== value) found.push(text);
    map.set(key, value);
  };
  for (const { name, crawlers, identities = {} } of operators) {
    for (const row of crawlers) claim(rows, lower(row.token), row, `${row.token} has two rows`);
    for (const { products = [] } of crawlers)
      for (const product of products) claim(owners, product, name, `${product} has two operators`);
    for (const { lists } of Object.values(identities))
      for (const { file, url } of lists) claim(urls, file, url, `${file} has two URLs`);
  }
  for (const operator of operators) found.push(...strayNames(operator, rows), ...mixedDelays(operator));
  return found;
}

function strayNames({ crawlers, identities = {} }, rows) {
  const used = new Set(crawlers.map(({ identity }) => identity));
  const unused = Object.keys(identities).filter((name) => !used.has(name));
  return [
    ...unused.map((name) => `no crawler has the identity ${name}`),
    ...crawlers.flatMap(({ token, fallback = [], status = "", identity, alsoFor = [], alsoWritten = [], ...row }) => {
      const today = /^renamed to (.+)$/.exec(status)?.[1];
      return [
        ...[...fallback, ...(today ? [today] : [])].filter((name) => !rows.has(lower(name))),
        ...(today && !rows.get(lower(today))?.answers !== !row.answers ? [`${today} about answers`] : []),
        ...(identity === undefined || Object.hasOwn(identities, identity) ? [] : [identity]),
        ...[...alsoFor, ...alsoWritten].filter((name) => name === row.purpose || rows.has(name)),
      ].map((name) => `${token} does not agree with ${name}`);
    }),
  ];
}

/** If not all crawlers of an operator read Crawl-delay alike, a habit says of which it tells. */
function mixedDelays({ name, habits = [], crawlers }) {
  const isMixed = new Set(crawlers.map(({ crawlDelay }) => crawlDelay).filter(Boolean)).size > 1;
  const isVague = ({ topic, habit }) => topic === "crawl-delay" && !crawlers.some(({ token }) => habit.includes(token));
  return isMixed ? habits.filter(isVague).map(({ habit }) => `${name}: "${habit}" does not say of which crawler`) : [];
}

/** @returns why a source cannot be the table, a sentence each */
export function faultsOf(root, source) {
  const faults = misfits(root, source);
  return faults.length > 0 ? faults : contradictions(source);
}

/** @throws Error if the source does not fit its schema, or contradicts itself */
export function readSource(root) {
  const source = read(root, "crawlers.json");
  const faults = faultsOf(root, source);
  if (faults.length > 0) throw new Error(`${FOLDER}/crawlers.json: ${faults.slice(0, 20).join("\n")}`);
  return source;
}

const DETAILS = ["alsoFor", "fallback", "ignoresStar", "ignoresRobots", "crawlDelay", "status", "dialect", "note"];

/** Rows that follow each other and were read on one page on one day, as bindings/owners/agents/agent-rows.ts takes them. */
function groupsIn(operators, isWanted) {
  const groups = [];
  for (const { name, dialect, crawlDelay, crawlers } of operators)
    for (const { token, purpose, source, checked, confidence, ...row } of crawlers.filter(isWanted)) {
      const page = [name, source, checked, confidence];
      if (!page.every((value, i) => groups.at(-1)?.[i] === value)) groups.push([...page, []]);
      const details = pick({ dialect, crawlDelay, ...row }, DETAILS);
      groups.at(-1)[4].push(Object.keys(details).length === 0 ? [token, purpose] : [token, purpose, details]);
    }
  return groups;
}

const pick = (row, keys) =>
  Object.fromEntries(keys.filter((key) => row[key] !== undefined).map((key) => [key, row[key]]));

const identitiesIn = (operators) =>
  operators.flatMap(({ name: operator, identities = {}, crawlers }) =>
    Object.entries(identities).map(([name, { evidence: _, confidence, source, checked, note, ...identity }]) => ({
      operator,
      tokens: crawlers.filter(({ identity: own }) => own === name).map(({ token }) => token),
      ...{ ...identity, confidence, source, checked, note },
    })),
  );

const habitsIn = (operators) =>
  operators.flatMap(({ name: operator, habits = [] }) =>
    habits.map(({ topic, habit, confidence, source, checked }) => ({
      ...{ operator, topic, habit, confidence, source, checked },
    })),
  );

function tokensByProduct(rows) {
  const tokens = {};
  for (const { token, products = [] } of rows)
    for (const one of products) tokens[one] = [...(tokens[one] ?? []), token];
  return tokens;
}

/** Texts, so that nothing is parsed before it is used. */
function tableOf({ operators }) {
  const rows = operators.flatMap(({ crawlers }) => crawlers);
  return {
    knownRows: groupsIn(operators, ({ confidence }) => confidence !== "header"),
    headerRows: groupsIn(operators, ({ confidence }) => confidence === "header"),
    identities: identitiesIn(operators),
    habits: habitsIn(operators),
    products: tokensByProduct(rows),
    answering: rows.filter(({ answers }) => answers).map(({ token }) => token),
  };
}

/** What a User-agent line has to say: the first word (productToken). */
const written = ({ token }) => token.split(" ")[0];

/** What lint knows of crawlers, in lower case but for tokens that it proposes. */
function listsOf({ operators }) {
  const rows = operators
    .flatMap(({ crawlers, crawlDelay }) => crawlers.map((row) => ({ crawlDelay, ...row })))
    .filter(({ confidence }) => confidence !== "header");
  const families = {};
  for (const { fallback: [token] = [], ...row } of rows)
    if (token !== undefined) families[token] = [...(families[token] ?? []), lower(written(row))];
  const retired = rows.filter(({ status }) => status !== undefined);
  const sent = new Set(rows.filter(({ status }) => status === undefined).map(({ token }) => token));
  const todayOf = (status) => [status.replace("renamed to ", "")].find((token) => sent.has(token)) ?? "";
  const named = rows.flatMap(({ token, alsoWritten = [] }) => alsoWritten.map((name) => [name, token]));
  return {
    wellKnownAgents: rows.filter(({ oftenWritten }) => oftenWritten).map(({ token }) => token),
    ignoringDelay: rows.filter(({ crawlDelay }) => crawlDelay === "ignored").map(({ token }) => lower(token)),
    unusualTokens: [...new Set(rows.map((row) => lower(written(row))).filter((name) => !/^[a-z_-]+$/.test(name)))],
    retiredAgents: Object.fromEntries(retired.map(({ token, status }) => [lower(token), todayOf(status)])),
    fallbackFamilies: families,
    familyNames: Object.fromEntries(named),
  };
}

const textOfTable = (value) => `\`${JSON.stringify(value).replaceAll(/[\\`]|\$(?=\{)/g, "\\$&")}\``;
const textOfList = (value) =>
  Array.isArray(value) ? `${JSON.stringify(value.join(" "))}.split(" ")` : JSON.stringify(value);
const LIST_TYPES = { fallbackFamilies: "Readonly<Record<string, readonly string[]>>" };
const typeOfList = (name, value) =>
  LIST_TYPES[name] ?? (Array.isArray(value) ? "readonly string[]" : "Readonly<Record<string, string>>");

/** Writes what the agents and lint ship of the table. The build calls it before TypeScript is compiled. */
export function writeTables(root) {
  const source = readSource(root);
  const write = (file, values, lineOf) => {
    const lines = Object.entries(values).map(([name, value]) => `export const ${lineOf(name, value)};\n`);
    writeChanged(join(root, file), `// Made by scripts/crawlers.mjs from ${FOLDER}/crawlers.json.\n${lines.join("")}`);
  };
  write(`${FOLDER}/table.ts`, tableOf(source), (name, value) => `${name}: string = ${textOfTable(value)}`);
  write(
    "bindings/owners/lint/agent-lists.ts",
    listsOf(source),
    (name, value) => `${name}: ${typeOfList(name, value)} = ${textOfList(value)}`,
  );
}

/** How requests of a crawler can be recognised; nothing for most. */
function identityIn({ identityOf }, token) {
  const found = identityOf(token);
  if (found === undefined) return {};
  const { tokens: _, operator: __, lists, ...identity } = found;
  return { identity: { lists: lists.map(({ url }) => url), ...identity } };
}

/** @returns what dist/crawlers.json holds; bindings/owners/agents/crawlers.schema.json describes it. */
export function crawlersFrom(agents) {
  const { knownAgents, headerAgents, operatorHabits, crawlerIdentities, agentChain } = agents;
  const rows = [...knownAgents, ...headerAgents];
  const dates = [...rows, ...operatorHabits, ...crawlerIdentities].map(({ checked }) => checked);
  return {
    $schema: "crawlers.schema.json",
    format: 1,
    date: dates.sort().at(-1),
    crawlers: rows.map(({ token, ...row }) => ({
      token,
      writeAs: agentChain(token)[0],
      ...row,
      ...identityIn(agents, token),
    })),
    habits: operatorHabits,
  };
}

/** A row a line, so that a changed row is a changed line. */
const textOfRows = (value) => {
  const rowsOf = (rows) => `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]`;
  const fields = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${Array.isArray(one) ? rowsOf(one) : JSON.stringify(one)}`,
  );
  return `{\n${fields.join(",\n")}\n}`;
};

export async function writeCrawlers(root) {
  const agents = await import(pathToFileURL(join(root, "dist/owners/agents/index.js")).href);
  writeFileSync(join(root, "dist/crawlers.json"), `${textOfRows(crawlersFrom(agents))}\n`);
  copyFileSync(join(root, FOLDER, "crawlers.schema.json"), join(root, "dist/crawlers.schema.json"));
}
