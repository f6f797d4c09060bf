/** examples/embedding/duckdb: the function of a database writes what `robots-wasm filter` writes, byte for byte. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { removeFolders, root, run, temporaryFolder } from "../../support/packed.ts";
import { program } from "../../support/program.ts";
import { because } from "../engines/job.ts";
import { modulePath } from "./hosts.ts";

const HOSTS = 400;
/** More of them show what a URL costs: EMBED_URLS=1000000 npx vitest run test/slow/embed/duckdb.test.ts */
const URLS = Number(process.env["EMBED_URLS"] ?? 100_000);

const example = join(root, "examples/embedding/duckdb");
const { python, missing } = pythonEnvironment(join(example, "requirements.txt"));

afterAll(removeFolders);

const hostOf = (i: number): string => `www.site-${i % HOSTS}.example`;
const paths = [
  "/",
  "/private/a",
  "/private/a/page",
  "/x?q=1",
  "/%70rivate/x",
  "/é",
  "/robots.txt",
  "?p",
  "/*/",
  "/x/../private/",
  "/%2e%2e/private",
  "",
];
const others = ["mailto:me@a.example", "nothing", "//a.example/x"];

/** URLs of hosts in no order, some without a file, and lines that are not URLs. */
function lineOf(i: number): string {
  if (i % 97 === 0) return others[i % others.length]!;
  return `http${i % 3 === 0 ? "" : "s"}://${hostOf(i * 7919)}${paths[i % paths.length]}${i % 2 === 0 ? i : ""}`;
}

const fileOf = (host: number): string =>
  `User-agent: *\nDisallow: /private\nAllow: /private/a$\nDisallow: /*${host}\nDisallow: /é\n`;

/** Writes a folder of files and a list, and returns their paths. */
function makeJob(): { folder: string; robots: string; urls: string } {
  const folder = temporaryFolder("duckdb");
  const [robots, urls] = [join(folder, "robots"), join(folder, "urls.txt")];
  mkdirSync(robots);
  for (let host = 0; host < HOSTS; host += 2) writeFileSync(join(robots, hostOf(host)), fileOf(host));
  writeFileSync(urls, Array.from({ length: URLS }, (_, i) => `${lineOf(i)}\n`).join(""));
  return { folder, robots, urls };
}

it.skipIf(!python)(`DuckDB: the lines that filter writes${because(missing)}`, async () => {
  expect(missing).toBeUndefined();
  const { folder, robots, urls } = makeJob();
  const times: Record<string, string> = {};
  const outputOf = async (name: string, command: string): Promise<Buffer> => {
    const output = join(folder, name);
    const { status, stdout, stderr } = await run("bash", ["-c", `time (${command} ${output})`]);
    expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: "" });
    times[name] = stderr.trim().replaceAll(/\s+/g, " ");
    return readFileSync(output);
  };
  const wanted = await outputOf(
    "filter",
    `${process.execPath} ${program} filter -a ExampleBot --robots ${robots} --ordered --quiet < ${urls} -o`,
  );
  expect(wanted.length).toBeGreaterThan(10 * URLS);
  for (const threads of [1, 2]) {
    const words = [python, join(example, "filter.py"), `--threads=${threads}`, join(root, modulePath), robots, urls];
    const decided = await outputOf(`duckdb-${threads}`, words.join(" "));
    expect(decided.equals(wanted)).toBe(true);
  }
  console.log(`${URLS} URLs`, times);
});
