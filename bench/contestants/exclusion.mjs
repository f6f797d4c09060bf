import { RobotsTxt } from "exclusion";

const ORIGIN = "https://www.example.com";

export default {
  name: "exclusion",
  compile: (body, agent) => ({ robots: new RobotsTxt(body), agent }),
  // It takes a path: cutting off the origin costs next to nothing.
  query({ robots, agent }, url) {
    try {
      return robots.isPathAllowed(url.slice(ORIGIN.length), agent);
    } catch {
      return undefined; // It throws for paths that start with two slashes.
    }
  },
};
