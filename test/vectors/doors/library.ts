/** The doors of the library, of the language server and of the tester, in this process. */
import { BlockFilter } from "../../../bindings/bulk/filter/block-filter.ts";
import { LineDecider } from "../../../bindings/bulk/filter/line-decider.ts";
import { rfc9309 } from "../../../bindings/core/access/index.ts";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { openArchive } from "../../../bindings/crawl/archive/index.ts";
import { programsOf } from "../../../bindings/crawl/archive/programs.ts";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import {
  AgentRules,
  decisionStream,
  diffDialects,
  diffVersions,
  matchers,
  parse,
  trace,
} from "../../../bindings/index.ts";
import { RobotsByDialect } from "../../../bindings/owners/agents/internal.ts";
import { assertionsIn } from "../../../bindings/owners/assertions/assertions.ts";
import { AssertionChecker } from "../../../bindings/owners/assertions/check.ts";
import { defaultSettings, EditorDocument, testUrl } from "../../../bindings/owners/editor/internal.ts";
import { readingsFor } from "../../../tester/work/compare.ts";
import { UrlList } from "../../../tester/work/url-list.ts";
import { whyOf } from "../../../tester/work/why.ts";
import { startClient } from "../../cli/editor/harness.ts";
import { archiveOf } from "../../crawl/archive/build.ts";
import { BulkHost } from "../../embed/bulk-host.ts";
import { compile, instantiate, type Name, names, read, write } from "../../embed/module.ts";
import { type Answer, answerOf, type Door, doorOf, rulesOf, standard } from "./door.ts";
import { AGENT, type Question } from "./questions.ts";

const parsed = ({ file, dialect }: Question) => parse(file, { dialect });
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));
const explained = (rules: Pick<AgentRules, "explain">, url: string | URL | Uint8Array): Answer => {
  const { allowed, rule } = rules.explain(url);
  return answerOf(allowed, rule?.line ?? 0);
};
/** A line cannot hold a line feed, and loses a carriage return at its end. */
const isLine = (url: string): boolean => !/\n|\r$/.test(url);

/** As the URL of a `URL` object, which is what is requested; and nothing for what has none. */
const urlObject = (question: Question): Answer | undefined => {
  const url = standard(question.url);
  if (url === undefined) return undefined;
  // Also what is written must be allowed for text, so an object may be allowed where its text is refused.
  return answerOf(rulesOf(question).isAllowed(url) && rulesOf(question).isAllowed(question.url));
};

async function streamed(question: Question): Promise<Answer> {
  const stream = decisionStream(rulesOf(question));
  const writer = stream.writable.getWriter();
  void writer.write(question.url);
  const { value } = await stream.readable.getReader().read();
  return answerOf(value!.allowed, value!.rule?.line ?? 0);
}

const core: readonly Door[] = [
  doorOf("isAllowed of a text", "core", (q) => answerOf(rulesOf(q).isAllowed(q.url))),
  doorOf("isAllowed of a RobotsTxt", "core", (q) => answerOf(parsed(q).isAllowed(q.url, AGENT))),
  doorOf("bytes", "core", (q) => explained(rulesOf(q), bytesOf(q.url))),
  doorOf("a URL object and its text", "core", urlObject),
  doorOf("isAllowedMany", "core", (q) => answerOf(rulesOf(q).isAllowedMany([q.url, "/"])[0])),
  doorOf("isAllowedMany of bytes", "core", (q) => answerOf(rulesOf(q).isAllowedMany(["/", bytesOf(q.url)])[1])),
  doorOf("isAllowedLines", "core", (q) =>
    isLine(q.url) ? answerOf(rulesOf(q).isAllowedLines(bytesOf(`${q.url}\n`))[0]) : undefined,
  ),
  doorOf("saved rules", "core", (q) => explained(AgentRules.fromBytes(rulesOf(q).toBytes()), q.url)),
  doorOf("decisionStream", "core", streamed),
  doorOf("matchers", "core", (q) =>
    answerOf(matchers.toAllow(q.file, q.url, { agent: AGENT, dialect: q.dialect }).pass),
  ),
  doorOf("trace", "core", (q) => {
    const { allowed, rule } = trace(parsed(q), AGENT, q.url);
    return answerOf(allowed, rule?.line ?? 0);
  }),
  doorOf("diffVersions", "core", (q) => {
    const [one] = diffVersions(`User-agent: *\nDisallow: /\n`, q.file, AGENT, [q.url], { dialect: q.dialect });
    return one && answerOf(one.after.allowed, one.after.rule?.line ?? 0);
  }),
  doorOf("diffDialects", "core", (q) => {
    const [one] = diffDialects(q.file, AGENT, [q.url]);
    const verdict = one?.verdicts[q.dialect];
    return verdict && answerOf(verdict.allowed, verdict.rule?.line ?? 0);
  }),
];

const client = ({ file, dialect }: Question): RobotsClient =>
  new RobotsClient({
    agent: AGENT,
    policy: { ...rfc9309, name: "doors", dialect },
    fetch: async () => new Response(file),
  });

const archiveOfQuestion = ({ file, dialect }: Question): Promise<Uint8Array> => {
  const programs = programsOf(parse(file, { dialect }), [[AGENT]])!;
  const state = { status: "success", verdict: "rules", programs } as const;
  const description = { crawlers: [[AGENT]], dialect, leniency: {}, policy: "rfc9309" } as const;
  return archiveOf([{ host: "a.example", state }], description);
};

const crawl: readonly Door[] = [
  doorOf("client", "web", async (q) => answerOf(await client(q).isAllowed(q.url))),
  doorOf("client, many", "web", async (q) => answerOf((await client(q).isAllowedMany([q.url]))[0])),
  doorOf("client, explain", "web", async (q) => {
    const { allowed, rule } = await client(q).explain(q.url);
    return answerOf(allowed, rule?.line ?? 0);
  }),
  doorOf("client, rules", "web", async (q) => explained((await client(q).get(q.url)).rules, q.url)),
  doorOf("openArchive", "web", async (q) => {
    const found = openArchive(await archiveOfQuestion(q)).find(q.url);
    return found && explained(found.rules, q.url);
  }),
];

const owners: readonly Door[] = [
  doorOf("assertion", "commands", (q) => {
    const [assertion] = assertionsIn(`# test: ${AGENT} ${q.url} allowed`);
    if (assertion?.url !== q.url) return undefined;
    const checked = new AssertionChecker(new RobotsByDialect(q.file, { dialect: q.dialect })).check(assertion);
    return answerOf(checked.passed, checked.explanation?.rule?.line ?? 0);
  }),
  doorOf("editor, test a URL", "commands", (q) => {
    const document = new EditorDocument(q.file, { ...defaultSettings, dialect: q.dialect });
    const { allowed, line = -1 } = testUrl(document, AGENT, q.url);
    return answerOf(allowed, line + 1);
  }),
];

/** As an editor asks: over the protocol. */
async function overProtocol({ file, url }: Question): Promise<Answer> {
  const client = await startClient();
  try {
    client.open("file:///robots.txt", file);
    const given = { uri: "file:///robots.txt", agent: AGENT, url };
    const request = { command: "robots-wasm.testUrl", arguments: [given] };
    const { allowed, line = -1 } = await client.connection.sendRequest<{ allowed: boolean; line?: number }>(
      "workspace/executeCommand",
      request,
    );
    return answerOf(allowed, line + 1);
  } finally {
    client.close();
  }
}

/** Its settings say the dialect, which is rfc9309. */
const languageServer: Door = doorOf("language server", "commands", (q) =>
  q.dialect === "rfc9309" ? overProtocol(q) : undefined,
);

const source = ({ file }: Question) => ({ kind: "file", text: file }) as const;

/** The tester reads by the dialect of the crawler, which is rfc9309, and shows the others beside it. */
const tester: readonly Door[] = [
  doorOf("tester, one URL", "commands", (q) => {
    const why = whyOf({ source: source(q), site: "", name: AGENT, url: q.url });
    if ("notUrl" in why) return { verdict: "-" };
    if (!("readings" in why)) throw new Error("expected an answer");
    const { allowed, line = 0 } =
      q.dialect === "rfc9309" ? why : why.readings.find((one) => one.dialect === q.dialect)!;
    return answerOf(allowed, line);
  }),
  doorOf("tester, a list", "commands", (q) => {
    if (q.dialect !== "rfc9309") return undefined;
    const list = new UrlList();
    list.start({ source: source(q), site: "", agents: [AGENT] }, { format: "lines", urls: [q.url] });
    for (const _ of list.batches());
    const [row] = list.rows({ filter: "all", from: 0, count: 1 }).rows;
    return row === undefined ? { verdict: "-" } : answerOf(row.refusedBy === 0, row.cells[0]!.line ?? 0);
  }),
  doorOf("tester, Compare", "commands", (q) => {
    const row = readingsFor({ file: q.file, urls: [q.url], names: [AGENT] }).rows.find(({ url }) => url === q.url);
    const verdict = row?.verdicts.find(({ dialect }) => dialect === q.dialect);
    return verdict && answerOf(verdict.allowed, verdict.line ?? 0);
  }),
];

async function filtered(question: Question, format: "verdicts" | "json"): Promise<Answer | undefined> {
  if (!isLine(question.url)) return undefined;
  const { dialect } = question;
  const missing = async () => expectKnown();
  const library = { find: () => ({ rules: rulesOf(question) }) };
  const by = { dialect, agents: [AGENT], library, archives: [], missing, memoryBytes: 2 ** 20 };
  const decider = new LineDecider({ ...by, explains: format === "json" });
  const bytes = bytesOf(`${question.url}\n`);
  const filter = new BlockFilter(decider, { format, refused: false, invalid: false });
  const { output } = await filter.decide({ bytes, offset: 0, end: bytes.length, overlong: 0 });
  const text = Buffer.from(output).toString().trim();
  if (format === "verdicts") return { verdict: text as Answer["verdict"] };
  if (text === "") return { verdict: "-" };
  const { allowed, rule } = JSON.parse(text);
  return answerOf(allowed, rule?.line ?? 0);
}

const expectKnown = (): never => {
  throw new Error("expected a known origin");
};

/** The line of a URL or a path, as docs/embedding.md tells hosts to write it. */
const lineOf = (url: string): string => `${url.startsWith("/") ? `http://host${url}` : url}\n`;

function embedded(name: Name): readonly Door[] {
  const module = instantiate(name);
  return [
    doorOf(`${name}, single files`, "module and paths", (q) => {
      if (!isLine(q.url)) return undefined;
      const program = compile(module, q.file, AGENT, dialectNamed(q.dialect).id);
      const [verdict] = read(module, module.decide_readings(program, write(module, lineOf(q.url))));
      const line = module.readings_rule_line(program, write(module, lineOf(q.url)));
      module.free(program);
      return answerOf(verdict, line);
    }),
    doorOf(`${name}, decide_file`, "module and paths", (q) => {
      if (!isLine(q.url)) return undefined;
      const parts = [q.file, AGENT, lineOf(q.url)].map(bytesOf);
      write(module, Buffer.concat(parts));
      const [file, agents, line] = parts.map(({ length }) => length);
      return answerOf(module.decide_file(dialectNamed(q.dialect).id, file!, agents!, line!) === 1);
    }),
    doorOf(`${name}, lines of any origins`, "module", async (q) => {
      if (!isLine(q.url)) return undefined;
      const host = new BulkHost({ module: name, dialect: q.dialect, missing: () => rulesOf(q).toBytes() });
      return { verdict: host.decide(`${q.url}\n`) as Answer["verdict"] };
    }),
  ];
}

const bulk: readonly Door[] = [
  doorOf("filter, verdicts", "module", (q) => filtered(q, "verdicts")),
  doorOf("filter, JSON", "module", (q) => filtered(q, "json")),
  ...names.flatMap(embedded),
];

export const libraryDoors: readonly Door[] = [...core, ...crawl, ...owners, languageServer, ...tester, ...bulk];
