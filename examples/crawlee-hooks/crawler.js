// Crawlee with the client of robots-wasm in a hook: `node crawler.js https://shop.example/`. Unlike Crawlee's own check,
// a robots.txt that cannot be fetched refuses the whole origin (RFC 9309 §2.3.1.4), and redirects are checked too.
import { CheerioCrawler, NonRetryableError } from "@crawlee/cheerio";
import { RobotsClient } from "robots-wasm/client";

const client = new RobotsClient({ agent: "ExampleBot" });

async function obey(url) {
  const { allowed, reason } = await client.explain(url);
  if (!allowed) throw new NonRetryableError(`refused ${url} ${reason}`);
}

const crawler = new CheerioCrawler({
  maxRequestsPerCrawl: 100,
  preNavigationHooks: [
    async ({ request }, options) => {
      await obey(request.url);
      options.hooks = { beforeRedirect: [({ url }) => obey(url)] };
    },
  ],
  async requestHandler({ request, enqueueLinks }) {
    console.log(`read ${request.url}`);
    await enqueueLinks();
  },
  failedRequestHandler: (_, error) => console.log(/refused .*/.exec(error.message)?.[0] ?? error.message),
});

await crawler.run([process.argv[2]]);
