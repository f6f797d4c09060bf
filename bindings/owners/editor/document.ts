/** One version of a robots.txt in an editor. Reads it once: the linter, the parser and all features share what was read. */

import type { DialectName, RobotsTxt } from "../../core/index.ts";
import { dialectNamed, tokenNamedBy } from "../../core/parsing.ts";
import { dialectOf, RobotsByDialect } from "../agents/asked.ts";
import type { AgentRow } from "../agents/index.ts";
import type { KnownGroups } from "../lint/checks/known-groups.ts";
import { columnsOf } from "../lint/findings.ts";
import type { Finding, FindingCode, LintOptions, LintProfile, Severity, TemplateName } from "../lint/index.ts";
import { type Inspection, inspect } from "../lint/lint.ts";
import { type LineField, type LintFile, type LintGroup, type Span, textAt } from "../lint/lint-file.ts";
import { onLine, type Range } from "./place.ts";

/** What a person sets in the editor, or in the linter's configuration file. */
export interface EditorSettings {
  /** Default: verdicts for a crawler are those of the dialect that its operator documents, and the linter reads by RFC 9309. */
  readonly dialect?: DialectName;
  readonly profile: LintProfile;
  readonly url?: string;
  /** Crawlers of your own. */
  readonly agents: readonly AgentRow[];
  readonly ignore: readonly FindingCode[];
  /** Other severities by code; `off` leaves the code out. */
  readonly severity: Readonly<Partial<Record<string, Severity | "off">>>;
  /** The language of the tags in the file, if it is a template. */
  readonly template?: TemplateName;
}

export const defaultSettings: EditorSettings = {
  profile: "modern",
  agents: [],
  ignore: [],
  severity: {},
};

export class EditorDocument {
  readonly text: string;
  readonly settings: EditorSettings;
  #inspection: Inspection | undefined;
  #findings: readonly Finding[] | undefined;
  #byDialect: RobotsByDialect | undefined;

  readonly #known: KnownGroups | undefined;

  /** @param known groups of earlier versions of the text. */
  constructor(text: string, settings: EditorSettings = defaultSettings, known?: KnownGroups) {
    this.text = text;
    this.settings = settings;
    this.#known = known;
  }

  get #inspected(): Inspection {
    this.#inspection ??= inspect(this.text, this.lintOptions, this.#known);
    return this.#inspection;
  }

  /** The options with which this file is linted and fixed. */
  get lintOptions(): LintOptions {
    const { dialect, profile, url, agents, ignore, template } = this.settings;
    return {
      ...{ profile, agents, ignore },
      ...(dialect !== undefined && { dialect }),
      ...(url !== undefined && { url }),
      ...(template && { template }),
    };
  }

  /** The file as the linter reads it. In a template, tags are masked at equal length. */
  get source(): LintFile {
    return this.#inspected.source;
  }

  get findings(): readonly Finding[] {
    this.#findings ??= this.#inspected.collector.findings(this.source);
    return this.#findings;
  }

  /** The file as each crawler reads it. */
  get byDialect(): RobotsByDialect {
    const { dialect, url } = this.settings;
    const options = { ...(dialect !== undefined && { dialect }), ...(url !== undefined && { url }) };
    this.#byDialect ??= new RobotsByDialect(this.source.bytes, options);
    return this.#byDialect;
  }

  /** The dialect of the settings, or else the one in which the crawler of this name reads the file. */
  dialectOf(agent: string): DialectName {
    const { dialect, agents } = this.settings;
    return dialect ?? dialectOf(agent, agents);
  }

  /** The file as this crawler reads it. */
  robotsFor(agent: string): RobotsTxt {
    return this.byDialect.in(this.dialectOf(agent));
  }

  /** What the tags of a template write is unknown, and so is what crawlers read. */
  get isTemplate(): boolean {
    return this.settings.template !== undefined;
  }

  /** The field on a line from 0; undefined for comments, blank lines, and lines that parsers skip. */
  fieldOn(line: number): LineField | undefined {
    return this.source.lines[line]?.field;
  }

  /** The user-agent lines and rules that a line from 0 belongs to. */
  groupOn(line: number): LintGroup | undefined {
    const starts = this.source.groups.filter(({ agents }) => agents[0]!.key.line <= line + 1);
    const group = starts.at(-1);
    return group !== undefined && lastLineOf(group) >= line + 1 ? group : undefined;
  }

  /** The product token of the crawler that the first user-agent line of a group means. */
  agentOf({ agents }: LintGroup): string {
    return tokenNamedBy(this.spanText(agents[0]!.value), dialectNamed(this.settings.dialect ?? "rfc9309"));
  }

  spanText(span: Span): string {
    return textAt(this.source, span);
  }

  /** The name of a field in lower case. */
  nameOf({ key }: LineField): string {
    return this.spanText(key).toLowerCase();
  }

  rangeOf(span: Span): Range {
    const [from, to] = columnsOf(this.source, span);
    return onLine(span.line - 1, from - 1, to - 1);
  }

  /** A whole line, from 0. */
  lineRange(line: number): Range {
    return this.rangeOf(this.source.lines[line] ?? { line: line + 1, start: 0, end: 0 });
  }

  /** The text of a line, from 0. */
  lineText(line: number): string {
    const found = this.source.lines[line];
    return found === undefined ? "" : this.spanText(found);
  }
}

/** The last line of a group, from 1. */
export const lastLineOf = ({ agents, rules, fields }: LintGroup): number =>
  [...agents, ...rules, ...fields].reduce((last, { key }) => Math.max(last, key.line), 0);
