/** The script of docs/guide/alarm.md, as it stands there, against a site that changes its robots.txt. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../support/documents.ts";
import { program } from "../../support/program.ts";

const [, script] = /```sh\n(#!\/bin\/sh\n.*?)```/s.exec(readFileSync(join(root, "docs/guide/alarm.md"), "utf8"))!;
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-alarm-"));
const file = join(folder, "robots-alarm.sh");
const last = join(folder, "robots-last.txt");
writeFileSync(file, script!);

const open = "User-agent: *\nDisallow: /cart\n";
let served = open;
let status = 200;
const server = createServer((_, response) => response.writeHead(status).end(served));

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

async function alarm(): Promise<{ readonly code: number; readonly out: string }> {
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ...process.env, NO_PROXY: "127.0.0.1", ROBOTS_WASM: `node ${program}` };
  try {
    const { stdout } = await promisify(execFile)("sh", [file, site, last], { env });
    return { code: 0, out: stdout };
  } catch (error) {
    const { code, stdout } = error as { readonly code: number; readonly stdout: string };
    return { code, out: stdout };
  }
}

describe("the alarm", () => {
  it("keeps the first file and says nothing, also while nothing changes", async () => {
    expect(await alarm()).toEqual({ code: 0, out: "" });
    expect(await alarm()).toEqual({ code: 0, out: "" });
    expect(readFileSync(last, "utf8")).toBe(open);
  });

  it("says who loses the site, once", async () => {
    served = "User-agent: *\nDisallow: /\n";
    const { code, out } = await alarm();
    expect(code).toBe(1);
    expect(out).toMatch(/Google Search +loses your whole site +line 2: Disallow: \//);
    expect(await alarm()).toEqual({ code: 0, out: "" });
  });

  it("tells a change by which nobody loses pages, and does not fail", async () => {
    served = open;
    const { code, out } = await alarm();
    expect(code).toBe(0);
    expect(out).not.toBe("");
  });

  it("tells a server that fails, and keeps the last file", async () => {
    status = 503;
    expect((await alarm()).code).toBe(3);
    expect(readFileSync(last, "utf8")).toBe(open);
    status = 200;
    expect(await alarm()).toEqual({ code: 0, out: "" });
    expect(existsSync(`${last}.new`)).toBe(false);
  });
});
