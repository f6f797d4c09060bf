// Hono: a middleware before all routes. npm install hono
import { Hono } from "hono";
import { enforce } from "robots-wasm/agents";
import { robots, robotsTxt } from "./robots-file.js";

const app = new Hono();
app.use(async (context, next) => {
  const { answer } = enforce(robots, { userAgent: context.req.header("user-agent") ?? "", url: context.req.url });
  if (answer !== undefined) return context.body(answer.body, answer.status, answer.headers);
  await next();
});
app.get("/robots.txt", (context) => context.text(robotsTxt));
app.get("*", (context) => context.text("A page.\n"));

export default app;
