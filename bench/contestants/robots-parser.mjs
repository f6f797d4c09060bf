import robotsParser from "robots-parser";

const url = "https://www.example.com/robots.txt";

export default {
  name: "robots-parser",
  compile: (body, agent) => ({ robots: robotsParser(url, body), agent }),
  query: ({ robots, agent }, pageUrl) => robots.isAllowed(pageUrl, agent) !== false,
};
