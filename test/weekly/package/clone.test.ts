/** The README's first command works in a fresh clone: it installs, builds, answers, and ends with status 0. */
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { root, textOf } from "../../support/documents.ts";
import { removeFolders, run, temporaryFolder } from "../../support/packed.ts";

afterAll(removeFolders);

/** The files that a clone would have if everything were committed now. */
async function freshClone(): Promise<string> {
  const folder = temporaryFolder("clone");
  const { stdout } = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of stdout.trim().split("\n")) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  return folder;
}

it("the README's first command explains two URLs in a fresh clone and exits with 0", async () => {
  const [, command] = /^```sh\n(npm ci && npm run build && .*)\n```$/m.exec(textOf("README.md"))!;
  const quiet = { npm_config_prefer_offline: "true", npm_config_audit: "false", npm_config_fund: "false" };
  const { status, stdout, stderr } = await run("sh", ["-c", command!], {
    cwd: await freshClone(),
    env: quiet,
    limitMs: 500_000,
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stdout).toContain("Allow: /reviews/top");
});
