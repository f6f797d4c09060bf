/** Real files, where they are at hand: an archive of them decides as each file does itself. */
import { describe, expect, it } from "vitest";
import { urlOf } from "../../../../bindings/base/url.ts";
import { parse } from "../../../../bindings/index.ts";
import { compiled } from "../../../bulk/compile/compiled.ts";
import { gzipped, response } from "../../../bulk/compile/warc.ts";
import { hasShared, realFiles } from "../../../support/shared.ts";
import { sized } from "../../../support/sized.ts";

const NAME = "corpus/robots.ndjson.gz";
const paths = ["/", "/search?q=a", "/wp-admin/", "/a/b.html", "/private/x", "/robots.txt", "/%7Euser/?a=b&c"];

describe.skipIf(!hasShared(NAME))("real files (skipped without ../shared/corpus)", () => {
  const files = new Map(Array.from(hasShared(NAME) ? realFiles(sized(12, 1)) : [], ({ host, bytes }) => [host, bytes]));
  // In a folder, a name such as shop.example_443 could be a host with a port: it is refused (docs/filter.md).
  const isPlain = (host: string): boolean => urlOf(`https://${host}`)?.host === host && !/_\d+$/.test(host);
  const hosts = [...files.keys()].filter(isPlain);

  it.each(["folder", "WARC file"])("as a %s", async (kind) => {
    const date = "2026-03-01T00:00:00Z";
    const records = () => hosts.map((host) => response(`https://${host}/robots.txt`, date, 200, files.get(host)!));
    const folder = () => Object.fromEntries(hosts.map((host) => [host, files.get(host)!]));
    const { archive } = await compiled(kind === "folder" ? { folders: [folder()] } : { warcs: [gzipped(records())] });
    expect(archive.size).toBeGreaterThanOrEqual(hosts.length);
    for (const host of hosts) {
      const direct = parse(files.get(host)!).agent("ExampleBot");
      const { rules } = archive.find(`https://${host}/`)!;
      for (const path of paths) expect(rules.explain(path), host + path).toEqual(direct.explain(path));
      expect(rules.fields).toEqual(direct.fields);
    }
  });
});
