/** Two versions of a file as crawlers read them: examples of what changes for each, and the verdicts on both sides. */
import { type AgentRules, parse, type RobotsTxt } from "../../core/deciding.ts";
import type { DialectName, Rule } from "../../core/index.ts";
import { Comparison, type Difference, dialectNamed } from "../../core/parsing.ts";
import { tokensOf } from "./chain.ts";
import type { KnownAgent } from "./rows/known-agent.ts";
import { ignoresGroups } from "./star.ts";

type Body = string | Uint8Array;

/** What a version says to one crawler, and what the crawler does: one that ignores the groups for `*` fetches. */
export interface Side {
  allows(urls: readonly string[]): Uint8Array;
  explain(url: string): { readonly allowed: boolean; readonly rule?: Rule };
  /** Whether such a rule applies, whatever its line. */
  has(rule: Rule): boolean;
}

const allowsEverything: Side = {
  has: () => false,
  allows: (urls) => new Uint8Array(urls.length).fill(1),
  explain: () => ({ allowed: true }),
};

interface Readings {
  readonly comparison: Comparison;
  readonly files: readonly [before: RobotsTxt, after: RobotsTxt];
}

export class FileChange {
  readonly #bodies: readonly [before: Body, after: Body];
  readonly #dialect: DialectName | undefined;
  readonly #readings = new Map<DialectName, Readings>();

  /** @param dialect for all crawlers; default: the one that the operator of each documents */
  constructor(before: Body, after: Body, dialect?: DialectName) {
    this.#bodies = [before, after];
    this.#dialect = dialect;
  }

  /** Examples of what changes for a crawler; the same list for crawlers that obey the same rules. Empty if nothing changes. */
  differencesFor(row: KnownAgent): readonly Difference[] {
    return this.#readingFor(row).comparison.differencesFor(tokensOf(row), row.ignoresStar);
  }

  sidesFor(row: KnownAgent): readonly [before: Side, after: Side] {
    const [before, after] = this.#readingFor(row).files.map((file) => sideOf(file.agent(tokensOf(row)), row));
    return [before!, after!];
  }

  #readingFor({ dialect: own }: KnownAgent): Readings {
    const dialect = this.#dialect ?? own;
    const known = this.#readings.get(dialect) ?? this.#read(dialect);
    this.#readings.set(dialect, known);
    return known;
  }

  #read(dialect: DialectName): Readings {
    const [before, after] = this.#bodies;
    return {
      comparison: new Comparison(this.#bodies, dialectNamed(dialect)),
      files: [parse(before, { dialect }), parse(after, { dialect })],
    };
  }
}

const ruleKey = ({ directive, pattern }: Rule): string => `${directive} ${pattern}`;

function sideOf(rules: AgentRules, row: KnownAgent): Side {
  if (ignoresGroups(row, rules)) return allowsEverything;
  let texts: ReadonlySet<string> | undefined;
  return {
    allows: (urls) => rules.isAllowedMany(urls),
    explain: (url) => rules.explain(url),
    has(rule) {
      texts ??= new Set(rules.rules.map(ruleKey));
      return texts.has(ruleKey(rule));
    },
  };
}
