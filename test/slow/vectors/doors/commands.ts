/** The commands as doors: a file and the robots.txt of a live origin. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parse } from "../../../../bindings/index.ts";
import { temporaryFolder } from "../../../support/packed.ts";
import { type Answer, answerOf, type Door } from "../../../vectors/doors/door.ts";
import { AGENT, ORIGIN, type Question } from "../../../vectors/doors/questions.ts";
import { call, type Ended } from "../../cli/process.ts";

type Answers = readonly (Answer | undefined)[];

/** Questions about the same file in the same dialect, with their places. */
export interface Group extends Omit<Question, "url"> {
  readonly urls: readonly string[];
  readonly places: readonly number[];
}

export function groupsOf(questions: readonly Question[]): readonly Group[] {
  const groups = new Map<string, { readonly urls: string[]; readonly places: number[] } & Question>();
  for (const [place, question] of questions.entries()) {
    const key = JSON.stringify([question.file, question.dialect]);
    const group = groups.get(key) ?? { ...question, urls: [], places: [] };
    group.urls.push(question.url);
    group.places.push(place);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A door that is asked many URLs of one file at a time. */
export const doorOfGroups = (name: string, taking: Door["taking"], ask: (group: Group) => Promise<Answers>): Door => ({
  name,
  taking,
  async ask(questions) {
    const answers: (Answer | undefined)[] = Array.from(questions, () => undefined);
    for (const group of groupsOf(questions)) {
      const got = await ask(group);
      if (got.length !== group.urls.length) throw new Error(`${name}: ${got.length} answers to ${group.urls.length}`);
      group.places.forEach((place, i) => {
        answers[place] = got[i];
      });
    }
    return answers;
  },
});

const folder = (): string => temporaryFolder("doors");

function fileIn(place: string, { file }: { readonly file: string }): string {
  const path = join(place, "robots.txt");
  writeFileSync(path, file);
  return path;
}

interface JsonAnswer {
  readonly allowed: boolean;
  readonly reason?: string;
  readonly rule?: { readonly line: number };
}

const answersIn = (out: string): readonly JsonAnswer[] =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const answerIn = ({ allowed, reason, rule }: JsonAnswer, hasLine: boolean): Answer =>
  reason === "not-a-url" ? { verdict: "-" } : answerOf(allowed, hasLine ? (rule?.line ?? 0) : undefined);

/** A word on a command line cannot hold NUL, and `-` alone is standard input. */
const isWord = (url: string): boolean => !url.includes("\0") && url !== "-" && url !== "";

async function asked(
  group: Group,
  isAsked: (url: string) => boolean,
  ask: (urls: readonly string[]) => Promise<Answers>,
) {
  const urls = group.urls.filter(isAsked);
  const answers = urls.length === 0 ? [] : await ask(urls);
  if (answers.length !== urls.length) throw new Error(`${answers.length} answers to ${JSON.stringify(urls)}`);
  let at = 0;
  return group.urls.map((url) => (isAsked(url) ? answers[at++] : undefined));
}

const place = folder();
const agentAnd = (dialect: string): string[] => ["--agent", AGENT, "--dialect", dialect, "--json"];

const decidesFile = (command: "check" | "explain"): Door =>
  doorOfGroups(`${command} FILE`, "commands", (group) =>
    asked(group, isWord, async (urls) => {
      const { out } = await call([command, fileIn(place, group), ...agentAnd(group.dialect), ...urls]);
      return answersIn(out).map((one) => answerIn(one, command === "explain"));
    }),
  );

/** It takes a process for each file, so it is asked about one file in forty. */
let files = 0;
const checksLines: Door = doorOfGroups("check FILE -", "commands", (group) =>
  asked(group, files++ % 40 === 0 ? isListed : () => false, async (urls) => {
    const { out } = await call(
      ["check", fileIn(place, group), ...agentAnd(group.dialect), "-"],
      urls.map((url) => `${url}\n`).join(""),
    );
    return answersIn(out).map((one) => answerIn(one, false));
  }),
);

/** Lists are read line by line, and empty lines are passed over. */
const isListed = (url: string): boolean => url !== "" && !/[\r\n]/.test(url);

const tests: Door = doorOfGroups("test", "commands", async (group) => {
  fileIn(place, group);
  const answers: Answer[] = [];
  for (const url of group.urls) answers.push(await testOne(url, group.dialect));
  return answers;
});

/** An assertion that is not about a URL is an error of the whole file, so each is in a file of its own. */
async function testOne(url: string, dialect: string): Promise<Answer> {
  const path = join(place, "assertions.yaml");
  writeFileSync(path, `robots: robots.txt\ntests:\n- agent: ${AGENT}\n  allowed: [${JSON.stringify(url)}]\n`);
  const { out } = await call(["test", path, "--dialect", dialect, "--json"]);
  const [answer] = answersIn(out);
  return answer === undefined ? { verdict: "!" } : answerOf(answer.allowed);
}

const REFUSES_ALL = "User-agent: *\nDisallow: /\n";

const diffs =
  (words: (urls: readonly string[]) => { readonly words: readonly string[]; readonly input?: string }) =>
  async (group: Group): Promise<Answers> =>
    asked(group, isListed, async (urls) => {
      const old = join(place, "old.txt");
      writeFileSync(old, REFUSES_ALL);
      const { words: more, input } = words(urls);
      const line = ["diff", old, fileIn(place, group), ...agentAnd(group.dialect), ...more];
      const { out } = await call(line, input);
      const allowed = new Set(answersIn(out).map((one) => (one as unknown as { readonly url: string }).url));
      const before = parse(REFUSES_ALL, { dialect: group.dialect }).agent(AGENT);
      return urls.map((url) => (before.isAllowed(url) ? undefined : answerOf(allowed.has(url))));
    });

const diffUrls: readonly Door[] = [
  doorOfGroups(
    "diff --url",
    "commands",
    diffs((urls) => ({ words: urls.flatMap((url) => ["--url", url]) })),
  ),
  doorOfGroups(
    "diff --urls FILE",
    "commands",
    diffs((urls) => {
      const list = join(place, "urls.txt");
      writeFileSync(list, `\ufeff${urls.join("\n")}\n`);
      return { words: ["--urls", list] };
    }),
  ),
];

/** The host with its port must stay the one of the server. */
const ON_ORIGIN = /^http:\/\/a\.example(?=[/?#\\]|$)/;

/** Serves each group under an address of its own, so that each is another origin. */
async function live(command: "check" | "explain", group: Group): Promise<Answers> {
  const server = createServer((_, response) => void response.end(group.file)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    return await asked(
      group,
      (url) => isWord(url) && ON_ORIGIN.test(url),
      async (urls) => {
        const answers: Answer[] = [];
        for (const url of urls)
          answers.push(await liveOne(command, url.replace(ORIGIN, `http://127.0.0.1:${port}`), group.dialect));
        return answers;
      },
    );
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function liveOne(command: "check" | "explain", url: string, dialect: string): Promise<Answer> {
  const { out }: Ended = await call([command, url, ...agentAnd(dialect)]);
  const [answer] = answersIn(out);
  return answer === undefined ? { verdict: "!" } : answerIn(answer, command === "explain");
}

const liveDoors: readonly Door[] = (["check", "explain"] as const).map((command) =>
  doorOfGroups(`${command} https://HOST/PATH`, "web", (group) => live(command, group)),
);

export const commandDoors: readonly Door[] = [
  decidesFile("check"),
  decidesFile("explain"),
  checksLines,
  tests,
  ...diffUrls,
  ...liveDoors,
];
