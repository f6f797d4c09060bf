// Crawlee with the client of robots-wasm in hooks: `node crawler.js https://shop.example/`. Unlike Crawlee's own check, a robots.txt
// that cannot be fetched refuses the whole origin (RFC 9309 §2.3.1.4), redirects are checked and paced too, each host keeps its pace and
// gets the pause that its Retry-After asks for, and the crawler says its own name.
import { CheerioCrawler, NonRetryableError } from "@crawlee/cheerio";
import { RobotsClient } from "robots-wasm/client";
import { outcomeOf, Pace, paceLimitsOf } from "robots-wasm/pace";

const pace = new Pace();
const USER_AGENT = "ExampleBot/1.0 (+https://bot.example)";
const client = new RobotsClient({ agent: "ExampleBot", userAgent: USER_AGENT, pace });
const leases = new Map();

/** Pages of which nobody knows yet: an outage of their robots.txt is not a refusal. */
const later = new Map();

async function obey(url, request) {
  const { allowed, reason, isFinal, retryAt } = await client.explain(url);
  if (isFinal === false) later.set(request.url, retryAt);
  if (!allowed) throw new NonRetryableError(`${isFinal ? "refused" : "later"} ${url} ${reason}`);
}

async function takeTurn(request, url) {
  const { rules } = await client.get(url);
  leases.set(request.id, await pace.acquire(url, { limits: paceLimitsOf(rules) }));
}

// The turn of a host ends with the navigation, or with its failure.
function release(request, outcome) {
  leases.get(request.id)?.release(outcome);
  leases.delete(request.id);
}

const isRefusal = (error) => /(refused|later) /.test(error.message);
// A refusal says nothing about the host.
const failureOf = (error) => (isRefusal(error) ? {} : { error: true });

const crawler = new CheerioCrawler({
  maxRequestsPerCrawl: 100,
  // Turns may come late: the pacer decides when, and Crawlee only how many at a time.
  navigationTimeoutSecs: 3600,
  preNavigationHooks: [
    async ({ request }, options) => {
      await obey(request.url, request);
      await takeTurn(request, request.url);
      // Otherwise Crawlee sends the headers of a browser.
      options.useHeaderGenerator = false;
      options.headers = { ...options.headers, "user-agent": USER_AGENT };
      const follow = async ({ url }, response) => {
        await obey(url, request);
        release(request, outcomeOf(response));
        await takeTurn(request, url);
      };
      options.hooks = { beforeRedirect: [follow] };
    },
  ],
  postNavigationHooks: [({ request, response }) => release(request, outcomeOf(response))],
  async requestHandler({ request, enqueueLinks }) {
    console.log(`read ${request.url}`);
    await enqueueLinks();
  },
  errorHandler({ request }, error) {
    release(request, failureOf(error));
    // Crawlee wraps errors of redirects, and would try again.
    request.noRetry ||= isRefusal(error);
  },
  failedRequestHandler({ request }, error) {
    release(request, failureOf(error));
    console.log(/(refused|later) .*/.exec(error.message)?.[0] ?? error.message);
  },
});

await crawler.run([process.argv[2]]);
for (let round = 0; later.size > 0 && round < Number(process.env.ROUNDS ?? 10); round++) {
  const [first] = [...later.values()].sort((a, b) => a - b);
  await new Promise((resolve) => setTimeout(resolve, first - Date.now()));
  // Crawlee has seen these URLs: a key of their own lets them in again.
  const pages = Array.from(later.keys(), (url) => ({ url, uniqueKey: `${url} ${round}` }));
  later.clear();
  await crawler.run(pages);
}
