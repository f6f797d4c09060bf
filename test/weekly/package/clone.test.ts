/** The README's first command works in a fresh clone: it installs, builds, answers, and ends with status 0. */
import { afterAll, expect, it } from "vitest";
import { freshClone } from "../../support/clone.ts";
import { textOf } from "../../support/documents.ts";
import { removeFolders, run } from "../../support/packed.ts";

afterAll(removeFolders);

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
