// A Crawlee crawler that obeys robots.txt as robots-wasm reads it: `node crawler.js https://shop.example/`.
// Nothing here knows of it: the override in package.json puts it where Crawlee requires robots-parser.
import { CheerioCrawler } from "@crawlee/cheerio";

const crawler = new CheerioCrawler({
  respectRobotsTxtFile: true, // for the rules of one crawler and not those of `*`: { userAgent: "ExampleBot" }
  maxRequestsPerCrawl: 100,
  onSkippedRequest: ({ url, reason }) => console.log(`skipped ${url} ${reason}`),
  async requestHandler({ request, enqueueLinks }) {
    console.log(`read ${request.url}`);
    await enqueueLinks();
  },
});

await crawler.run([process.argv[2]]);
