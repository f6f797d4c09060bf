// A Cloudflare Worker that says whether ExampleBot may fetch a page, and by which rule: `/?url=https://shop.example/cart`.
import { kvStore, RobotsClient } from "robots-wasm/client";

export default {
  async fetch(request, env) {
    const url = new URL(request.url).searchParams.get("url");
    if (url === null || !/^https?:/.test(url) || !URL.canParse(url))
      return Response.json({ error: "expected ?url=https://…" }, { status: 400 });
    // One client a request, because Workers must not share IO between requests; what it reads is shared through KV.
    const client = new RobotsClient({
      agent: "ExampleBot",
      userAgent: "ExampleBot/1.0 (+https://bot.example)",
      store: kvStore(env.ROBOTS),
    });
    const { rules, crawlDelay, access } = await client.get(url);
    const { allowed, rule } = rules.explain(url);
    return Response.json({ allowed, rule, crawlDelay, status: access.status });
  },
};
