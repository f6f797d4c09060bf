/** The fields of real files: nothing throws, numbers stay in their bounds, and nearly all values are valid. */
import { expect, it } from "vitest";
import { MAX_CRAWL_DELAY_SECONDS } from "../../../../../bindings/core/limits.ts";
import { cleanParamsOf } from "../../../../../bindings/core/robots/fields/clean-param.ts";
import { parseCrawlDelay } from "../../../../../bindings/core/robots/fields/crawl-delay.ts";
import type { Field } from "../../../../../bindings/core/robots/fields/field.ts";
import { parseHost } from "../../../../../bindings/core/robots/fields/host.ts";
import { noindexPathsOf } from "../../../../../bindings/core/robots/fields/noindex.ts";
import { parseRequestRate } from "../../../../../bindings/core/robots/fields/request-rate.ts";
import { usageOf } from "../../../../../bindings/core/robots/fields/usage.ts";
import { parseVisitTime } from "../../../../../bindings/core/robots/fields/visit-time.ts";
import { parse } from "../../../../../bindings/core/robots/robots-txt.ts";
import { hasShared, realFiles } from "../../../../support/shared.ts";

const readers: Record<string, (field: Field) => unknown> = {
  "crawl-delay": ({ value }) => parseCrawlDelay(value),
  "request-rate": ({ value }) => parseRequestRate(value),
  "visit-time": ({ value }) => parseVisitTime(value),
  host: ({ value }) => parseHost(value),
  "clean-param": (field) => cleanParamsOf([field])[0],
  noindex: (field) => noindexPathsOf([field])[0],
};

it.skipIf(!hasShared("corpus/robots.ndjson.gz"))("real files (../shared/corpus)", () => {
  const usable = new Map<string, number>();
  const all = new Map<string, number>();
  for (const { bytes } of realFiles()) {
    const robots = parse(bytes);
    const fields = [...robots.fields, ...robots.groups.flatMap((group) => group.fields)];
    for (const field of fields.filter(({ key }) => Object.hasOwn(readers, key))) {
      const read = readers[field.key]!(field);
      if (typeof read === "number") expect(read >= 0 && read <= MAX_CRAWL_DELAY_SECONDS).toBe(true);
      all.set(field.key, (all.get(field.key) ?? 0) + 1);
      if (read !== undefined) usable.set(field.key, (usable.get(field.key) ?? 0) + 1);
    }
    expect(usageOf(fields, "/", "train-ai").reason).not.toBe("not-crawlable");
  }
  // Of a field that few files have, the versions of one site's file would be a tenth: four say `Request-rate: unlimited`.
  for (const [key, count] of all)
    if (count >= 30) expect(usable.get(key)! / count, `${key}, ${count} times`).toBeGreaterThan(0.9);
  expect([...all.keys()].sort()).toEqual(Object.keys(readers).sort());
});
