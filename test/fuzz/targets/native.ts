/**
 * google/robotstxt itself, in a program of its own beside this repository, against the google dialect: verdict and matching
 * line. All numbers of the protocol are u32, little-endian. Asked, for each file: bytes of the body, bytes of the agent,
 * number of URLs; the body, the agent, and for each URL its bytes and it. Answered, for each URL: "1" allowed or "0", and
 * the matching line, 0 for none.
 */
import { type Dialect, dialectNamed } from "../../../bindings/core/dialects.ts";
import { parse } from "../../../bindings/index.ts";
import { agentOf, bytesOf, type Input } from "../input.ts";
import { Pipe } from "../pipe.ts";
import { caseSeeds } from "../seeds.ts";
import { expectSame, type Target } from "../target.ts";

const ANSWER_BYTES = 5;

function u32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((one, i) => {
    bytes.writeUInt32LE(one, 4 * i);
  });
  return bytes;
}

/** `A 3` for each URL. */
function nativeAnswers(pipe: Pipe, file: Uint8Array, agent: Uint8Array, urls: readonly Uint8Array[]): string[] {
  const asked = urls.flatMap((url) => [u32(url.length), url]);
  const question = Buffer.concat([u32(file.length, agent.length, urls.length), file, agent, ...asked]);
  const answer = pipe.ask(question, ANSWER_BYTES * urls.length);
  return urls.map((_, i) => {
    const at = ANSWER_BYTES * i;
    return `${answer[at] === 0x31 ? "A" : "D"} ${answer.readUInt32LE(at + 1)}`;
  });
}

function ourAnswers(dialect: Dialect, file: Uint8Array, agent: string, urls: readonly Uint8Array[]): string[] {
  const rules = parse(file, { dialect: dialect.name }).agent(agent);
  return urls.map((url) => {
    const { allowed, rule } = rules.explain(url);
    expectSame("native, alone", allowed, parse(file, { dialect: dialect.name }).isAllowed(url, agent));
    return `${allowed ? "A" : "D"} ${rule?.line ?? 0}`;
  });
}

export function nativeTarget(program: string): Target & { readonly close: () => void } {
  const pipe = new Pipe(program);
  const google = dialectNamed("google");
  return {
    name: "native",
    kinds: ["robots", "agent", "url"],
    seeds: caseSeeds,
    check: ([file, agentBytes, ...urls]: Input) => {
      // An agent is a string here, so both are asked for what a string can say.
      const agent = agentOf(agentBytes!);
      const wanted = nativeAnswers(pipe, file!, bytesOf(agent), urls);
      expectSame("native", wanted, ourAnswers(google, file!, agent, urls));
      return { cases: urls.length, features: wanted.map((one) => one[0]!) };
    },
    close: () => pipe.close(),
  };
}
