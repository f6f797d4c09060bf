// A contestant with the API of robots-parser: the package itself, and our replacement for it.
const url = "https://www.example.com/robots.txt";

export const likeRobotsParser = (name, robotsParser) => ({
  name,
  compile: (body, agent) => ({ robots: robotsParser(url, body), agent }),
  query: ({ robots, agent }, pageUrl) => robots.isAllowed(pageUrl, agent) !== false,
  host: {
    read: (body, agent) => ({ robots: robotsParser(url, body), agent }),
    isAllowed: ({ robots, agent }, pageUrl) => robots.isAllowed(pageUrl, agent) !== false,
    crawlDelay: ({ robots, agent }) => robots.getCrawlDelay(agent),
    sitemaps: ({ robots }) => robots.getSitemaps(),
  },
});
