/** The dialect in which the most lines of a file have an effect: user-agent lines, rules in groups, and sitemaps. */
import type { RobotsTxt } from "../../core/deciding.ts";
import type { DialectName } from "../../core/index.ts";
import { dialects } from "../../core/parsing.ts";
import type { RobotsByDialect } from "../../owners/agents/internal.ts";

/** Of dialects that read as many lines, the first in the order of `dialects`: rfc9309 fits best unless another reads more. */
export function bestFitOf(file: RobotsByDialect): DialectName {
  const names = dialects.map(({ name }) => name);
  const effects = names.map((dialect) => linesInEffect(file.in(dialect)));
  return names[effects.indexOf(Math.max(...effects))]!;
}

const linesInEffect = ({ groups, sitemaps }: RobotsTxt): number =>
  groups.reduce((sum, { agents, rules }) => sum + agents.length + rules.length, sitemaps.length);
