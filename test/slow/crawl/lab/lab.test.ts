/**
 * No way to fetch reaches a private address from a public site (SECURITY.md, "names and redirects"): in a network namespace with its own DNS,
 * every public way runs against 45 targets: literal, mapped, mixed, rebound. Needs the build.
 */
import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("lab.mjs", import.meta.url));
const unshare = process.getuid?.() === 0 ? ["unshare", "-nm"] : ["sudo", "-n", "unshare", "-nm"];
const probe = spawnSync(unshare[0]!, [...unshare.slice(1), "ip", "link", "set", "lo", "up"]);
const canRun = probe.status === 0;

interface Lab {
  readonly targets: number;
  readonly control: number;
  readonly followed: readonly string[];
  readonly failed: readonly unknown[];
  readonly counts: Readonly<Record<string, number>>;
  readonly exported: readonly string[];
}

it.skipIf(canRun || process.env["CI"] !== "true")("CI can make a network namespace (unshare, iproute2)", () =>
  expect(canRun, String(probe.stderr ?? probe.error)).toBe(true),
);

/** What needs no row: it requests what the caller names, and follows nothing by itself or as the runtime does. */
const exempt: Readonly<Record<string, string>> = {
  fetchArchive: "reads the archive that the caller names, and as the runtime's fetch does",
};

/** The types of all entries. */
function publicTypes(): string {
  const folder = new URL("../../../../dist/types/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts"));
  return files.map((file) => readFileSync(new URL(file, folder), "utf8")).join("\n");
}

/** The exports that take a client or a fetch, by their types. */
function fetchingExports(types: string): string[] {
  const text = types.replace(/\/\*[\s\S]*?\*\//g, "");
  const bodies = [...text.matchAll(/interface (\w+)[^{]*\{([\s\S]*?)\n\}/g)];
  const takers = bodies
    .filter(([, , body]) => /^\s*readonly fetch\??:|\bRobotsClient\b/m.test(body!))
    .map(([, name]) => name!);
  const takes = new RegExp(`\\b(?:RobotsClient|typeof fetch|Fetch|${takers.join("|")})\\b`);
  const functions = [
    ...text.matchAll(/declare (?:function\*? ?|const )(\w+)(?:: )?(?:<[^(]*>)?\(([\s\S]*?)\)(?:: | => )/g),
  ];
  const classes = [...text.matchAll(/declare class (\w+)[^{]*\{[\s\S]*?\n\}/g)].map(([body, name]) => [
    body,
    name,
    /constructor\(([^)]*)\)/.exec(body)?.[1] ?? "",
  ]);
  return [
    ...new Set([...functions, ...classes].filter(([, , list]) => takes.test(list!)).map(([, name]) => name!)),
  ].sort();
}

it.each([
  "export declare function planted(client: RobotsClient, url: string): Promise<void>;",
  "export declare function planted<T>(url: string, options?: PoliteOptions): AsyncGenerator<T>;",
  "export declare const planted: (fetch: Fetch, url: string) => Promise<Response>;",
  "interface Planted {\n  readonly client: RobotsClient;\n}\nexport declare class planted {\n  constructor(options: Planted);\n}",
  "interface Planted {\n  readonly fetch?: Fetch;\n}\nexport declare function planted(options: Planted): void;",
])("a new way to fetch is seen in the types, and needs a row: %s", (types) => {
  const all = publicTypes();
  expect(fetchingExports(`${all}\n${types}`)).toEqual([...fetchingExports(all), "planted"].sort());
});

describe.skipIf(!canRun)("a lab with its own DNS (skipped on machines that forbid a network namespace)", () => {
  it("no way reaches a private address, and every export that fetches has a way", async () => {
    const { stdout } = await promisify(execFile)(unshare[0]!, [...unshare.slice(1), process.execPath, script], {
      maxBuffer: 2 ** 24,
    });
    const { targets, control, followed, failed, counts, exported }: Lab = JSON.parse(stdout);
    // A fetch that checks nothing reaches most: of names with a public address, some are public.
    expect([targets, control]).toEqual([45, expect.toSatisfy((n: number) => n >= 30)]);
    expect(failed).toEqual([]);
    expect(followed.filter((one) => !one.endsWith(": body, body"))).toEqual([]);
    // Each way got as far as the public site; bytes that name a private host need no request at all.
    const idle = Object.entries(counts).filter(([name, count]) => count < targets && !name.endsWith("bytes"));
    expect(idle).toEqual([]);
    const expected = fetchingExports(publicTypes()).filter((name) => exempt[name] === undefined);
    expect([...exported].sort().filter((name) => name !== "nodeFetch")).toEqual(expected);
  }, 300_000);
});
