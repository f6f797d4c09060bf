/** Both engines compile real files to the same bytes, and decide URLs about their rules alike. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../../../bindings/core/dialects.ts";
import { type Program, rulesOf } from "../../../../bindings/core/program/program.ts";
import { differenceOf } from "../../../core/engine/differences.ts";
import { wasmEngine } from "../../../support/engines.ts";
import { hasShared, realFiles } from "../../../support/shared.ts";
import { sized } from "../../../support/sized.ts";

/** URLs that the rules of a program are about: the pattern itself, longer, shorter, and beside it. */
const urlsAbout = (program: Program, count: number): string[] => {
  const rules = rulesOf(program);
  const step = Math.max(1, Math.floor(rules.length / count));
  return rules
    .filter((_, i) => i % step === 0)
    .flatMap(({ pattern }) => {
      const path = pattern.replaceAll("*", "/x-1").replace(/\$$/, "");
      return [path, `http://h${path}z?q=1`, path.slice(0, -1), `${path.slice(0, -1)}~`, path.replace("a", "%61")];
    });
};

describe.skipIf(!hasShared("corpus/robots.ndjson.gz"))(
  "one of ten real files, weekly all (skipped without the shared folder)",
  () => {
    it.each(dialects)("compile alike in $name", (dialect) => {
      const agents = [["ExampleBot"], ["Googlebot"], ["MJ12bot"]];
      for (const { host, bytes } of realFiles(sized(10, 1)))
        for (const list of agents) {
          const urls = urlsAbout(wasmEngine.compile(bytes, list, dialect).program, 1);
          expect(differenceOf(bytes, list, dialect, urls), host).toBeUndefined();
        }
    });
  },
);
