// node bench/logs.mjs [LINES]: `robots-wasm logs` on a made access log, beside `zcat | awk` that counts User-Agent headers.
// Processor time of whole processes, and the most memory: compare the ratio of one run, because machines differ. LINES default to 5,000,000.
// Starting Node.js and compiling take half a second of each run, which is a third of the time of 1,000,000 lines.
import { spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { knownAgents } from "../dist/owners/agents/index.js";

const lines = Number(process.argv[2] ?? 5_000_000);
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-logs-"));
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const START_MS = Date.parse("2026-11-01T00:00:00Z");
const SPAN_MS = 10 * 86_400_000;

const crawlers = knownAgents
  .filter(({ purpose, status }) => purpose !== "permission" && status === "active")
  .slice(0, 40);
const headers = {
  crawlers: crawlers.map(({ token }) => `Mozilla/5.0 (compatible; ${token}/1.0; +https://operator.example/${token})`),
  people: Array.from(
    { length: 400 },
    (_, i) =>
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (i % 45)}.0.${i}.0 Safari/537.36`,
  ),
};
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** The same numbers in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const pad = (value) => String(value).padStart(2, "0");

function clock(date) {
  const day = `${pad(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${day}:${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())} +0000`;
}

/** One request: 45 % of them by crawlers, as in a log that others measured. */
function requestAt(i, random) {
  const isCrawler = random() < 0.45;
  const header = isCrawler ? headers.crawlers : headers.people;
  const address = `192.0.2.${Math.floor(random() * 256)}`;
  const isFile = random() < 0.002;
  const path = isFile
    ? "/robots.txt"
    : `/${["shop", "reviews", "cart", "blog"][Math.floor(random() ** 3 * 4)]}/${Math.floor(random() * 1e6)}?page=${i % 9}`;
  const date = new Date(START_MS + (SPAN_MS * i) / lines);
  return {
    address,
    path,
    date,
    status: random() < 0.9 ? 200 : 404,
    bytes: 500 + (i % 9000),
    agent: header[Math.floor(random() * header.length)],
  };
}

const forms = {
  combined: ({ address, path, date, status, bytes, agent }) =>
    `${address} - - [${clock(date)}] "GET ${path} HTTP/1.1" ${status} ${bytes} "-" "${agent}"\n`,
  caddy: ({ address, path, date, status, bytes, agent }) =>
    `${JSON.stringify({ level: "info", ts: date.getTime() / 1000, logger: "http.log.access.log0", msg: "handled request", request: { remote_ip: address, remote_port: "41342", client_ip: address, proto: "HTTP/2.0", method: "GET", host: "shop.example", uri: path, headers: { "User-Agent": [agent], Accept: ["*/*"], "Accept-Encoding": ["gzip, br"] }, tls: { resumed: false, version: 772, cipher_suite: 4865, proto: "h2", server_name: "shop.example" } }, bytes_read: 0, user_id: "", duration: 0.0009, size: bytes, status, resp_headers: { Server: ["Caddy"], "Content-Type": ["text/html; charset=utf-8"] } })}\n`,
};

async function write(name) {
  const random = generator(1);
  const gzip = createGzip({ level: 6 });
  const file = join(folder, `${name}.log.gz`);
  const done = new Promise((resolve) => gzip.pipe(createWriteStream(file)).on("finish", resolve));
  for (let i = 0; i < lines; i += 1000) {
    let text = "";
    for (let j = i; j < Math.min(lines, i + 1000); j++) text += forms[name](requestAt(j, random));
    if (!gzip.write(text)) await new Promise((resolve) => gzip.once("drain", resolve));
  }
  gzip.end();
  await done;
  return file;
}

/** GNU time says what the whole process tree used. */
function measured(command) {
  const record = join(folder, "time.txt");
  const { status, stderr } = spawnSync("/usr/bin/time", ["-f", "%U %S %M", "-o", record, "bash", "-c", command], {
    encoding: "utf8",
  });
  if (status === null || status > 1) throw new Error(stderr);
  const [user, system, kilobytes] = readFileSync(record, "utf8").trim().split("\n").at(-1).split(" ").map(Number);
  return { microseconds: ((user + system) * 1e6) / lines, megabytes: kilobytes / 1024 };
}

const history = join(folder, "history");
mkdirSync(history);
const file = "User-agent: *\nDisallow: /cart\n\nUser-agent: ClaudeBot\nCrawl-delay: 10\nDisallow: /cart\n";
writeFileSync(join(history, "2026-10-01T000000Z.txt"), file);
writeFileSync(join(history, "2026-11-05T120000Z.txt"), `${file}\nUser-agent: GPTBot\nDisallow: /reviews/\n`);

const best = (command) => {
  const runs = Array.from({ length: 3 }, () => measured(command));
  return {
    microseconds: Math.min(...runs.map((run) => run.microseconds)),
    megabytes: Math.max(...runs.map((run) => run.megabytes)),
  };
};
const show = (what, { microseconds, megabytes }, base) =>
  console.log(
    `${what.padEnd(52)} ${microseconds.toFixed(2)} µs a line, ${megabytes.toFixed(0)} MB${base ? `, ${(microseconds / base.microseconds).toFixed(2)} of awk` : ""}`,
  );

const combined = await write("combined");
/** Starting Node.js and decompressing: no reader can take less. */
const gunzip = `node -e 'require("fs").createReadStream(process.argv[1]).pipe(require("zlib").createGunzip({ chunkSize: 2 ** 18 })).resume()'`;
const logs = `node ${main} logs --history ${history} --site shop.example`;
const awk = best(`zcat ${combined} | awk -F'"' '{n[$6]++} END {for (a in n) c++; print c}'`);
show(`zcat | awk, combined, ${lines} lines`, awk);
show("gunzip in Node.js, combined", best(`${gunzip} ${combined}`), awk);
show("logs, combined", best(`${logs} ${combined} > /dev/null`), awk);
show("logs --by request, combined", best(`${logs} --by request --quiet ${combined} > /dev/null`), awk);
const caddy = await write("caddy");
show("gunzip in Node.js, JSON of Caddy", best(`${gunzip} ${caddy}`), awk);
show("logs, JSON of Caddy", best(`${logs} ${caddy} > /dev/null`), awk);
rmSync(folder, { recursive: true });
