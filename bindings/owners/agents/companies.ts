/** The names of companies and products, which people type where they mean crawlers. */
import { knownAgents } from "./agent-rows.ts";
import type { KnownAgent } from "./rows/known-agent.ts";
import { products as productTexts } from "./table.ts";

/** Products whose name is not the one of their operator, with the tokens of the crawlers that work for them. */
export const products: Readonly<Record<string, readonly string[]>> = JSON.parse(productTexts);

/** People write "chat gpt" and "ChatGPT". */
const normalised = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, "");

/** "VK (Mail.ru)" is typed as "VK" and as "Mail.ru", "Mistral AI" also as "Mistral". */
function namesOf(operator: string): readonly string[] {
  const parts = operator.split(/[()]/).map((part) => part.trim());
  const all = [operator, ...parts, ...parts.map((part) => part.replace(/ ai$|\.cz$|\.com$/i, ""))];
  return all.map(normalised).filter(Boolean);
}

/** An operator that is not known, and a company whose name is also every example's. */
const NOBODY = ["unknown", "x"];

type Rows = readonly KnownAgent[];
let byName: ReadonlyMap<string, Rows> | undefined;

/** Made when the first name is asked for that is not a token. */
function index(): ReadonlyMap<string, Rows> {
  const active = knownAgents.filter(({ status }) => status === "active");
  const found = new Map<string, Rows>();
  for (const row of active)
    for (const name of new Set(namesOf(row.operator))) found.set(name, [...(found.get(name) ?? []), row]);
  for (const [name, tokens] of Object.entries(products))
    found.set(
      normalised(name),
      active.filter(({ token }) => tokens.includes(token)),
    );
  for (const name of NOBODY) found.delete(name);
  return found;
}

/** @returns the crawlers of a company or a product that are still sent; undefined for any other name */
export function crawlersOf(name: string): readonly KnownAgent[] | undefined {
  byName ??= index();
  return byName.get(normalised(name));
}
