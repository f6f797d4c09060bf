/** Matchers for vitest and jest: `expect(robots).toAllow(url, { agent })`. */
import { withCode, wrongType } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { AgentRules, type DialectName, type Explanation, parse, RobotsTxt, type UrlLike } from "../index.ts";
import { ruleText } from "../parsing.ts";

/** For whom the question is asked. */
export interface MatcherOptions {
  /** The product token, or several, the first of which that has a group counts. Needless for `AgentRules`. */
  readonly agent?: string | readonly string[];
  /** For text or bytes. Default "rfc9309". */
  readonly dialect?: DialectName;
}

const matcherOptions: KnownOptions<MatcherOptions> = { agent: 1, dialect: 1 };

/** What `expect` is given: a file as text or bytes, a parsed one, or the rules of one agent. */
export type RobotsInput = string | Uint8Array | RobotsTxt | AgentRules;

/** What a matcher returns to vitest or jest. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** For declarations: `interface Matchers<R> extends RobotsMatchers<R> {}`. */
export interface RobotsMatchers<R = unknown> {
  /** Passes if the agent may fetch the URL. */
  toAllow(url: UrlLike, options?: MatcherOptions): R;
  /** Passes if the agent may not fetch the URL. */
  toRefuse(url: UrlLike, options?: MatcherOptions): R;
}

function matchedRules(robots: RobotsInput, { agent, dialect = "rfc9309" }: MatcherOptions): AgentRules {
  if (robots instanceof AgentRules) return robots;
  if (agent === undefined) {
    const message = 'agent: expected a product token: expect(robots).toAllow(url, { agent: "ExampleBot" })';
    throw withCode(new TypeError(message), "ERR_INVALID_ARG_TYPE");
  }
  if (robots instanceof RobotsTxt) return robots.agent(agent);
  if (typeof robots === "string" || robots instanceof Uint8Array) return parse(robots, { dialect }).agent(agent);
  throw wrongType("robots", "a robots.txt as text or bytes, a RobotsTxt or AgentRules", robots);
}

/** Which line decided, or why none did. */
function failureReason({ rule, reason }: Explanation): string {
  if (rule === undefined) return `reason: ${reason}`;
  return `line ${rule.line}: ${ruleText(rule)}`;
}

const matcher =
  (wanted: boolean) =>
  (robots: RobotsInput, url: UrlLike, options: MatcherOptions = {}): MatcherResult => {
    const read = checkedOptions("options", options, matcherOptions);
    const answer = matchedRules(robots, read).explain(url);
    const verdict = answer.allowed ? "allowed" : "refused";
    const whose = read.agent === undefined ? "" : ` for ${[read.agent].flat().join(", ")}`;
    return {
      pass: answer.allowed === wanted,
      message: () => `${String(url)} is ${verdict}${whose}; ${failureReason(answer)}`,
    };
  };

/** For `expect.extend(matchers)`. */
export const matchers: {
  readonly toAllow: (robots: RobotsInput, url: UrlLike, options?: MatcherOptions) => MatcherResult;
  readonly toRefuse: (robots: RobotsInput, url: UrlLike, options?: MatcherOptions) => MatcherResult;
} = { toAllow: matcher(true), toRefuse: matcher(false) };
