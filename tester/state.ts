/** The state of the page: what a person entered, and what the engine answered last. Views read it, actions change it. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type DialectName, dialects } from "../bindings/core/parsing.ts";
import type { Finding } from "../bindings/tools/lint/index.ts";
import { newestOnly, toolEngine, verdictEngine } from "./engine.ts";
import type { Cell, Filter, Inputs, Row, Verdicts } from "./protocol.ts";
import { fromFragment, type Shared, toFragment } from "./share.ts";

export const EXAMPLE = `# Try it: change a line and watch the verdicts.
User-agent: *
Disallow: /cart
Disallow: /*?sort=
Allow: /cart/help

User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /

Sitemap: https://shop.example/sitemap.xml
`;

export const file: Signal<string> = signal(EXAMPLE);
export const previous: Signal<string> = signal("");
export const dialect: Signal<DialectName> = signal("rfc9309");
export const agentText: Signal<string> = signal("Googlebot, Bingbot, GPTBot");
export const urlText: Signal<string> = signal(
  "https://shop.example/\nhttps://shop.example/cart\nhttps://shop.example/cart/help\n/lamps?sort=price\n",
);
export const meta: Signal<string> = signal("noarchive, max-snippet: 50");
export const header: Signal<string> = signal("googlebot: noindex");

export const filter: Signal<Filter> = signal("all");
export const page: Signal<number> = signal(0);
/** The cell whose decision is explained: a URL and a column. */
export const selected: Signal<{ readonly url: string; readonly column: number }> = signal({ url: "", column: 0 });

export const verdicts: Signal<Verdicts | undefined> = signal(undefined);
export const findings: Signal<readonly Finding[]> = signal([]);
/** What the page last did, or why it could not: read out by screen readers. */
export const status: Signal<string> = signal("");

/** Columns beyond this many do not fit any screen. */
const MAX_AGENTS = 200;

/** Commas and line ends separate agents; spaces separate an agent from its fallbacks. */
export const agents: ReadonlySignal<readonly string[]> = computed(() => {
  const names = agentText.value.split(/[,\n\r]+/).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))].slice(0, MAX_AGENTS);
});

/** The row that is explained: the selected one, or the first. */
export const currentRow: ReadonlySignal<Row | undefined> = computed(() => {
  const rows = verdicts.value?.rows ?? [];
  return rows.find(({ url }) => url === selected.value.url) ?? rows[0];
});

export const currentColumn: ReadonlySignal<number> = computed(() =>
  Math.min(selected.value.column, Math.max(agents.value.length - 1, 0)),
);
export const currentAgent: ReadonlySignal<string> = computed(() => agents.value[currentColumn.value] ?? "");
export const currentCell: ReadonlySignal<Cell | undefined> = computed(
  () => currentRow.value?.cells[currentColumn.value],
);

/** The URLs of the rows on show, which the slower panels compare. */
export const shownUrls: ReadonlySignal<readonly string[]> = computed(() =>
  (verdicts.value?.rows ?? []).filter(({ cells }) => cells.length > 0).map(({ url }) => url),
);

export const fail = (error: Error): void => {
  status.value = `Failed: ${error.message}`;
};

const askVerdicts = newestOnly(
  (ask: Partial<Inputs>) => verdictEngine.ask("verdicts", ask),
  (answer) => {
    verdicts.value = answer;
  },
  fail,
  (first, second) => ({ ...first, ...second }),
);

const askFindings = newestOnly(
  (ask: { file: string; dialect: DialectName }) => toolEngine.ask("lint", ask),
  (answer) => {
    findings.value = answer;
  },
  fail,
);

/** After this long without a keystroke the slower work starts. */
const PAUSE_MS = 150;

/** Calls `action` once the values that `read` reads have not changed for PAUSE_MS. */
export function whenPaused(read: () => void, action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const stop = effect(() => {
    read();
    clearTimeout(timer);
    timer = setTimeout(action, PAUSE_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

export const dialectNames: readonly DialectName[] = dialects.map(({ name }) => name);

function adopt(shared: Shared): void {
  if (shared.file !== undefined) file.value = shared.file;
  if (shared.previous !== undefined) previous.value = shared.previous;
  dialect.value = dialectNames.find((name) => name === shared.dialect) ?? dialect.value;
  if (shared.agents !== undefined) agentText.value = shared.agents;
  if (shared.urls !== undefined) urlText.value = shared.urls;
  if (shared.meta !== undefined) meta.value = shared.meta;
  if (shared.header !== undefined) header.value = shared.header;
}

const shared = (): Shared => ({
  file: file.value,
  previous: previous.value,
  dialect: dialect.value,
  agents: agentText.value,
  urls: urlText.value,
  meta: meta.value,
  header: header.value,
});

/** Puts the state into the address and returns the link. */
export async function shareLink(): Promise<string> {
  history.replaceState(null, "", await toFragment(shared()));
  return location.href;
}

async function adoptFragment(): Promise<void> {
  const state = await fromFragment(location.hash);
  if (state !== undefined) adopt(state);
  else if (location.hash.startsWith("#v1.")) status.value = "This link is damaged: it shows the example instead.";
}

/** Reads the address, then answers every change of the inputs from now on. */
export async function startState(): Promise<void> {
  await adoptFragment();
  addEventListener("hashchange", () => void adoptFragment());
  effect(() => askVerdicts({ file: file.value }));
  effect(() => askVerdicts({ dialect: dialect.value }));
  effect(() => askVerdicts({ agents: agents.value }));
  effect(() => askVerdicts({ urls: urlText.value, page: 0 }));
  effect(() => askVerdicts({ filter: filter.value, page: page.value }));
  whenPaused(
    () => [file.value, dialect.value],
    () => askFindings({ file: file.value, dialect: dialect.value }),
  );
}
