/** The worker of the page: it holds the engine, so that typing never waits for it. */
import { parse } from "../bindings/index.ts";
import { diffDialects, diffVersions } from "../bindings/tools/diff/index.ts";
import { applyFixes, changedVerdicts, lint } from "../bindings/tools/lint/index.ts";
import { trace } from "../bindings/tools/trace/index.ts";
import { toCsv, toJson } from "./export.ts";
import type { Message, Reply, RequestName, Requests } from "./protocol.ts";
import { Table } from "./table.ts";

const table = new Table();
const tokens = (agent: string): string[] => agent.split(/\s+/);

const answers: { [N in RequestName]: (ask: Requests[N]["ask"]) => Requests[N]["answer"] } = {
  verdicts(changed) {
    table.update(changed);
    return table.verdicts();
  },
  table: ({ format }) => (format === "csv" ? toCsv : toJson)(table.agents, table.rows()),
  lint: ({ file, dialect }) => lint(file, { dialect }),
  fix: ({ file, dialect }) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(applyFixes(file, { dialect }).body),
  changes: ({ before, after, dialect }) => changedVerdicts(before, after, { dialect }),
  trace: ({ file, dialect, agent, url }) => trace(parse(file, { dialect }), tokens(agent), url),
  dialects: ({ file, agent, urls }) => diffDialects(file, tokens(agent), urls),
  versions: ({ before, after, dialect, agent, urls }) => diffVersions(before, after, tokens(agent), urls, { dialect }),
};

function replyTo<N extends RequestName>({ id, name, ask }: Message<N>): Reply {
  try {
    return { id, answer: answers[name](ask) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener("message", ({ data }: MessageEvent<Message>) => postMessage(replyTo(data)));
