/** Every target that needs nothing but this package. */
import type { Target } from "../target.ts";
import { decideTarget } from "./decide.ts";

export const targets: readonly Target[] = [decideTarget()];
