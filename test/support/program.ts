/** The command line as it is published: a bundle, which starts in half the time of dist/cli/. */
import { join } from "node:path";
import { root } from "./documents.ts";
import { expectFresh } from "./fresh.ts";

expectFresh("packages");

export const program: string = join(root, "build/packages/robots-wasm-cli/dist/cli/main.js");
