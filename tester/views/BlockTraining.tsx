/** "Block AI training, keep search": what is kept, what is lost, what robots.txt cannot stop, and the rules. */

import { type Signal, signal } from "@preact/signals";
import type { VNode } from "preact";
import { pluralise } from "../../bindings/owners/editor/wording.ts";
import { isPermission } from "../answer.ts";
import type { CrawlerRow } from "../protocol.ts";
import { overview } from "../state/answers.ts";
import { hasFile } from "../state/document.ts";
import { Facts } from "./Facts.tsx";
import { RuleChange } from "./RuleChange.tsx";

export const isBlocking: Signal<boolean> = signal(false);

/** Crawlers that search and answer with a link: the button leaves their groups alone. */
const KEPT = [
  ["Googlebot", "Google Search"],
  ["bingbot", "Bing and Copilot"],
  ["OAI-SearchBot", "ChatGPT search"],
  ["Claude-SearchBot", "Claude search"],
  ["PerplexityBot", "Perplexity"],
] as const;

const isOpen = ({ access }: CrawlerRow): boolean => access !== "refused";

function keptText(rows: readonly CrawlerRow[]): string {
  const names = KEPT.filter(([token]) => rows.some((row) => row.token === token && isOpen(row))).map(
    ([, name]) => name,
  );
  return names.length === 0 ? "nothing: your file refuses search already" : names.join(", ");
}

function lostText(chosen: readonly CrawlerRow[]): string {
  const crawlers = chosen.filter((row) => !isPermission(row)).length;
  const gemini = chosen.some(({ token }) => token === "Google-Extended");
  const apple = chosen.some(({ token }) => token === "Applebot-Extended");
  return [
    `training by ${pluralise(crawlers, "crawler")}`,
    ...(gemini ? ["training and grounding of Gemini (Google-Extended)"] : []),
    ...(apple ? ["training of Apple’s models (Applebot-Extended)"] : []),
  ].join(", ");
}

const NotStopped = (): VNode => (
  <>
    AI Overviews and AI Mode of Google Search: they obey <code>Googlebot</code>, and <code>nosnippet</code> keeps a
    page’s text out of them. Crawlers that ignore robots.txt, and pages that were fetched before.
  </>
);

export function BlockTraining(): VNode | null {
  const rows = overview.value?.rows ?? [];
  const chosen = rows.filter((row) => row.section === "training" && row.isActive && isOpen(row));
  const close = (): void => {
    isBlocking.value = false;
  };
  if (!isBlocking.value || !hasFile.value || chosen.length === 0) return null;
  return (
    <section class="card block-training" aria-labelledby="bt-title">
      <h2 class="h3" id="bt-title">
        Block AI training, keep search
      </h2>
      <RuleChange
        tokens={chosen.map(({ token }) => token)}
        title="Insert the rules"
        did="Inserted rules against AI training"
        onDone={close}
      >
        <Facts
          all={[
            ["Kept", keptText(rows)],
            ["Lost", lostText(chosen)],
            ["Not stopped", <NotStopped />],
          ]}
        />
      </RuleChange>
    </section>
  );
}
