/** The linter reads one of ten files of the corpus, weekly all. */
import { expect, it } from "vitest";
import { lint, MAX_FINDINGS } from "../../../../bindings/owners/lint/index.ts";
import { hasShared, realFiles } from "../../../support/shared.ts";
import { sized } from "../../../support/sized.ts";

it.skipIf(!hasShared("corpus/robots.ndjson.gz"))("lints real files (skipped without the shared folder)", () => {
  for (const { bytes } of realFiles(sized(10, 1))) expect(lint(bytes).length).toBeLessThanOrEqual(MAX_FINDINGS + 1);
});
