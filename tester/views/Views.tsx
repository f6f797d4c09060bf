/** The views are links, so Back works and each has an address. On a phone they are a bar at the bottom. */
import type { VNode } from "preact";
import { findings, overview } from "../state/answers.ts";
import { route, type View, views } from "../state/route.ts";
import { Icon, type IconName } from "./Icon.tsx";

const TITLES: Readonly<Record<(typeof views)[number], readonly [title: string, icon: IconName]>> = {
  file: ["File", "file"],
  crawlers: ["Crawlers", "crawlers"],
  urls: ["URLs", "urls"],
  problems: ["Problems", "warn"],
  usage: ["AI use", "usage"],
  compare: ["Compare", "compare"],
};

const ALSO: Readonly<Partial<Record<View, View>>> = { list: "urls", page: "usage", publish: "compare" };

/** The view whose link is marked: a list of URLs belongs to URLs, the check of a page to usage. */
const shownAs = (view: View): View => ALSO[view] ?? view;

function Count({ view }: { view: View }): VNode | null {
  if (view === "crawlers" && overview.value !== undefined) return <span class="n">{overview.value.rows.length}</span>;
  const mistakes = findings.value?.filter(({ severity }) => severity === "error").length ?? 0;
  if (view !== "problems" || mistakes === 0) return null;
  return (
    <span class="n bad">
      {mistakes}
      <span class="sr"> {mistakes === 1 ? "mistake" : "mistakes"}</span>
    </span>
  );
}

export function Views(): VNode {
  const current = shownAs(route.value.view);
  return (
    <nav class="views" aria-label="Views">
      {views.map((view) => (
        <a
          key={view}
          href={`#${view}`}
          class={view === "file" ? "only-phone" : ""}
          aria-current={current === view ? "page" : undefined}
        >
          <Icon name={TITLES[view][1]} />
          {TITLES[view][0]} <Count view={view} />
        </a>
      ))}
    </nav>
  );
}
