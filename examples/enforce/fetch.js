// A handler in the style of the Fetch API, for Cloudflare Workers, Deno (`deno serve fetch.js`) and Bun (`bun fetch.js`).
import { enforce } from "robots-wasm/agents";
import { robots, robotsTxt } from "./robots-file.js";

export default {
  fetch(request) {
    const { answer } = enforce(robots, { userAgent: request.headers.get("user-agent") ?? "", url: request.url });
    if (answer !== undefined) return new Response(answer.body, answer);
    return new Response(new URL(request.url).pathname === "/robots.txt" ? robotsTxt : "A page.\n");
  },
};
