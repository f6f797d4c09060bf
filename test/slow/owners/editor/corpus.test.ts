/** Fix all and format keep what real files say: one of ten files of the corpus, weekly all. */
import { expect, it } from "vitest";
import { type AgentRules, parse } from "../../../../bindings/core/index.ts";
import { EditorDocument } from "../../../../bindings/owners/editor/document.ts";
import { formatEdits } from "../../../../bindings/owners/editor/format.ts";
import { withEdits } from "../../../../bindings/owners/editor/place.ts";
import { fixAllEdits } from "../../../../bindings/owners/editor/quick-fixes.ts";
import { changedVerdicts, examplePath } from "../../../../bindings/owners/lint/index.ts";
import { hasShared, realFiles } from "../../../support/shared.ts";
import { sized } from "../../../support/sized.ts";

/** Without the numbers of lines. */
function fieldsOf(text: string): string {
  const { sitemaps, fields, groups } = parse(text);
  const kept = [sitemaps, fields, groups.map((group) => [group.agents, group.fields])];
  return JSON.stringify(kept, (key, value) => (key === "line" ? undefined : value));
}

const actions = { "fix all": fixAllEdits, format: (document: EditorDocument) => formatEdits(document) ?? [] };

it.skipIf(!hasShared("corpus/robots.ndjson.gz")).each(Object.keys(actions) as (keyof typeof actions)[])(
  "%s keeps verdicts, sitemaps and fields of real files (skipped without the shared folder)",
  (name) => {
    let changed = 0;
    for (const { host, bytes } of realFiles(sized(10, 1))) {
      const before = new TextDecoder().decode(bytes);
      const edits = actions[name](new EditorDocument(before));
      if (edits.length === 0) continue;
      const after = withEdits(before, edits);
      changed++;
      for (const { agent, path, dialects } of changedVerdicts(before, after)) {
        expect(path, host).toBeUndefined();
        // The search for examples was ended: both versions decide a path for each rule.
        for (const dialect of dialects) {
          const [was, is] = [before, after].map((text) => parse(text, { dialect }).agent(agent)) as [
            AgentRules,
            AgentRules,
          ];
          const paths = [...was.rules, ...is.rules].map(({ pattern }) => examplePath(pattern));
          expect(is.isAllowedMany(paths), host).toEqual(was.isAllowedMany(paths));
        }
      }
      expect(fieldsOf(after), host).toBe(fieldsOf(before));
    }
    expect(changed).toBeGreaterThan(50);
  },
);
