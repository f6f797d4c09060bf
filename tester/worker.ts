/** The worker of the page: it holds the engine, so that typing never waits for it. */
import { lint } from "../bindings/tools/lint/index.ts";
import type { Message, Reply, RequestName, Requests } from "./protocol.ts";
import { readingsFor } from "./work/compare.ts";
import { overviewOf } from "./work/crawlers.ts";
import { mend, shiftsOf } from "./work/mend.ts";
import { publishingOf } from "./work/publish.ts";
import { resourcesOf } from "./work/resources.ts";
import { rulesAgainst } from "./work/rules.ts";
import { withStarRules } from "./work/star-rules.ts";
import { UrlList } from "./work/url-list.ts";
import { usageView } from "./work/usage.ts";
import { whyOf } from "./work/why.ts";

const list = new UrlList();
const post = (reply: Reply): void => postMessage(reply);

const answers: { [N in RequestName]: (ask: Requests[N]["ask"]) => Requests[N]["answer"] } = {
  overview: overviewOf,
  lint: ({ file, url }) => lint(file, url === undefined ? {} : { url }),
  mend,
  shifts: shiftsOf,
  why: whyOf,
  list(ask) {
    list.start(ask);
    decide(list.batches());
    return list.progress();
  },
  rows: (ask) => list.rows(ask),
  csv: ({ filter }) => list.csv(filter),
  usage: usageView,
  rules: rulesAgainst,
  starRules: withStarRules,
  publish: publishingOf,
  readings: readingsFor,
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

function replyTo<N extends RequestName>({ id, name, ask }: Message<N>): Reply {
  try {
    return { id, answer: answers[name](ask) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener("message", ({ data }: MessageEvent<Message>) => post(replyTo(data)));
