// Our replacement for robots-parser, with the same API.
import robotsParser from "../../dist/tools/robots-parser/index.js";

const url = "https://www.example.com/robots.txt";

export default {
  name: "robots-wasm/robots-parser",
  compile: (body, agent) => ({ robots: robotsParser(url, body), agent }),
  query: ({ robots, agent }, pageUrl) => robots.isAllowed(pageUrl, agent) !== false,
};
