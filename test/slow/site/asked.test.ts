/** The site's search, without a browser, on all lists of questions that people ask. */
import { expect, it } from "vitest";
import { indexOf, search } from "../../../docs/.vitepress/search/search.mts";
import { searchable } from "../../../docs/.vitepress/search/sections.mts";
import { asked } from "../../site/asked.ts";

it("the first hit answers nine of ten questions of the lists of sixty", async () => {
  const index = await indexOf(searchable());
  const missed = asked.flatMap(([question, page]) => {
    const links = search(index, question).map(({ link }) => link);
    return page.test((links[0] ?? "").replace(/#.*$/, "")) ? [] : [`${question}: ${links.slice(0, 3).join(" ")}`];
  });
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(asked.length / 10);
});
