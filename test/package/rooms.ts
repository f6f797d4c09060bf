/** The houses of bindings/ and tester/: what each does, what it may import, and its rooms. docs/design.md shows them. */

interface House {
  readonly does: string;
  /** Houses, or rooms of houses, besides base. Every house stands below those that name it. */
  readonly imports: readonly string[];
  /** From the ground up: a room imports only those before it. A room is a folder, or a file beside the folders. */
  readonly rooms: Readonly<Record<string, string>>;
}

/** Every file of these rooms may be imported; other houses are entered by their doors. */
const GROUND = ["base", "bulk/files"];

export const houses: Readonly<Record<string, House>> = {
  base: {
    does: "helpers that know nothing of robots.txt: errors, checked arguments, bytes and texts",
    imports: [],
    rooms: {},
  },
  core: {
    does: "the protocol: what files, headers, pages and statuses mean. No input or output",
    imports: [],
    rooms: {
      layout: "where things lie in memory and in programs; made from `assembly/bytes/layout.ts`",
      limits: "the limits of memory, and the longest delay that is obeyed",
      dialects: "the dialects, as data",
      reader: "reads lines, fields and groups",
      program: "compiled rules as bytes, and the TypeScript fallback that decides by them",
      engine: "compiles and decides, by the WebAssembly module or the fallback",
      robots: "the public classes: `parse`, `RobotsTxt`, `AgentRules`, and the fields",
      index: "door: the public names",
      "access/policy": "access policies as data: what statuses and outages mean",
      parsing: "door: what other houses use without an engine",
      linting: "door: what the linter alone uses",
      deciding: "door: what other houses use with the engine",
      access: "decides what a status, a redirect or an outage means",
      meta: "entry: robots meta tags, X-Robots-Tag and Robots-Tag headers",
      usage: "entry: what a page and its licence state about uses of its content",
      lines: "Sitemap lines, and lines about pace, for people and tools",
      trace: "shows every step that led to a verdict",
      diff: "finds URLs on which dialects or two versions of a file disagree",
      stream: "decides the URLs of a Web stream",
      matchers: "`expect(robots).toAllow(url)` for vitest and jest",
      "robots-parser": "entry: the replacement for the package robots-parser",
    },
  },
  entries: {
    does: "`index`: the core and its tools; `slim`: without the inlined module; `browser`: one file for pages",
    imports: ["core"],
    rooms: {},
  },
  owners: {
    does: "what a file says to whom, and its mistakes: for those who own a site",
    imports: ["core"],
    rooms: {
      "agents/rows": "what a row of the table of crawlers holds",
      lint: "entry: finds and repairs mistakes in a file, and writes a file from groups",
      agents: "entry: well-known crawlers, and what a file says to each",
      assertions: "reads and checks assertions in the comments of a file, and puts verdicts into words",
      editor: "what editors show of a file, a file for each feature",
    },
  },
  crawl: {
    does: "fetches, waits and looks up: for those who crawl",
    imports: ["core"],
    rooms: {
      archive: "entry: compiled rules of many origins in one file",
      client: "entry: fetches, caches and shares robots.txt",
      pace: "entry: when the next request of a host is due",
      polite: "entry: requests that obey robots.txt and pace",
      sitemaps: "entry: reads sitemaps",
      index: "door: what other houses use beyond the entries",
    },
  },
  bulk: {
    does: "many hosts. Node.js only",
    imports: ["core", "owners", "crawl/archive"],
    rooms: {
      files: "output files, gunzip, byte readers, threads",
      parquet: "reads and writes Parquet",
      rows: "rows of survey and logs: columns, and how they are written",
      shards: "finds the shards of an archive",
      engine: "runs the module that decides lines of many origins",
      folder: "what compile, filter and survey share: files and folders of robots.txt, and sorting on disk",
      filter: "decides a list of URLs, in threads",
      warc: "reads what WARC files say of each origin",
      compile: "compiles archives from folders and WARC files",
      survey: "counts what the files of a crawl say",
      logs: "reads access logs, and says which crawlers fetched what robots.txt refuses",
    },
  },
  cli: {
    does: "the commands, one file each, and the tester's server",
    imports: ["core", "owners", "crawl", "bulk"],
    rooms: { editor: "the language server: what editors ask, by the protocol that they share" },
  },
  tester: {
    does: "the page that shows what a file tells each crawler",
    imports: ["core", "entries", "owners", "crawl"],
    rooms: {},
  },
};

const pathOf = (file: string): string => file.replace(/^bindings\//, "").replace(/\.tsx?$/, "");

export const houseOf = (file: string): string => {
  const [house, ...rest] = pathOf(file).split("/");
  return rest.length === 0 ? "entries" : (house as string);
};

const isIn = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`);

/** Whether any file of the room may be imported. */
export const isGround = (file: string): boolean => GROUND.some((room) => isIn(pathOf(file), room));

const roomsOf = (file: string): readonly string[] => Object.keys(houses[houseOf(file)]?.rooms ?? {});

/** The room of a file in its house: the longest that it is in, or none. */
export const roomOf = (file: string): string => {
  const path = pathOf(file).split("/").slice(1).join("/");
  const found = roomsOf(file).filter((room) => isIn(path, room));
  return found.sort((a, b) => b.length - a.length)[0] ?? "";
};

/** A file that is in no room of its house stands above all of them. */
const floorOf = (file: string): number => {
  const floor = roomsOf(file).indexOf(roomOf(file));
  return floor < 0 ? roomsOf(file).length : floor;
};

export function mayImport(file: string, other: string): boolean {
  const [from, to] = [houseOf(file), houseOf(other)];
  if (from === to) return floorOf(other) <= floorOf(file);
  const allowed = houses[from]?.imports ?? [];
  return to === "base" || allowed.some((one) => one === to || isIn(pathOf(other), one));
}

const listed = (words: readonly string[]): string => words.map((one) => `\`${one}\``).join(", ") || "–";

/** The map: a row for each house, then its rooms. */
export function mapOfRooms(): string {
  const all = Object.entries(houses).toReversed();
  const rows = all.map(
    ([house, { does, imports, rooms }]) =>
      `| \`${house}\` | ${does} | ${listed(Object.keys(rooms))} | ${listed(imports)} |`,
  );
  const table = [
    "| house | what it does | its rooms, from the ground up | may import, besides `base` |",
    "|---|---|---|---|",
    ...rows,
  ];
  const lists = all
    .filter(([, { rooms }]) => Object.keys(rooms).length > 1)
    .map(
      ([house, { rooms }]) =>
        `**\`${house}\`.** ${Object.entries(rooms)
          .map(([room, does]) => `\`${room}\`: ${does}`)
          .join(". ")}.`,
    );
  return [...table, ...lists.flatMap((list) => ["", list])].join("\n");
}
