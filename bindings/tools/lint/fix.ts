/** Applies the fixes of findings to the bytes of a file. */
import { joined } from "../../core/engine/little-endian.ts";
import { bytesOf } from "../../core/utf8.ts";
import { inspect, type LintOptions } from "./lint.ts";
import type { ReportedFinding } from "./report.ts";

/** The result of `applyFixes`: the new bytes and the number of fixes. */
export interface FixedFile {
  /** UTF-8. The bytes outside the fixed spans are unchanged. */
  readonly body: Uint8Array;
  /** How many fixes were applied. */
  readonly fixes: number;
}

/** A fix can reveal another mistake. No sequence of fixes is longer in practice. */
const MAX_PASSES = 10;

/**
 * Applies the fixes of all findings, and of the findings that remain, until there is none with a fix. Returns files that are
 * too large to be checked as a whole unchanged. No content of the file makes it throw.
 * @param body text, or the bytes that the server sent.
 * @throws TypeError or RangeError like `lint`.
 */
export function applyFixes(body: string | Uint8Array, options: LintOptions = {}): FixedFile {
  let fixed: FixedFile = { body: bytesOf(body), fixes: 0 };
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const { source, collector } = inspect(pass === 0 ? body : fixed.body, options);
    const fixes = collector.listed.filter(({ fix }) => fix !== undefined);
    if (source.truncated || fixes.length === 0) break;
    const { bytes, count } = withFixes(source.bytes, fixes);
    fixed = { body: bytes, fixes: fixed.fixes + count };
  }
  return fixed;
}

/** Applies the fixes in file order. Skips a fix that overlaps the one before it. */
function withFixes(bytes: Uint8Array, fixes: readonly ReportedFinding[]): { bytes: Uint8Array; count: number } {
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { span, fix } of fixes) {
    if (span.start < end) continue;
    parts.push(bytes.subarray(end, span.start), bytesOf(fix ?? ""));
    end = span.end;
  }
  return { bytes: joined([...parts, bytes.subarray(end)]), count: parts.length / 2 };
}
