/**
 * The modules for other hosts, in a bare host that lives as long as the process: for a file, an agent and URLs, verdicts, rule
 * lines and saved programs are the library's, in every dialect.
 */
import { dialects } from "../../../bindings/core/dialects.ts";
import { type AgentRules, parse } from "../../../bindings/index.ts";
import { compile, type Exports, instantiate, type Name, names, read, write } from "../../embed/module.ts";
import { agentOf, bytesOf, latin1 } from "../input.ts";
import { caseSeeds } from "../seeds.ts";
import { expectSame, type Target } from "../target.ts";

const hosts = new Map<Name, Exports>();

function hostOf(name: Name): Exports {
  const host = hosts.get(name) ?? instantiate(name);
  hosts.set(name, host);
  return host;
}

/** What the module says about a program, as the library would say it. */
function answersOfModule(module: Exports, program: number, urls: readonly Uint8Array[], lines: Uint8Array): unknown[] {
  const verdicts = urls.map((url) => module.decide(program, write(module, url)));
  const ruleLines = urls.map((url) => module.rule_line(program, write(module, url)));
  const block = read(module, module.decide_lines(program, write(module, lines)));
  return [verdicts, ruleLines, latin1(block), latin1(read(module, module.save(program)))];
}

/** `decide` compares the text alone; a module saves rules that take all readings. */
function answersOfLibrary(
  rules: AgentRules,
  saved: AgentRules,
  urls: readonly Uint8Array[],
  lines: Uint8Array,
): unknown[] {
  const explained = urls.map((url) => rules.explain(url));
  return [
    explained.map(({ allowed }) => Number(allowed)),
    explained.map(({ rule }) => rule?.line ?? 0),
    latin1(rules.isAllowedLines(lines)),
    latin1(saved.toBytes()),
  ];
}

export const embedTarget: Target = {
  name: "embed",
  kinds: ["robots", "agent", "url"],
  seeds: caseSeeds,
  check: ([file, agentBytes, ...urls]) => {
    const agent = agentOf(bytesOf(latin1(agentBytes!).replaceAll("\n", " ")));
    const lines = new Uint8Array(Buffer.concat(urls.flatMap((url) => [url, Buffer.of(10)])));
    for (const { name: dialect, id } of dialects) {
      const [rules, saved] = (["written", "all"] as const).map((reading) =>
        parse(file!, { dialect, reading }).agent(agent),
      );
      const wanted = answersOfLibrary(rules!, saved!, urls, lines);
      for (const name of names) {
        const module = hostOf(name);
        const program = compile(module, file!, agent, id);
        expectSame(`${name}, ${dialect}`, wanted, answersOfModule(module, program, urls, lines));
        expectSame(`${name}, free`, 0, module.free(program));
      }
    }
    return { cases: dialects.length * names.length * urls.length, features: [] };
  },
};
