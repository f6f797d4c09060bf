/** The worker of the page: it holds the engine, so that typing never waits for it. */
import type { Message, Reply, RequestName, Requests, UrlListText } from "./protocol.ts";
import { overviewOf } from "./work/crawlers.ts";
import { readUrls } from "./work/list-text.ts";
import { resourcesOf } from "./work/resources.ts";
import { withStarRules } from "./work/star-rules.ts";
import { UrlList } from "./work/url-list.ts";
import { usageView } from "./work/usage.ts";
import { whyOf } from "./work/why.ts";

const list = new UrlList();
/** The list that was sent last, once it and those before it are read: requests start in the order in which they came. */
let listed: Promise<UrlListText | undefined> = Promise.resolve(undefined);
const post = (reply: Reply): void => postMessage(reply);

const fileTools = () => import("./work/file-tools.ts");

type Answer<N extends RequestName> = Requests[N]["answer"];

const answers: { [N in RequestName]: (ask: Requests[N]["ask"]) => Answer<N> | Promise<Answer<N>> } = {
  overview: overviewOf,
  lint: async (ask) => (await fileTools()).editing.lint(ask),
  shown: async (ask) => (await fileTools()).editing.shown(ask),
  hover: async (ask) => (await fileTools()).editing.hover(ask),
  complete: async (ask) => (await fileTools()).editing.complete(ask),
  mend: async (ask) => (await fileTools()).mend(ask),
  shifts: async (ask) => (await fileTools()).shiftsOf(ask),
  why: whyOf,
  async list(ask) {
    const { text } = ask;
    if (text !== undefined) listed = Promise.all([readUrls(text), listed]).then(([read]) => read);
    list.start(ask, await listed);
    decide(list.batches());
    return list.progress();
  },
  rows: (ask) => list.rows(ask),
  csv: ({ filter }) => list.csv(filter),
  usage: usageView,
  rules: async (ask) => (await fileTools()).rulesAgainst(ask),
  starRules: withStarRules,
  publish: async (ask) => (await fileTools()).publishingOf(ask),
  readings: async (ask) => (await fileTools()).readingsFor(ask),
  resources: resourcesOf,
};

/** How often the page hears of a list: each message makes it draw. */
const PROGRESS_MS = 200;

/** One batch a turn: between two of them the worker answers what the page asks. */
function decide(batches: ReturnType<UrlList["batches"]>): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const turn = (): void => {
    const { value, done } = batches.next();
    if (done) return;
    const now = performance.now();
    if (value.decided === value.total || now - toldAt >= PROGRESS_MS) {
      post({ progress: value });
      toldAt = now;
    }
    setTimeout(turn);
  };
  setTimeout(turn);
}

async function replyTo<N extends RequestName>({ id, name, ask }: Message<N>): Promise<Reply> {
  try {
    return { id, answer: await answers[name](ask) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener("message", async ({ data }: MessageEvent<Message>) => post(await replyTo(data)));
