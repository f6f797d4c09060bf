/**
 * examples/embedding/go: wazero gives the library's answers, its archives allow no line that filter refuses, and the programs
 * of the README run.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Result, removeFolders, root, run, temporaryFolder } from "../../support/packed.ts";
import { program } from "../../support/program.ts";
import { because, Job } from "../engines/job.ts";
import { build, expectAnswers, modulePath } from "./hosts.ts";
import { expectShards } from "./shards.ts";

const example = join(root, "examples/embedding/go");
const programs = join(root, "build/hosts/go");
mkdirSync(programs, { recursive: true });
const missing = await build("go", ["build", "-o", `${programs}/`, "./cmd/..."], "examples/embedding/go");
const hasGo = missing === undefined;

afterAll(removeFolders);

const filter = (archive: string, input: string, agent = "ExampleBot"): Promise<Result> =>
  run(join(programs, "filter"), [join(root, modulePath), archive, agent, "rfc9309", "allow"], { input });

it.skipIf(!hasGo)(`Go, wazero: all jobs${because(missing)}`, async () => {
  expect(missing).toBeUndefined();
  await expectAnswers(join(programs, "jobs"), [join(root, modulePath)]);
});

describe.skipIf(!hasGo)(`Go: archives${because(missing)}`, () => {
  it("decide every line as filter does", async () => {
    using job = new Job("go");
    const wanted = await job.verdicts();
    const { status, stdout, stderr } = await filter(job.archive, readFileSync(job.urls, "utf8"));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.replaceAll("\n", "") === wanted).toBe(true);
  });

  it("are an error if a page is damaged, an origin has another shard, or they were compiled for something else", async () => {
    const folder = temporaryFolder("go-archive");
    const [robots, archive, shards] = ["robots", "archive", "shards"].map((name) => join(folder, name));
    mkdirSync(robots!);
    for (let i = 0; i < 20; i++)
      writeFileSync(join(robots!, `site-${i}.example`), "User-agent: *\nDisallow: /private\n");
    const compile = [program, "compile", "--quiet", "--agent", "ExampleBot", robots!, "--output"];
    expect((await run("node", [...compile, archive!])).status).toBe(0);
    expect((await run("node", [...compile, shards!, "--shards", "2"])).status).toBe(0);
    const lines = Array.from({ length: 20 }, (_, i) => `http://site-${i}.example/private\n`).join("");
    expect(await filter(archive!, lines)).toMatchObject({ status: 0, stdout: "0\n".repeat(20) });

    const [{ file }] = JSON.parse(readFileSync(shards!, "utf8")).files;
    const failures = [
      filter(join(dirname(shards!), file), lines),
      filter(archive!, lines, "OtherBot"),
      filter(join(robots!, "site-1.example"), lines),
    ];
    expect((await Promise.all(failures)).map(({ status, stdout, stderr }) => [status, stdout, stderr])).toEqual([
      [1, "", expect.stringMatching(/^the rules of http:\/\/site-\d+\.example: robots-wasm: WRONG_SHARD \(-20\)\n$/)],
      [1, "", `${archive}: expected an archive for agent "OtherBot"; got one for [["ExampleBot"]]\n`],
      [1, "", expect.stringContaining("expected an archive of robots-wasm compile; got another file")],
    ]);

    const whole = readFileSync(archive!);
    // The first page follows the description.
    whole[12 + whole.readUInt32LE(8) + 9]! ^= 1;
    writeFileSync(archive!, whole);
    const damaged = await filter(archive!, lines);
    expect({ ...damaged, stderr: "" }).toEqual({ status: 1, stdout: "", stderr: "" });
    expect(damaged.stderr).toMatch(/^the rules of http:\/\/site-\d+\.example: robots-wasm: INVALID_ARCHIVE \(-19\)\n$/);
  });
});

it.skipIf(!hasGo)(`Go: a manifest opens its shards, and none of another run${because(missing)}`, () =>
  expectShards(filter),
);

describe.skipIf(!hasGo)(`Go: the package is imported as its README says${because(missing)}`, () => {
  it("the code of docs/migrating.md runs", async () => {
    const [, code] = /^```go\n([\s\S]*?)^```/m.exec(readFileSync(join(root, "docs/migrating.md"), "utf8"))!;
    const [start] = blocks[1]!.split("\tfile := ");
    const body = '\tbody := []byte("User-agent: FooBot\\nDisallow: /private\\n")\n';
    const main = `${start}${body}${code}\tfmt.Println(allowed, err)\n}\n`;
    expect(await runs(main)).toBe("false <nil>\n");
  });

  const blocks = Array.from(
    readFileSync(join(example, "README.md"), "utf8").matchAll(/^```go\n([\s\S]*?)^```/gm),
    ([, code]) => code!,
  );

  it.each([
    ["an archive", "true\nfalse\nfalse\n"],
    ["a single file", "false <nil>\n"],
  ])("%s", async (name, wanted) => {
    expect(blocks.length).toBe(2);
    expect(await runs(blocks[name === "an archive" ? 0 : 1]!)).toBe(wanted);
  });

  /** What the program prints. */
  async function runs(source: string): Promise<string> {
    const cwd = temporaryFolder("go");
    writeFileSync(join(cwd, "main.go"), source);
    copyFileSync(join(root, modulePath), join(cwd, "embed.wasm"));
    mkdirSync(join(cwd, "robots"));
    writeFileSync(join(cwd, "robots/shop.example"), "User-agent: *\nDisallow: /private\n");
    const compile = ["compile", "--quiet", "--agent", "ExampleBot", "--output", "robots.archive", "robots"];
    expect((await run("node", [program, ...compile], { cwd })).status).toBe(0);
    // The versions that the example has, so that nothing is looked up.
    const required = readFileSync(join(example, "go.mod"), "utf8").replace("module robotswasm", "module app");
    writeFileSync(join(cwd, "go.mod"), `${required}\nrequire robotswasm v0.0.0\nreplace robotswasm => ${example}\n`);
    copyFileSync(join(example, "go.sum"), join(cwd, "go.sum"));
    const { status, stdout, stderr } = await run("go", ["run", "."], { cwd });
    expect(status, stderr).toBe(0);
    return stdout;
  }
});
