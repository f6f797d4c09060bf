/** Tests of dist/ say so if it is older than its sources. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { expectFresh } from "../support/fresh.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-fresh-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, second: number): void {
  writeFileSync(join(folder, file), "");
  utimesSync(join(folder, file), second, second);
}

it("dist/ older than a source is refused, with the source and the command that builds it", () => {
  for (const name of ["bindings/cli", "tester", "build/packages/robots-wasm-cli"])
    mkdirSync(join(folder, name), { recursive: true });
  write("bindings/cli/lint.ts", 2);
  const message = "dist/ is older than bindings/cli/lint.ts: run";
  expect(() => expectFresh("dist", folder)).toThrow(`${message} node scripts/build-ts.mjs first`);
  write("build/dist.tsbuildinfo", 1);
  expect(() => expectFresh("dist", folder)).toThrow(`${message} node scripts/build-ts.mjs first`);
  write("build/dist.tsbuildinfo", 3);
  expectFresh("dist", folder);
  expect(() => expectFresh("packages", folder)).toThrow(`${message} npm run build first`);
  write("build/packages/robots-wasm-cli/package.json", 3);
  expectFresh("packages", folder);
});
