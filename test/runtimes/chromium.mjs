/** A page in headless Chromium: serves an app's files on loopback, opens it, and waits for what it reports. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { NotRun } from "./workspace.mjs";

const names = [process.env["CHROMIUM"], "chromium", "chromium-browser", "google-chrome"].filter(Boolean);
const TIMEOUT_MS = 300_000;

/** @returns {{ command: string, version: string }} */
export function findChromium() {
  for (const command of names) {
    const { status, stdout } = spawnSync(command, ["--version"], { encoding: "utf8" });
    if (status === 0) return { command, version: /[\d.]{5,}/.exec(stdout)?.[0] ?? "of unknown version" };
  }
  throw new NotRun(`none of ${names.join(", ")} is installed`);
}

const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };

/** Answers the files, counts every other request, and resolves `reported` with what the page posts. */
async function serve(files, policy) {
  const unexpected = [];
  let report;
  const reported = new Promise((resolve) => {
    report = resolve;
  });
  const server = createServer(async (request, response) => {
    const path = request.url.slice(1) || "index.html";
    if (policy !== undefined) response.setHeader("Content-Security-Policy", policy);
    if (path === "report") report(await text(request));
    else if (path in files) response.setHeader("Content-Type", types[path.split(".").at(-1)]);
    else if (path !== "favicon.ico") unexpected.push(path);
    response.writeHead(path in files || path === "report" ? 200 : 404).end(files[path] ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, reported, unexpected, url: `http://127.0.0.1:${server.address().port}/` };
}

const after = (milliseconds, message) =>
  new Promise((_, reject) => setTimeout(() => reject(new Error(message())), milliseconds).unref());

/** @returns {Promise<object>} what the page posted to `report`. */
export async function openPage(workspace, files, policy) {
  const { command } = findChromium();
  const profile = mkdtempSync(join(workspace.folder, "profile-"));
  const { server, reported, unexpected, url } = await serve(files, policy);
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];
  const browser = spawn(command, [...flags, `--user-data-dir=${profile}`, url], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  // A group of its own, so that no process of the browser outlives it and writes to its profile.
  const kill = () => {
    if (browser.exitCode === null && browser.signalCode === null) process.kill(-browser.pid, "SIGKILL");
  };
  process.once("exit", kill);
  let complaint = "";
  browser.stderr.setEncoding("utf8").on("data", (chunk) => {
    complaint = (complaint + chunk).slice(-600);
  });
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  try {
    const answer = JSON.parse(
      await Promise.race([reported, after(TIMEOUT_MS, () => `the page reported nothing: ${complaint}`)]),
    );
    if (unexpected.length > 0) throw new Error(`the page asked for ${unexpected.join(", ")}`);
    return answer;
  } finally {
    kill();
    process.off("exit", kill);
    await ended;
    server.close();
    server.closeAllConnections();
  }
}
