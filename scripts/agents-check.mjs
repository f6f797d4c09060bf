// npm run agents:check: prints the rows of the crawlers' tables that were compared with their source more than a year ago.
import { headerAgents, knownAgents, operatorHabits } from "../dist/agents/index.js";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const rows = [...knownAgents, ...headerAgents, ...operatorHabits];
const old = rows.filter(({ checked }) => Date.now() - Date.parse(checked) > YEAR_MS);

for (const { token, operator, topic, checked, source } of old)
  console.log(`${checked}  ${token ?? `${operator} (${topic})`}  ${source}`);
console.log(`${old.length} of ${rows.length} rows are older than a year`);
