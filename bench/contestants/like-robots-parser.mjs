// A contestant with the API of robots-parser: the package itself, and our replacement for it.
const decoder = new TextDecoder();
const url = "https://www.example.com/robots.txt";

export const likeRobotsParser = (name, robotsParser) => ({
  name,
  compile: (body, agent) => ({ robots: robotsParser(url, body), agent }),
  query: ({ robots, agent }, pageUrl) => robots.isAllowed(pageUrl, agent) !== false,
  extra: {
    /** What a crawler asks of a new host: rules, crawl delay, sitemaps and ten decisions, from bytes. */
    whole: (files, used) => (start, end) => {
      for (let n = start; n < end; n++) {
        const { bytes, agent, urls } = files[n];
        const robots = robotsParser(url, decoder.decode(bytes));
        for (let i = 0; i < 10; i++) used(robots.isAllowed(urls[i % urls.length], agent) !== false);
        used(robots.getCrawlDelay(agent) ?? 0);
        used(robots.getSitemaps().length);
      }
    },
  },
});
