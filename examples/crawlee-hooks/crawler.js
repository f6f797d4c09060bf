// Crawlee with the client of robots-wasm in hooks: `node crawler.js https://shop.example/`. Unlike Crawlee's own check, a robots.txt
// that cannot be fetched refuses the whole origin (RFC 9309 §2.3.1.4), redirects are checked too, and each host keeps its pace.
import { CheerioCrawler, NonRetryableError } from "@crawlee/cheerio";
import { RobotsClient } from "robots-wasm/client";
import { Pace, paceLimitsOf } from "robots-wasm/pace";

const pace = new Pace();
const client = new RobotsClient({ agent: "ExampleBot", pace });
const leases = new Map();

async function obey(url) {
  const { allowed, reason } = await client.explain(url);
  if (!allowed) throw new NonRetryableError(`refused ${url} ${reason}`);
}

// The turn of a host ends with the navigation, or with its failure.
function release(request, outcome) {
  leases.get(request.id)?.release(outcome);
  leases.delete(request.id);
}

const isRefusal = (error) => /refused /.test(error.message);
// A refusal says nothing about the host.
const outcomeOf = (error) => (isRefusal(error) ? {} : { error: true });

const crawler = new CheerioCrawler({
  maxRequestsPerCrawl: 100,
  // Turns may come late: the pacer decides when, and Crawlee only how many at a time.
  navigationTimeoutSecs: 3600,
  preNavigationHooks: [
    async ({ request }, options) => {
      await obey(request.url);
      const { rules } = await client.get(request.url);
      leases.set(request.id, await pace.acquire(request.url, { limits: paceLimitsOf(rules) }));
      options.hooks = { beforeRedirect: [({ url }) => obey(url)] };
    },
  ],
  postNavigationHooks: [({ request, response }) => release(request, { status: response.statusCode })],
  async requestHandler({ request, enqueueLinks }) {
    console.log(`read ${request.url}`);
    await enqueueLinks();
  },
  errorHandler({ request }, error) {
    release(request, outcomeOf(error));
    // Crawlee wraps errors of redirects, and would try again.
    request.noRetry ||= isRefusal(error);
  },
  failedRequestHandler({ request }, error) {
    release(request, outcomeOf(error));
    console.log(/refused .*/.exec(error.message)?.[0] ?? error.message);
  },
});

await crawler.run([process.argv[2]]);
