/** The table URL x agent: decided once per change of the inputs, shown a page at a time. Runs in a worker, or in a test. */
import { type AgentRules, parse, type RobotsTxt } from "../bindings/index.ts";
import {
  type AgentSummary,
  type Cell,
  type Filter,
  type Inputs,
  PAGE_ROWS,
  type Row,
  type Verdicts,
} from "./protocol.ts";

const INVALID = 2;
const ALLOWED = 1;

/** An absolute URL or a path; the same that `isAllowed` decides. */
const isUrl = (text: string): boolean => text.startsWith("/") || /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text);

/** The lines of the list that hold something, with their line numbers. */
function urlLines(text: string): { urls: string[]; lines: number[] } {
  const urls: string[] = [];
  const lines: number[] = [];
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    const url = line.trim();
    if (url === "") return;
    urls.push(url);
    lines.push(index + 1);
  });
  return { urls, lines };
}

interface Column {
  readonly agent: string;
  readonly rules?: AgentRules;
  readonly error?: string;
  /** One of ALLOWED, 0 and INVALID per URL. */
  readonly verdicts: Uint8Array;
}

const START: Inputs = { file: "", dialect: "rfc9309", agents: [], urls: "", filter: "all", page: 0 };

export class Table {
  #inputs: Inputs = START;
  #robots: RobotsTxt = parse("");
  #urls: readonly string[] = [];
  #lines: readonly number[] = [];
  #valid: readonly boolean[] = [];
  #columns: readonly Column[] = [];

  /** Takes the inputs that changed and decides what depends on them. */
  update(changed: Partial<Inputs>): void {
    this.#inputs = { ...this.#inputs, ...changed };
    const { file, dialect, agents, urls } = changed;
    if (file !== undefined || dialect !== undefined)
      this.#robots = parse(this.#inputs.file, { dialect: this.#inputs.dialect });
    if (urls !== undefined) this.#readUrls(urls);
    if ([file, dialect, agents, urls].some((one) => one !== undefined))
      this.#columns = this.#inputs.agents.map((agent) => this.#decide(agent));
  }

  verdicts(): Verdicts {
    const shown = this.#matching(this.#inputs.filter);
    const from = this.#inputs.page * PAGE_ROWS;
    return {
      agents: this.#columns.map(summaryOf),
      total: this.#urls.length,
      invalid: this.#valid.filter((valid) => !valid).length,
      matching: shown.length,
      rows: shown.slice(from, from + PAGE_ROWS).map((index) => this.#row(index)),
      truncated: this.#robots.truncated,
      sitemaps: this.#robots.sitemaps.slice(0, PAGE_ROWS),
    };
  }

  /** Every row that the filter lets through, whatever the page. */
  rows(): Row[] {
    return this.#matching(this.#inputs.filter).map((index) => this.#row(index));
  }

  get agents(): readonly string[] {
    return this.#inputs.agents;
  }

  #readUrls(text: string): void {
    const { urls, lines } = urlLines(text);
    this.#urls = urls;
    this.#lines = lines;
    this.#valid = urls.map(isUrl);
  }

  #decide(agent: string): Column {
    try {
      const rules = this.#robots.agent(agent.split(/\s+/));
      const verdicts = rules.isAllowedMany(this.#urls);
      this.#valid.forEach((valid, index) => {
        if (!valid) verdicts[index] = INVALID;
      });
      return { agent, rules, verdicts };
    } catch (error) {
      return { agent, error: (error as Error).message, verdicts: new Uint8Array(this.#urls.length) };
    }
  }

  #matching(filter: Filter): number[] {
    const matches = filters[filter];
    const columns = this.#columns.map(({ verdicts }) => verdicts);
    return Array.from(this.#urls.keys()).filter((index) => matches(columns, index, this.#valid[index]!));
  }

  #row(index: number): Row {
    const url = this.#urls[index]!;
    const cells = this.#valid[index] ? this.#columns.map(({ rules }) => cellOf(rules, url)) : [];
    return { line: this.#lines[index]!, url, cells };
  }
}

type Matches = (columns: readonly Uint8Array[], index: number, valid: boolean) => boolean;

const filters: Record<Filter, Matches> = {
  all: () => true,
  allowed: (columns, index) => columns.some((verdicts) => verdicts[index] === ALLOWED),
  refused: (columns, index) => columns.some((verdicts) => verdicts[index] === 0),
  differs: (columns, index) => columns.some((verdicts) => verdicts[index] !== columns[0]![index]),
  invalid: (_, __, valid) => !valid,
};

/** An agent that cannot be used is refused everything. */
function cellOf(rules: AgentRules | undefined, url: string): Cell {
  if (rules === undefined) return { allowed: false, reason: "no-group" };
  const { allowed, reason, rule } = rules.explain(url);
  return rule === undefined ? { allowed, reason } : { allowed, reason, rule };
}

function summaryOf({ agent, rules, error, verdicts }: Column): AgentSummary {
  const count = (wanted: number): number => verdicts.reduce((sum, one) => (one === wanted ? sum + 1 : sum), 0);
  const summary = { agent, named: rules?.isNamed ?? false, allowed: count(ALLOWED), refused: count(0) };
  return error === undefined ? summary : { ...summary, error };
}
