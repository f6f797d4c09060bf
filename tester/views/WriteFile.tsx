/** Files to begin with, for a site that serves none. */
import type { VNode } from "preact";
import { toolEngine } from "../engine.ts";
import type { CrawlerRow } from "../protocol.ts";
import { fileUrl } from "../state/document.ts";
import { openText } from "../state/opening.ts";
import { fail } from "../state/status.ts";

/** Nobody knows whether the site has a sitemap, so its line is a comment. */
const everyone = (rule: string): string =>
  `User-agent: *\n${rule}\n\n# Sitemap: ${new URL("/sitemap.xml", fileUrl.value ?? "https://example.com").href}\n`;

const write = (file: string): void => openText(file, "Written here");

async function writeWithout(tokens: readonly string[]): Promise<void> {
  const { file } = await toolEngine.ask("rules", { file: everyone("Disallow:"), tokens });
  write(file);
}

export function WriteFile({ rows }: { rows: readonly CrawlerRow[] }): VNode {
  const training = rows.filter(({ section, isActive }) => section === "training" && isActive);
  const starts: readonly (readonly [title: string, says: string, begin: () => void])[] = [
    ["Let everyone in", "An empty rule, and a place for your sitemap", () => write(everyone("Disallow:"))],
    [
      "Keep AI training out",
      `${training.length} crawlers refused, search allowed`,
      () => void writeWithout(training.map(({ token }) => token)).catch(fail),
    ],
    ["Keep everyone out", "For staging. Use a password as well", () => write("User-agent: *\nDisallow: /\n")],
  ];
  return (
    <section class="stack" id="write" tabIndex={-1} aria-label="Write one">
      <h3 class="h3">Write one</h3>
      <div class="eg">
        {starts.map(([title, says, begin]) => (
          <button key={title} type="button" class="tile" onClick={begin}>
            <b>{title}</b>
            <span class="d small muted">{says}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
