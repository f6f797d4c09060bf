/** The rooms of bindings/ and tester/: what each does, and what it may import. docs/design.md shows them. */

/** Ground rooms, each of whose files may be imported; the other rooms are entered by their doors. */
export const GROUND: readonly string[] = ["base", "files"];
/** The doors of the core: `parsing` has no WebAssembly behind it. */
const PARSING = ["base", "core/parsing"];
const CORE = [...PARSING, "core/deciding"];
const ALL = [...CORE, "core/index"];

type Room = readonly [does: string, imports: readonly string[]];

/** What a room may import besides itself and the ground rooms of its list. Every room stands below those that name it. */
export const rooms: Readonly<Record<string, Room>> = {
  base: ["helpers that know nothing of robots.txt: errors, checked arguments, bytes and texts", []],
  files: ["what needs Node.js: output files, gunzip, byte readers", ["base"]],
  "core/layout": ["where things lie in memory and in programs; made from `assembly/bytes/layout.ts`", []],
  "core/limits": ["the limits of memory, and the longest delay that is obeyed", []],
  "core/dialects": ["the dialects, as data", ["base", "core/layout"]],
  "core/reader": ["reads lines, fields and groups", ["base", "core/layout", "core/limits", "core/dialects"]],
  "core/program": [
    "compiled rules as bytes, and the TypeScript fallback that decides by them",
    ["base", "core/layout", "core/limits", "core/dialects", "core/reader"],
  ],
  "core/engine": [
    "compiles and decides, by the WebAssembly module or the fallback",
    ["base", "core/layout", "core/limits", "core/dialects", "core/reader", "core/program"],
  ],
  "core/robots": [
    "the public classes: `parse`, `RobotsTxt`, `AgentRules`, and the fields",
    ["base", "core/layout", "core/limits", "core/dialects", "core/reader", "core/program", "core/engine"],
  ],
  "core/parsing": [
    "door: what other rooms use of the core without an engine",
    ["core/layout", "core/limits", "core/dialects", "core/reader", "core/program", "core/robots"],
  ],
  "core/deciding": ["door: what other rooms use of the core with the engine", ["core/engine", "core/robots"]],
  "core/index": [
    "door: the public names of the core",
    ["base", "core/dialects", "core/program", "core/engine", "core/robots"],
  ],
  browser: ["entry: the core as one file for pages", ["core/index"]],
  slim: ["entry: the core without the inlined module", ALL],
  "tools/meta": ["entry: robots meta tags, X-Robots-Tag and Robots-Tag headers", ["base"]],
  "tools/usage": ["entry: what a page and its licence state about uses of its content", [...PARSING, "tools/meta"]],
  "agents/rows": ["the crawlers, as data", PARSING],
  "tools/lint": [
    "entry: finds and repairs mistakes in a file, and writes a file from groups",
    [...PARSING, "agents/rows"],
  ],
  agents: ["entry: well-known crawlers, and what a file says to each", [...ALL, "agents/rows"]],
  "tools/assertions": [
    "reads and checks assertions in the comments of a file, and puts verdicts into words",
    [...CORE, "agents"],
  ],
  "tools/matchers": ["`expect(robots).toAllow(url)` for vitest and jest", ALL],
  "tools/stream": ["decides the URLs of a Web stream", CORE],
  "tools/trace": ["shows every step that led to a verdict", CORE],
  "tools/diff": ["finds URLs on which dialects or two versions of a file disagree", CORE],
  "tools/robots-parser": ["entry: the replacement for the package robots-parser", ALL],
  index: [
    "entry: the core and the tools that need its engine",
    ["core/index", "tools/matchers", "tools/stream", "tools/trace", "tools/diff"],
  ],
  access: ["decides what a status, a redirect or an outage means; no input or output", ALL],
  client: ["entry: fetches, caches and shares robots.txt", [...ALL, "access"]],
  "bulk/archive": ["entry: compiled rules of many origins in one file", [...ALL, "access", "files"]],
  "bulk/parquet": ["reads and writes Parquet", ["base", "files"]],
  "bulk/rows": ["rows of survey and logs: columns, and how they are written", ["base", "files"]],
  "bulk/engine": ["runs the module that decides lines of many origins", [...ALL, "bulk/archive", "files"]],
  "bulk/folder": [
    "what compile, filter and survey share: files and folders of robots.txt, and sorting on disk",
    [...PARSING, "bulk/archive", "files"],
  ],
  "bulk/filter": [
    "decides a list of URLs, in threads",
    [...ALL, "access", "bulk/archive", "bulk/folder", "bulk/engine", "files"],
  ],
  "bulk/warc": ["reads what WARC files say of each origin", [...ALL, "access", "bulk/archive", "bulk/folder", "files"]],
  "bulk/compile": [
    "compiles archives from folders and WARC files",
    [...ALL, "access", "bulk/archive", "bulk/folder", "bulk/warc", "files"],
  ],
  crawl: ["entries: pace, polite requests and sitemaps", [...ALL, "access", "client", "tools/meta", "tools/usage"]],
  "bulk/survey": [
    "counts what the files of a crawl say",
    [
      ...[...ALL, "access", "agents", "tools/lint", "files"],
      ...["bulk/archive", "bulk/folder", "bulk/warc", "bulk/parquet", "bulk/rows"],
    ],
  ],
  "bulk/logs": [
    "reads access logs, and says which crawlers fetched what robots.txt refuses",
    [...ALL, "access", "agents", "bulk/rows", "files"],
  ],
  editor: [
    "the language server, and what editors show: a file of `features/` for each",
    [...ALL, "agents", "agents/rows", "tools/assertions", "tools/diff", "tools/lint"],
  ],
  cli: [
    "the commands, one file each",
    [...ALL, "crawl", "agents", "tools", "editor", "access", "client", "bulk", "files"],
  ],
  tester: [
    "the page that shows what a file tells each crawler",
    [...ALL, "agents", "tools", "editor", "access", "cli"],
  ],
};

/** The room of a file: its longest prefix among the rooms. */
export const roomOf = (file: string): string => {
  const path = file.replace(/^bindings\//, "").replace(/\.tsx?$/, "");
  const found = Object.keys(rooms).filter((room) => path === room || path.startsWith(`${room}/`));
  return found.sort((a, b) => b.length - a.length)[0] ?? `${path}: not in a room`;
};

export const mayImport = (from: string, to: string): boolean =>
  from === to || (rooms[from]?.[1] ?? []).some((allowed) => to === allowed || to.startsWith(`${allowed}/`));

/** The rows of the map: the core's doors are one word where all of them are allowed. */
export function mapOfRooms(): string {
  const short = (imports: readonly string[]): string => {
    const isAll = CORE.every((one) => imports.includes(one));
    const others = imports.filter((one) => !isAll || !ALL.includes(one));
    return [...(isAll ? ["core"] : []), ...others].map((one) => `\`${one}\``).join(", ") || "–";
  };
  const rows = Object.entries(rooms).map(([room, [does, imports]]) => `| \`${room}\` | ${does} | ${short(imports)} |`);
  return ["| room | what it does | may import |", "|---|---|---|", ...rows.toReversed()].join("\n");
}
