/** The linter reads every file of the corpus. */
import { expect, it } from "vitest";
import { lint, MAX_FINDINGS } from "../../../../bindings/tools/lint/index.ts";
import { hasShared, realFiles } from "../../../support/shared.ts";

it.skipIf(!hasShared("corpus/robots.ndjson.gz"))("lints every real file (skipped without the shared folder)", () => {
  for (const { bytes } of realFiles()) expect(lint(bytes).length).toBeLessThanOrEqual(MAX_FINDINGS + 1);
});
