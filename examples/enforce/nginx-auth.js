// Answers nginx's auth_request (nginx.conf beside it): 204 for a request that robots.txt allows, and 403 for another.
// node nginx-auth.js robots.txt 8081
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { parse } from "robots-wasm";
import { enforce } from "robots-wasm/agents";

const [file = "robots.txt", port = "8081"] = process.argv.slice(2);
const robots = parse(readFileSync(file));

const server = createServer(({ headers }, response) => {
  const url = `https://shop.example${headers["x-original-uri"] ?? "/"}`;
  const { answer } = enforce(robots, { userAgent: headers["user-agent"] ?? "", url });
  response.writeHead(answer?.status ?? 204, answer?.headers).end(answer?.body);
});
server.listen(Number(port), "127.0.0.1", () => console.log(`listening on 127.0.0.1:${server.address().port}`));
