// Bun, as a service: says by which rule of a robots.txt a crawler may or may not fetch a URL.
// bun bun.ts robots.txt, then GET /?agent=ExampleBot&url=https://shop.example/cart
import { parse } from "robots-wasm";

const robots = parse(await Bun.file(Bun.argv[2]).bytes());

const server = Bun.serve({
  port: Bun.env.PORT ?? 3000,
  fetch(request) {
    const { searchParams } = new URL(request.url);
    const rules = robots.agent(searchParams.get("agent") ?? "*");
    return Response.json(rules.explain(searchParams.get("url") ?? "/"));
  },
});
console.log(`listening at ${server.url}`);
