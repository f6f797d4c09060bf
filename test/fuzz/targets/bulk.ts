/**
 * Lines of any origins, decided by the bulk exports of embed.wasm and, one by one, by the URL parser and the rules. Each text of the input
 * makes four lines: as it is, as a host, as a path, and as the path of a host that only a URL parser can read.
 */
import { MAX_HOST_BYTES, urlOf } from "../../../bindings/base/url.ts";
import { dialects } from "../../../bindings/core/dialects.ts";
import { type AgentRules, parse } from "../../../bindings/index.ts";
import { BulkHost } from "../../embed/bulk-host.ts";
import { agentOf, fromLatin1, type Input, inputOf, latin1 } from "../input.ts";
import { caseSeeds } from "../seeds.ts";
import { expectSame, type Outcome, type Target } from "../target.ts";

const linesOf = (urls: readonly Uint8Array[]): string[] =>
  urls
    .map((url) => latin1(url).replaceAll("\n", " "))
    .flatMap((text) => [text, `http://${text}/`, `https://a.example/${text}`, `HTTP://\u00c3\u00a9.b:80${text}`]);

/** The scheme and an authority without spaces, controls, and what URL parsers treat differently. */
const ORIGIN = /^https?:\/\/[^\0- /?#\\;<>^`{|}"\x7f]+(?=[/?#]|\r?$)/i;

function isOrigin(line: string): boolean {
  const spelling = ORIGIN.exec(line)?.[0] ?? "";
  const host = spelling.slice(Math.max(spelling.indexOf("//") + 2, spelling.lastIndexOf("@") + 1));
  const text = Buffer.from(spelling, "latin1").toString("utf8");
  return host !== "" && host.length <= MAX_HOST_BYTES && !text.includes("\ufffd") && urlOf(text)?.host !== undefined;
}

/** What the module may refuse, because versions of Unicode differ about it (test/embed/spelled-origin.test.ts). */
function needsTables(line: string): boolean {
  const spelling = ORIGIN.exec(line)?.[0] ?? "";
  const decoded = spelling.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return /[^\0-\x7f]|xn--/i.test(decoded);
}

/** A line without its LF, by the URL parser and the rules alone. */
function verdictOfLine(rules: AgentRules, line: string): string {
  if (!isOrigin(line)) return "-";
  return String(Number(rules.isAllowed(fromLatin1(line.replace(/\r$/, "")))));
}

/** The rules of all origins, and a host for each dialect, which starts a run for each input. */
let rules: AgentRules;
let robotsTxt: { readonly file: Uint8Array; readonly agents: string };
/** The module compiles the files of an even length. */
const given = () => (robotsTxt.file.length % 2 === 0 ? robotsTxt : rules.toBytes());
const hosts = new Map(
  dialects.map(({ name }) => [name, new BulkHost({ dialect: name, missing: given, memoryBytes: 2 ** 20 })]),
);

function check([file, agent, ...urls]: Input): Outcome {
  const lines = linesOf(urls);
  const features = dialects.flatMap(({ name }) => {
    rules = parse(file!, { dialect: name }).agent(agentOf(agent!));
    robotsTxt = { file: file!, agents: agentOf(agent!) };
    const host = hosts.get(name)!.reopen();
    const verdicts = host.decide(fromLatin1(lines.map((line) => `${line}\n`).join("")));
    return lines.map((line, i) => {
      if (verdicts[i] !== "-" || !needsTables(line))
        expectSame(`${name}, ${JSON.stringify(line)}`, verdictOfLine(rules, line), verdicts[i]);
      return `${name} ${verdicts[i]} ${host.asked.length}`;
    });
  });
  return { cases: features.length, features };
}

const seeds = (): readonly Input[] => [
  inputOf("User-agent: *\nDisallow: /x?q=it%27s\nDisallow: /b\n", "x", "a.b:080", "0x7f.1", "/a\\..\\b", "/b?"),
  inputOf(
    "User-agent: *\nDisallow: /%5E\nDisallow: /%FF\n",
    "x",
    "u:p@h",
    "xn--a",
    "%61.b",
    "[::1]:80",
    "a..b",
    "1.2.3",
  ),
  [...inputOf("User-agent: *\nDisallow: /%FF\n", "x"), fromLatin1("\xff@h"), fromLatin1("h?\xff\t'\"")],
  ...caseSeeds(),
];

export const bulkTarget: Target = { name: "bulk", kinds: ["robots", "agent", "url"], seeds, check };
