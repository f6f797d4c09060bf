/** Every target that needs nothing but this package. */
import type { Target } from "../target.ts";
import { bulkTarget } from "./bulk.ts";
import { decideTarget } from "./decide.ts";
import { embedTarget } from "./embed.ts";
import { fieldsTarget } from "./fields.ts";
import { fixesTarget } from "./fixes.ts";
import { logsTarget } from "./logs.ts";
import { metaTarget } from "./meta.ts";
import { parquetTarget } from "./parquet.ts";
import { readingsTarget } from "./readings.ts";
import { savedTarget } from "./saved.ts";
import { toolsTarget } from "./tools.ts";

export const targets: readonly Target[] = [
  decideTarget(),
  savedTarget,
  embedTarget,
  bulkTarget,
  metaTarget,
  parquetTarget,
  fieldsTarget,
  toolsTarget,
  readingsTarget,
  fixesTarget,
  logsTarget,
];
