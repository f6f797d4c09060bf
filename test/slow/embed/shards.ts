/** A host reads an archive in shards by its manifest: all of them as one archive, and none that another run wrote. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Result, run, temporaryFolder } from "../../support/packed.ts";
import { program } from "../../support/program.ts";

const hosts = Array.from({ length: 40 }, (_, i) => `site-${i}.example`);
const lines = hosts.flatMap((host) => [`http://${host}/old\n`, `http://${host}/new\n`]).join("");

async function compiled(folder: string, name: string): Promise<string> {
  mkdirSync(join(folder, name, "robots"), { recursive: true });
  for (const host of hosts) writeFileSync(join(folder, name, "robots", host), `User-agent: *\nDisallow: /${name}\n`);
  const manifest = join(folder, name, "rules");
  const words = ["compile", "--quiet", "--agent", "ExampleBot", "--shards", "3", "--output", manifest];
  const { status, stderr } = await run("node", [program, ...words, join(folder, name, "robots")]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return manifest;
}

interface Named {
  generation: string;
  files: { file: string; footer: string }[];
}

/** @param filter the host's program: decides the lines by a manifest */
export async function expectShards(filter: (manifest: string, lines: string) => Promise<Result>): Promise<void> {
  const folder = temporaryFolder("shards");
  const [manifest, earlier] = [await compiled(folder, "new"), await compiled(folder, "old")];
  expect(await filter(manifest, lines)).toMatchObject({ status: 0, stdout: "1\n0\n".repeat(hosts.length) });

  const whole = readFileSync(manifest, "utf8");
  const [own, other] = [JSON.parse(whole) as Named, JSON.parse(readFileSync(earlier, "utf8")) as Named];
  const refused = async (change: (named: Named) => void, message: RegExp): Promise<void> => {
    const named = JSON.parse(whole) as Named;
    change(named);
    writeFileSync(manifest, JSON.stringify(named, null, 2));
    const { status, stdout, stderr } = await filter(manifest, lines);
    expect({ status, stdout }, stderr).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(message);
  };
  await refused((named) => named.files.pop(), /expected .*3 shards; got 2/);
  await refused((named) => named.files.reverse(), /expected the generation of its footers/);
  await refused((named) => Object.assign(named, { version: 1 }), /compile the archive again/);
  await refused((named) => Object.assign(named.files[1]!, other.files[1]), /expected the generation of its footers/);
  await refused((named) => (named.files[1]!.file = own.files[2]!.file), /got one of another run/);
  copyFileSync(join(folder, "old", other.files[1]!.file), join(folder, "new", own.files[1]!.file));
  await refused(() => {}, /got one of another run/);
}
