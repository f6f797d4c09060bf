// Files that the build writes.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Writes the file if its content changes, so that tools that look at times find nothing new. */
export function writeChanged(file, content) {
  if (!existsSync(file) || readFileSync(file, "utf8") !== content) writeFileSync(file, content);
}
