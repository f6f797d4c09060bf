// Writes the table of crawlers as data, for programs in any language: dist/crawlers.json, and its schema beside it. The build calls it.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

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
const textOf = (value) =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n {3,}/g, " ")
    .replaceAll(/\n {2}(?=[}\]])/g, " ");

export async function writeCrawlers(root) {
  const agents = await import(pathToFileURL(join(root, "dist/owners/agents/index.js")).href);
  writeFileSync(join(root, "dist/crawlers.json"), `${textOf(crawlersFrom(agents))}\n`);
  copyFileSync(join(root, "bindings/owners/agents/crawlers.schema.json"), join(root, "dist/crawlers.schema.json"));
}
