/** examples/embedding/go: archives allow no line that filter refuses. */
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { build, modulePath } from "../../slow/embed/hosts.ts";
import { because } from "../../slow/engines/job.ts";
import { removeFolders, root } from "../../support/packed.ts";
import { expectNoFalseAllow, missingPython } from "./nasty.ts";

const program = join(root, "build/hosts/go/filter");
const missing = (await build("go", ["build", "-o", program, "./cmd/filter"], "examples/embedding/go")) ?? missingPython;

afterAll(removeFolders);

const tested = await build("go", ["test", "./..."], "examples/embedding/go");

it("Go: single files are decided by all readings", () => expect(tested === undefined || tested === missing).toBe(true));

it.skipIf(missing !== undefined)(`Go: archives allow no nasty line that filter refuses${because(missing)}`, () =>
  expectNoFalseAllow(program, join(root, modulePath)),
);
