/** Production builds of frameworks and bundlers: every entry works, and a route answers with its engine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { frameworks } from "../frameworks.mjs";
import { entriesFor, probeFor } from "../probe.mjs";
import { askWorker, modulesIn } from "../worker.mjs";
import { run } from "../workspace.mjs";

const probes = { "probe-node.mjs": probeFor("node"), "probe-edge.mjs": probeFor("edge") };
const quiet = { ASTRO_TELEMETRY_DISABLED: "1", NEXT_TELEMETRY_DISABLED: "1", WRANGLER_SEND_METRICS: "false" };

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Asks until the server listens, for a minute. */
async function asked(url) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await (await fetch(url)).json();
    } catch (error) {
      if (attempt === 60 || error instanceof SyntaxError) throw new Error(`${url}: ${error.message}`);
      await wait(1_000);
    }
  }
}

async function askServer([command, ...words], { cwd, env }, paths) {
  const port = String(await freePort());
  const settings = { ...process.env, ...env, PORT: port, HOST: "127.0.0.1" };
  const server = spawn(command, words, { cwd, env: settings, stdio: "ignore", detached: true });
  try {
    return await Promise.all(paths.map((path) => asked(`http://127.0.0.1:${port}${path}`)));
  } finally {
    process.kill(-server.pid);
  }
}

async function askBuilt({ server, program, worker, routes }, options) {
  const paths = Object.keys(routes);
  if (server !== undefined) return askServer(server.split(" "), options, paths);
  if (worker !== undefined) return [await askWorker(modulesIn(join(options.cwd, worker)), "2026-07-01", paths[0])];
  const [command, ...words] = program.split(" ");
  return [JSON.parse(await run(command, words, options))];
}

const rowOf = ({ name, form, isQuick = false, tools = [], build, ...app }) => ({
  runtime: name,
  form,
  engine: "wasm",
  isQuick,
  total: Object.values(app.routes).flatMap(entriesFor).length,
  async ask(workspace) {
    const cwd = await workspace.freshApp(`${name} ${form}`.replaceAll(/\W+/g, "-"), app, probes);
    const installed = await Promise.all(["node-22", ...tools].map((tool) => workspace.install(tool)));
    const bins = installed.flatMap((tool) => [join(tool, "bin"), join(tool, "../.bin")]);
    const path = [join(cwd, "node_modules/.bin"), ...bins, process.env["PATH"]].join(":");
    const options = { cwd, env: { ...quiet, PATH: path, XDG_CONFIG_HOME: join(cwd, ".config") }, timeout: 900_000 };
    const [command, ...words] = build.split(" ");
    await run(command, words, options);
    const answers = await askBuilt(app, options);
    return {
      engine: [...new Set(answers.map(({ engine }) => engine))].join(", "),
      passed: answers.reduce((sum, { passed }) => sum + passed, 0),
      failures: answers.flatMap(({ failures }) => failures),
    };
  },
});

export const rows = frameworks.map(rowOf);
