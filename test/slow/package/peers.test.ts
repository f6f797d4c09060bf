/** Applications that have another version of an optional peer can install the package, and what works with it works. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { afterAll, expect, it } from "vitest";
import { install, pack, removeFolders, run, temporaryFolder } from "../../support/packed.ts";

afterAll(removeFolders);

/** undici 8 runs from Node 22.19 on. */
const RUNS_UNDICI_8 = Number(process.versions.node.split(".")[0]) >= 23;

const UNDICI = `
  const { nodeFetch } = await import("robots-wasm/client/node");
  const { politeAgent } = await import("robots-wasm/polite/node");
  nodeFetch();
  try { politeAgent(client); console.log("agent"); } catch ({ code }) { console.log(code); }`;
const OLD = `
  const { nodeFetch } = await import("robots-wasm/client/node");
  try { nodeFetch(); } catch ({ code, message }) { console.log(code, message); }`;
const PARSE = `
  const { parse } = await import("robots-wasm");
  console.log(parse("User-agent: *\\nDisallow: /").isAllowed("/", "x"));`;
const SAX = `
  const { readSitemaps } = await import("robots-wasm/sitemaps");
  const bytes = new TextEncoder().encode("<urlset><url><loc>https://a.example/</loc></url></urlset>");
  const { default: sax } = await import("sax");
  for await (const { url } of readSitemaps(client, bytes, { xml: sax, url: "https://a.example/sitemap.xml" })) console.log(url);`;

it.each([
  ["undici@5", OLD, "ERR_UNSUPPORTED nodeFetch: expected undici 6, 7 or 8; got an older one: run npm install undici@7"],
  ["undici@6.21.3", UNDICI, "ERR_UNSUPPORTED"],
  ["undici@6", UNDICI, "ERR_UNSUPPORTED"],
  ["undici@7", UNDICI, "agent"],
  ["undici@8", RUNS_UNDICI_8 ? UNDICI : "console.log('agent')", "agent"],
  ["sax@1.2.4", SAX, "https://a.example/"],
  ["tldts@6 structured-headers@1 basic-ftp@5", PARSE, "false"],
])("%s", async (peer, code, printed) => {
  const folder = temporaryFolder("peers");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  await install(folder, peer.split(" "));
  await install(folder, [await pack()]);
  const client = `import { RobotsClient } from "robots-wasm/client";
  const client = new RobotsClient({ agent: "x", fetch: async () => new Response("") });`;
  writeFileSync(join(folder, "app.mjs"), `${client}${code}`);
  expect(await run(execPath, ["app.mjs"], { cwd: folder })).toMatchObject({ status: 0, stdout: `${printed}\n` });
});
