/** The table of docs/dialects.md that says which texts are URLs: what doors of each kind answer. */
import { type Door, standard, takes } from "./door.ts";
import { libraryDoors } from "./library.ts";
import { type Question, texts } from "./questions.ts";

/** A column: the door that is asked, and in which dialect. */
const columns: readonly (readonly [head: string, door: string, dialect?: Question["dialect"]])[] = [
  ["core", "isAllowed of a text"],
  ["core, google", "isAllowed of a text", "google"],
  ["client, archives", "client, rules"],
  ["commands, editor, tester", "tester, one URL"],
  ["filter", "filter, verdicts"],
];

const doorNamed = (name: string): Door => libraryDoors.find((door) => door.name === name)!;

/** Whether an empty file allows the text. */
async function isUrlFor(name: string, url: string, dialect: Question["dialect"]): Promise<boolean> {
  const [answer] = await doorNamed(name).ask([{ dialect, file: "", url }]);
  return answer?.verdict === "1";
}

async function cellOf(text: string, [, name, dialect = "rfc9309"]: (typeof columns)[number]): Promise<string> {
  if (!(await isUrlFor(name, text, dialect))) return "no";
  return takes("core", text) ? "yes" : "any text";
}

/** What the URL Standard requests. */
function requestOf(text: string): string {
  if (text.startsWith("/")) return `\`${text}\``;
  const url = standard(text);
  if (url === undefined) return "refused";
  return url.host === "" ? "no host" : `\`${url.pathname}${url.search}\``;
}

const shown = (text: string): string =>
  text === "" ? "" : `\`${text.replaceAll("\t", "\\t").replace("\ufeff", "\\ufeff")}\``;
const lineOf = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`.replaceAll("  ", " ");

async function rowOf([text, meaning]: readonly [string, string]): Promise<string> {
  const cells = await Promise.all(columns.map((column) => cellOf(text, column)));
  return lineOf([shown(text), meaning, requestOf(text), ...cells]);
}

export async function urlTable(): Promise<string> {
  const heads = ["text", "what it is", "URL Standard", ...columns.map(([head]) => head)];
  const rows = await Promise.all(texts.map(rowOf));
  return [lineOf(heads), `${"|---".repeat(heads.length)}|\n`, ...rows].join("");
}
