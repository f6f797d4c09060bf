/** What a fetch without a file means for every crawler, now and later. */
import type { VNode } from "preact";
import type { CrawlerRow } from "../protocol.ts";
import { overview } from "../state/answers.ts";
import { Facts } from "./Facts.tsx";
import { Table } from "./Table.tsx";
import { Toned } from "./Verdict.tsx";

/** RFC 9309 §2.3.1.4 and Google's page about robots.txt: the rows of the policies in docs/client.md. */
const Later = (): VNode => (
  <section>
    <h3 class="h3">What happens if it goes on</h3>
    <Table
      titles={["When", "The standard", "Google"]}
      rows={[
        [
          "Now",
          <span>
            <Toned tone="refused">Nothing</Toned>, or by a cached copy
          </span>,
          <Toned tone="refused">Nothing</Toned>,
        ],
        ["After 12 hours", "no change", "by its last copy, else everything"],
        [
          "After 30 days",
          "a crawler may (MAY, §2.3.1.4) fetch everything, or go on with its copy",
          "everything, if the site itself works",
        ],
      ]}
    />
  </section>
);

/** Operators that say something else about a status than the standard and Google. */
const Others = (): VNode => (
  <section>
    <h3 class="h3">What others say about a status</h3>
    <Facts all={(overview.value?.habits ?? []).map(({ operator, habit }) => [operator, habit])} />
  </section>
);

export function StatusPanel({ rows }: { rows: readonly CrawlerRow[] }): VNode {
  const refused = rows.filter(({ access }) => access === "refused").length;
  const allowed = rows.length - refused;
  if (allowed === 0)
    return (
      <>
        <p>
          <b>
            {refused} of {rows.length} crawlers are refused everything
          </b>
          , as long as the server answers 5xx, times out, or has no address (DNS).
        </p>
        <Later />
        <Others />
      </>
    );
  return (
    <>
      <p>
        <b>
          {allowed} of {rows.length} crawlers may fetch everything.
        </b>{" "}
        {refused === 0 ? null : `${refused} of Google stop. `}Each verdict comes from the status of the fetch: no line
        decides.
      </p>
      <Others />
    </>
  );
}
