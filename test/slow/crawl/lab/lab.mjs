/**
 * Runs in a network namespace of its own: a DNS server, one web server at public and private addresses, a proxy, and every way to fetch
 * against every target. Prints what was requested at private addresses, as JSON. Needs the build.
 */
import { execFileSync, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect, isIPv6 } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Agent, ProxyAgent, request, fetch as undiciFetch } from "undici";

const root = new URL("../../../../", import.meta.url);
const load = (file) => import(new URL(`dist/${file}`, root).href);
const { RobotsClient } = await load("crawl/client/index.js");
const { nodeFetch } = await load("crawl/client/node/index.js");
const { Pace } = await load("crawl/pace/index.js");
const { politeFetch } = await load("crawl/polite/index.js");
const { politeAgent } = await load("crawl/polite/node/index.js");
const { readSitemaps } = await load("crawl/sitemaps/index.js");

const PUBLIC = ["93.184.215.14", "2606:4700:10::1"];
const PRIVATE = [
  "10.0.0.5",
  "172.16.3.4",
  "192.168.7.7",
  "100.64.0.9",
  "169.254.169.254",
  "198.18.0.3",
  "203.0.113.9",
  "fd00::5",
  "fec0::7",
  "64:ff9b::a00:5",
  "2002:a00:5::1",
  "2001:db8::7",
];
const PROXY = "10.9.9.9";

/** Names and the answers to each question for them, in turns. */
const NAMES = {
  "ten.lab": [["10.0.0.5"]],
  "ula.lab": [["fd00::5"]],
  "metadata.lab": [["169.254.169.254"]],
  "loopback.lab": [["127.0.0.1"]],
  "loopback6.lab": [["::1"]],
  "mapped.lab": [["::ffff:10.0.0.5"]],
  "nat64.lab": [["64:ff9b::a00:5"]],
  "sixtofour.lab": [["2002:a00:5::1"]],
  "zero.lab": [["0.0.0.0"]],
  "mixed.lab": [["10.0.0.5", PUBLIC[0]]],
  "mixed-last.lab": [[PUBLIC[0], "10.0.0.5"]],
  "mixed-many.lab": [[PUBLIC[0], "10.0.0.5", "172.16.3.4", "192.168.7.7"]],
  "mixed-ula.lab": [[PUBLIC[0], "fd00::5"]],
  "mixed-ten6.lab": [["10.0.0.5", PUBLIC[1]]],
  "mixed-mapped.lab": [[PUBLIC[0], "::ffff:10.0.0.5"]],
  "mixed-loopback.lab": [[PUBLIC[0], "127.0.0.1"]],
  "mixed-metadata.lab": [["169.254.169.254", PUBLIC[0]]],
  "rebind.lab": [[PUBLIC[0]], ["10.0.0.5"]],
  "rebind-late.lab": [[PUBLIC[0]], [PUBLIC[0]], ["10.0.0.5"]],
  "rebind-later.lab": [[PUBLIC[0]], [PUBLIC[0]], [PUBLIC[0]], ["10.0.0.5"]],
  "rebind-ula.lab": [[PUBLIC[0]], ["fd00::5"]],
  "rebind-mixed.lab": [[PUBLIC[0]], [PUBLIC[0], "10.0.0.5"]],
  "rebind-early.lab": [["10.0.0.5"], [PUBLIC[0]]],
};
const HOSTS = [
  ...["10.0.0.5", "172.16.3.4", "192.168.7.7", "100.64.0.9", "169.254.169.254", "198.18.0.3", "203.0.113.9"],
  ...["127.0.0.1", "127.1", "0x7f.1", "2130706433", "0x0a000005", "012.0.0.5", "0.0.0.0"],
  ...[
    "[fd00::5]",
    "[fec0::7]",
    "[::1]",
    "[::ffff:10.0.0.5]",
    "[64:ff9b::a00:5]",
    "[2002:a00:5::1]",
    "localhost",
    "x.localhost",
  ],
  ...Object.keys(NAMES),
];

const asks = new Map();
function answersFor(name, family) {
  const turns = NAMES[name];
  if (turns === undefined) return /^[a-z]+\d*\.lab$/.test(name) && family === 4 ? [PUBLIC[0]] : [];
  // A resolver asks for A and AAAA side by side: both belong to one answer.
  const key = `${name} ${family}`;
  const n = asks.get(key) ?? 0;
  asks.set(key, n + 1);
  return turns[Math.min(n, turns.length - 1)].filter((address) => isIPv6(address) === (family === 6));
}

function bytesOf(address) {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  const [, last] = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? [];
  const plain =
    last === undefined
      ? address
      : address.replace(
          last,
          [...bytesOf(last)].reduce(
            (words, byte, i) =>
              i % 2
                ? `${words}${byte.toString(16).padStart(2, "0")}`
                : `${words}${i > 0 ? ":" : ""}${byte.toString(16)}`,
            "",
          ),
        );
  const [head, tail = ""] = plain.split("::");
  const groups = (part) => (part === "" ? [] : part.split(":"));
  const zeros = Array(plain.includes("::") ? 8 - groups(head).length - groups(tail).length : 0).fill("0");
  return Buffer.from(
    [...groups(head), ...zeros, ...groups(tail)].flatMap((word) => [
      Number.parseInt(word, 16) >> 8,
      Number.parseInt(word, 16) & 255,
    ]),
  );
}

function reply(question) {
  const labels = [];
  let at = 12;
  for (; question[at] > 0; at += question[at] + 1)
    labels.push(question.toString("latin1", at + 1, at + 1 + question[at]));
  const type = question.readUInt16BE(at + 1);
  const found = type === 1 || type === 28 ? answersFor(labels.join(".").toLowerCase(), type === 1 ? 4 : 6) : [];
  const records = found.map((address) => {
    const data = bytesOf(address);
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([head, data]);
  });
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(found.length, 6);
  head.fill(0, 8, 12);
  return Buffer.concat([head, question.subarray(12, at + 5), ...records]);
}

const sh = (...words) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });
sh("link", "set", "lo", "up");
for (const address of [...PUBLIC, ...PRIVATE, PROXY])
  sh("addr", "add", `${address}/${isIPv6(address) ? 128 : 32}`, "dev", "lo", ...(isIPv6(address) ? ["nodad"] : []));
const resolv = join(tmpdir(), `lab-${process.pid}.conf`);
writeFileSync(resolv, "nameserver 127.0.0.1\noptions attempts:1 timeout:1\n");
execFileSync("mount", ["--bind", resolv, "/etc/resolv.conf"]);
const dns = createSocket("udp4", (question, { port, address }) => dns.send(reply(question), port, address)).bind(
  53,
  "127.0.0.1",
);
await once(dns, "listening");

/** Requests at addresses that are not public. */
let reached = [];
let served = 0;
/** The public hosts that were requested. */
const visited = new Set();
const isPublic = (address = "") => PUBLIC.includes(address.replace(/^::ffff:/, ""));

/** `pN` redirects a page to the N-th target, `rN` its robots.txt, `mN` lists it as a sitemap, `lN` a page of it, `tN` redirects its tdmrep.json. */
function answer({ url: path, headers, socket }, response) {
  served++;
  if (/^[a-z]\d+\.lab/.test(headers.host)) visited.add(headers.host);
  if (!isPublic(socket.localAddress)) reached.push(`${socket.localAddress}${path}`);
  const [, kind, n] = /^([a-z])(\d+)\.lab/.exec(headers.host ?? "") ?? [];
  const to = (file) => `http://${HOSTS[Number(n)]}/${file}`;
  const redirect = (file) => response.writeHead(302, { location: to(file) }).end();
  if (kind === "r" && path === "/robots.txt") return redirect("robots.txt");
  if (kind === "t" && path.startsWith("/.well-known/")) return redirect("secret");
  if (kind === "q" && path === "/go") return response.writeHead(302, { location: "http://z1.lab/page" }).end();
  if (kind === "p" && path === "/go") return redirect("secret");
  const robots = { m: `Sitemap: ${to("s.txt")}`, l: `Sitemap: http://l${n}.lab/s.txt` };
  if (path === "/robots.txt") return response.end(`User-agent: *\nAllow: /\n${robots[kind] ?? ""}\n`);
  if (path === "/s.txt") return response.end(kind === "l" ? `${to("page")}\n` : "");
  return response.end("body");
}
const server = createServer(answer);
await once(server.listen(80, "::"), "listening");
/** It resolves names by itself, and asks nobody. */
const proxy = createServer((asked, response) => {
  const url = new URL(asked.url);
  response.setHeader("connection", "close");
  undiciFetch(url, { redirect: "manual", headers: { host: url.host } }).then(
    async (one) =>
      response
        .writeHead(one.status, Object.fromEntries([...one.headers].filter(([name]) => name === "location")))
        .end(await one.text()),
    () => response.writeHead(502).end(),
  );
});
await once(proxy.listen(3128, PROXY), "listening");

const pace = () => new Pace({ minIntervalMs: 0, firstBackoffMs: 0 });
const clientWith = (fetch) =>
  new RobotsClient({
    agent: "ExampleBot",
    pace: pace(),
    bodyTimeoutMs: 2000,
    firstByteTimeoutMs: 2000,
    ...(fetch && { fetch }),
  });
/** Connects to the address that it is told, as proxies do. */
const tunnel = createServer().on("connect", ({ url }, socket, head) => {
  const target = connect(Number(/\d+$/.exec(url)[0]), url.replace(/:\d+$/, "").replace(/^\[|\]$/g, ""));
  target.on("connect", () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    target.write(head);
    socket.pipe(target).pipe(socket);
  });
  for (const one of [socket, target]) one.on("error", () => [socket.destroy(), target.destroy()]);
});
await once(tunnel.listen(3129, PROXY), "listening");

const fetches = {
  "built-in fetch": () => undefined,
  nodeFetch: () => nodeFetch({ connectTimeoutMs: 1000 }),
  "nodeFetch through a proxy": () => nodeFetch({ connectTimeoutMs: 1000, proxy: `http://${PROXY}:3129` }),
  "fetch of undici": () => (url, init) => undiciFetch(url, init),
};
const drained = async (response) => (await response).text();

const ways = [];
const way = (name, exported, go) => ways.push({ name, exported, go });
for (const [name, make] of Object.entries(fetches)) {
  way(`RobotsClient, ${name}: robots.txt redirects`, "RobotsClient", (n) =>
    clientWith(make()).get(`http://r${n}.lab/`),
  );
  way(`RobotsClient.tdmrep, ${name}`, "RobotsClient", (n) => clientWith(make()).tdmrep(`http://t${n}.lab/`));
  way(`politeFetch, ${name}`, "politeFetch", (n) => drained(politeFetch(clientWith(make()))(`http://p${n}.lab/go`)));
  for (const kind of ["m", "l"])
    way(
      `readSitemaps, ${name}: ${kind === "m" ? "a Sitemap line" : "a page of a sitemap"}`,
      "readSitemaps",
      async (n) => {
        for await (const _ of readSitemaps(clientWith(make()), `http://${kind}${n}.lab/`, { onSkip: () => undefined }))
          void _;
      },
    );
  way(`readSitemaps, ${name}: bytes`, "readSitemaps", async (n) => {
    const bytes = new TextEncoder().encode(`http://${HOSTS[n]}/page\n`);
    for await (const _ of readSitemaps(clientWith(make()), bytes, { onSkip: () => undefined })) void _;
  });
  const dispatchers = {
    "": () => undefined,
    ", an Agent of the caller": () => new Agent(),
    ", a proxy in the own network": () => new ProxyAgent({ uri: `http://${PROXY}:3128`, proxyTunnel: false }),
  };
  for (const [more, dispatcher] of Object.entries(dispatchers)) {
    const agent = () =>
      politeAgent(clientWith(make() ?? nodeFetch()), { ...(more !== "" && { dispatcher: dispatcher() }) });
    way(`politeAgent, ${name}${more}: request`, "politeAgent", async (n) =>
      (await request(`http://p${n}.lab/go`, { dispatcher: agent() })).body.text(),
    );
    way(`politeAgent, ${name}${more}: fetch`, "politeAgent", (n) =>
      drained(undiciFetch(`http://p${n}.lab/go`, { dispatcher: agent() })),
    );
  }
}
way("nodeFetch, public", "nodeFetch", (n) =>
  drained(nodeFetch({ addresses: "public", connectTimeoutMs: 1000 })(`http://${HOSTS[n]}/secret`)),
);

/** A fetch that checks nothing reaches nearly all of them: otherwise the lab proves nothing. */
let control = 0;
for (const n of HOSTS.keys()) {
  asks.clear();
  reached = [];
  await drained(undiciFetch(`http://p${n}.lab/go`, { dispatcher: new Agent({ connect: { timeout: 1000 } }) })).catch(
    () => undefined,
  );
  await drained(undiciFetch(`http://p${n}.lab/go`, { dispatcher: new Agent({ connect: { timeout: 1000 } }) })).catch(
    () => undefined,
  );
  if (reached.length > 0) control++;
}

/** A redirect between public sites is followed, also through a proxy in one's own network. */
const followed = [];
for (const [name, make] of Object.entries(fetches)) {
  const dispatcher = politeAgent(clientWith(make() ?? nodeFetch()));
  const bodies = await Promise.all([
    drained(politeFetch(clientWith(make()))("http://q1.lab/go")).catch(String),
    request("http://q1.lab/go", { dispatcher }).then(({ body }) => body.text(), String),
  ]);
  followed.push(`${name}: ${bodies.join(", ")}`);
}

const failed = [];
const counts = {};
for (const { name, exported, go } of ways) {
  const escaped = [];
  for (const [n, host] of HOSTS.entries()) {
    asks.clear();
    reached = [];
    const before = served;
    await go(n).catch(() => undefined);
    if (served > before || exported === "nodeFetch") counts[name] = (counts[name] ?? 0) + 1;
    // A redirect to another server's robots.txt or page is followed by requests that are still on the way.
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (reached.length > 0) escaped.push([host, ...reached]);
  }
  if (escaped.length > 0) failed.push({ name, escaped });
}

/** The public hosts that were requested show that a process got as far as the public sites. */
function note(name, escaped) {
  counts[name] = visited.size;
  if (escaped.length > 0) failed.push({ name, escaped });
}

/** The command line and the tester in processes of their own. */
const numbers = [...HOSTS.keys()];
const sites = (kind, path = "") => numbers.map((n) => `http://${kind}${n}.lab/${path}`);
const run = (words, env) =>
  spawn(process.execPath, [new URL("build/packages/robots-wasm-cli/dist/cli/main.js", root).pathname, ...words], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
async function command(name, words, { input = "", env = {} } = {}) {
  asks.clear();
  visited.clear();
  reached = [];
  const child = run(words, env);
  child.stdin.on("error", () => undefined).end(input);
  await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  note(`robots-wasm ${name}`, reached);
}
const list = join(tmpdir(), `lab-${process.pid}.txt`);
writeFileSync(list, [...HOSTS.map((host) => `http://${host}/page`), ...sites("z", "page")].join("\n"));
const proxied = { env: { http_proxy: `http://${PROXY}:3129` } };
for (const [more, options] of Object.entries({ "": {}, " through a proxy": proxied })) {
  await command(`fetch${more}`, ["fetch", "--agent", "x", ...sites("r")], options);
  await command(`explain${more}`, ["explain", "--agent", "x", ...sites("r", "page")], options);
  await command(`check --sitemap FILE${more}`, ["check", "--agent", "x", "--sitemap", list, "http://z0.lab/"], options);
  const words = sites("l", "s.txt").flatMap((url) => ["--sitemap", url]);
  await command(`check --sitemap URL${more}`, ["check", "--agent", "x", ...words, "http://l0.lab/"], options);
}
await command("filter", ["filter", "--agent", "x", "--missing", "fetch", "--verdicts"], {
  input: [...HOSTS.map((host) => `http://${host}/`), ...sites("r")].join("\n"),
});
await command("lint", ["lint", ...sites("r")]);

const tester = run(["tester", "--port", "8089"]);
const [line] = await Promise.race([once(tester.stdout, "data"), once(tester.stderr, "data")]);
const [base] = /http:\/\/[^\s/]+/.exec(String(line)) ?? ["http://127.0.0.1:8089"];
const page = await (await fetch(base)).text();
const [token] = /[0-9a-f]{64}/.exec(page) ?? [""];
for (const [api, kind, path] of [
  ["fetch", "r", ""],
  ["page", "p", "go"],
]) {
  const escaped = [];
  visited.clear();
  for (const n of numbers) {
    asks.clear();
    reached = [];
    const url = encodeURIComponent(`http://${kind}${n}.lab/${path}`);
    const headers = { "x-robots-wasm-token": token };
    await fetch(`${base}/api/${api}?url=${url}&typed=1`, { headers }).then((answered) => answered.text(), String);
    if (reached.length > 0) escaped.push([HOSTS[n], ...reached]);
  }
  note(`tester /api/${api}`, escaped);
}
tester.kill();
console.log(
  JSON.stringify({
    targets: HOSTS.length,
    control,
    followed,
    failed,
    counts,
    exported: [...new Set(ways.map(({ exported }) => exported))],
  }),
);
process.exit();
