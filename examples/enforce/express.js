// Express: a middleware before all routes. npm install express, then node express.js 8080
import express from "express";
import { enforce } from "robots-wasm/agents";
import { robots, robotsTxt } from "./robots-file.js";

const app = express();
app.use((request, response, next) => {
  // The path as it was sent: Express cuts `request.url` below routers, and `new URL(path, base)` would take a host from `//a/b`.
  const url = `https://shop.example${request.originalUrl}`;
  const { answer } = enforce(robots, { userAgent: request.get("user-agent") ?? "", url });
  if (answer === undefined) next();
  else response.status(answer.status).set(answer.headers).send(answer.body);
});
app.get("/robots.txt", (_, response) => response.type("text/plain").send(robotsTxt));
app.use((_, response) => response.type("text/plain").send("A page.\n"));

const server = app.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}/`),
);
