/**
 * The one suite that every runtime runs: verdicts, explanations, batches, saving and loading, and what the fast engine
 * leaves to the naive one. Plain JavaScript without imports; it takes the package's exports and data.mjs as they came.
 */

const encoder = new TextEncoder();
const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

function expectEqual(given, expected) {
  const [got, wanted] = [given, expected].map((value) => JSON.stringify(value));
  if (got !== wanted) throw new Error(`expected ${wanted}; got ${got}`);
}

function expectThrown(name, body) {
  try {
    body();
  } catch (error) {
    return expectEqual(error.name, name);
  }
  throw new Error(`expected a ${name}; got none`);
}

/** The value of `make`, made when it is first asked for. */
function once(make) {
  let value;
  return () => {
    value ??= make();
    return value;
  };
}

/** @returns {(readonly [name: string, body: () => void])[]} */
export function casesOf(robots, data) {
  return [
    ...data.files.flatMap((file) => casesOfFile(robots, file)),
    ...refusals(robots, data.files[0]),
    ...beyondTheModule(robots),
    ...whenHot(robots),
    ["nothing was fetched", () => expectEqual(globalThis.fetchCalls, 0)],
  ];
}

function casesOfFile({ parse, AgentRules }, { dialect, agents, body, saved, urls, allowed, lines }) {
  const rules = once(() => parse(bytesOf(body), { dialect, reading: "written" }).agent(agents));
  const loaded = once(() => AgentRules.fromBytes(bytesOf(saved)));
  const text = encoder.encode(urls.map((url) => `${url}\n`).join(""));
  const question = (url) => `${dialect}, ${agents}, ${url}`;
  return [
    ...urls.map((url, i) => [`verdict: ${question(url)}`, () => expectEqual(rules().isAllowed(url), allowed[i] === 1)]),
    ...urls.map((url, i) => [`explain: ${question(url)}`, () => expectExplained(rules(), url, allowed[i], lines[i])]),
    ["batch of strings", () => expectEqual([...rules().isAllowedMany(urls)], allowed)],
    ["batch of lines", () => expectEqual([...rules().isAllowedLines(text)], allowed)],
    ["save", () => expectEqual([...rules().toBytes()], [...bytesOf(saved)])],
    ["load", () => expectEqual([...loaded().isAllowedMany(urls)], allowed)],
    ...urls.map((url, i) => [
      `load and explain: ${question(url)}`,
      () => expectExplained(loaded(), url, allowed[i], lines[i]),
    ]),
  ];
}

/** `line` is 0 for no rule and null where it is not asked. */
function expectExplained(rules, url, allowed, line) {
  const explanation = rules.explain(url);
  const given = line === null ? null : (explanation.rule?.line ?? 0);
  expectEqual([explanation.allowed ? 1 : 0, given], [allowed, line]);
}

/** Damaged bytes are refused, whatever the damage. */
function refusals({ AgentRules }, { saved }) {
  const bytes = bytesOf(saved);
  const flipped = (at) => bytes.map((byte, i) => (i === at ? byte ^ 0x20 : byte));
  return [
    ...Array.from(bytes, (_, at) => [
      `cut at ${at}`,
      () => expectThrown("RangeError", () => AgentRules.fromBytes(bytes.subarray(0, at))),
    ]),
    ...Array.from(bytes, (_, at) => [
      `byte ${at} flipped`,
      () => expectThrown("RangeError", () => AgentRules.fromBytes(flipped(at))),
    ]),
    ["no bytes", () => expectThrown("TypeError", () => AgentRules.fromBytes(saved))],
  ];
}

/** What the WebAssembly engine takes another way, or leaves to the naive one: long URLs, long lines, rules that its memory does not hold. */
function beyondTheModule({ configure, parse }) {
  const rules = parse("User-agent: *\nDisallow: /*secret\nAllow: /a").agent("ExampleBot");
  const long = (end) => `/b${"x".repeat(9_000)}${end}`;
  const longLine = encoder.encode(`/a\n/${"y".repeat(70_000)}secret\n/secret\n`);
  const many = Array.from({ length: 9_000 }, (_, i) => `Disallow: /directory/${i}/of/many/of/them$`).join("\n");
  const tight = once(() => {
    configure({ maxMemoryBytes: 512 * 1024 });
    return parse(`User-agent: *\n${many}`).agent("ExampleBot");
  });
  // Deno's parser does not take a lone surrogate in a literal.
  const mixed = `\u4e66${String.fromCodePoint(0xd800, 0x1f600, 0xdc00)}`;
  const longText = `#${mixed.repeat(20_000)}\nUser-agent: *\nDisallow: /${mixed}`;
  const bytesOfRules = (body) => [...parse(body).agent("ExampleBot").toBytes()];
  return [
    ["long text", () => expectEqual(bytesOfRules(longText), bytesOfRules(encoder.encode(longText)))],
    ["long URL, refused", () => expectEqual(rules.isAllowed(long("secret")), false)],
    ["long URL, allowed", () => expectEqual(rules.isAllowed(long("")), true)],
    ["long URL, explained", () => expectEqual(rules.explain(long("secret")).rule?.line, 2)],
    ["long URLs, many", () => expectEqual([...rules.isAllowedMany(["/a", long("secret"), long("")])], [1, 0, 1])],
    ["long line", () => expectEqual([...rules.isAllowedLines(longLine)], [1, 0, 0])],
    ["rules beyond memory, refused", () => expectEqual(tight().isAllowed("/directory/8999/of/many/of/them"), false)],
    ["rules beyond memory, allowed", () => expectEqual(tight().isAllowed("/directory/9000/of/many/of/them"), true)],
  ];
}

/** More calls than any compiler waits for: fast paths of some runtimes have taken Latin-1 for UTF-8. */
const HOT_CALLS = 12_000;

/** Optimized code answers as code that runs for the first time, in whatever form the runtime holds a string. */
function whenHot({ parse, robotsTxtUrl }) {
  const text = "User-agent: *\nDisallow: /b\u00fccher\nDisallow: /\u4e66\nSitemap: http://b\u00fccher.example/";
  const rules = once(() => parse(text).agent("ExampleBot"));
  const always = (wanted, ask) => () => {
    for (let call = 0; call < HOT_CALLS; call++) expectEqual(ask(call), wanted);
  };
  const refused = (url) => [`hot: ${encodeURI(url)}`, always(false, () => rules().isAllowed(url))];
  return [
    refused("http://b\u00fccher.example/b\u00fccher/1"),
    refused("http://b\u00fccher.example/\u4e66/1"),
    ["hot: joined", always(false, (call) => rules().isAllowed(`http://b\u00fccher.example/b\u00fccher/${call}`))],
    [
      "hot: robotsTxtUrl",
      always("http://xn--bcher-kva.example/robots.txt", () => robotsTxtUrl("http://b\u00fccher.example/a")),
    ],
    ["hot: sitemaps", always(["http://b\u00fccher.example/"], () => parse(text).sitemaps)],
  ];
}

/** @returns {{ engine: string, passed: number, failures: string[] }} */
export function runSuite(robots, data) {
  const engine = robots.engineInUse();
  const cases = casesOf(robots, data);
  const failures = [];
  for (const [name, body] of cases) {
    try {
      body();
    } catch (error) {
      failures.push(`${name}: ${error.message}`);
    }
  }
  return { engine, passed: cases.length - failures.length, failures };
}
