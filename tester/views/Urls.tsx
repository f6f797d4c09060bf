/** The view that tests URLs: one URL, or a list or sitemap. */
import type { VNode } from "preact";
import { route } from "../state/route.ts";
import { OneUrl } from "./OneUrl.tsx";
import { UrlList } from "./UrlList.tsx";

export function Urls(): VNode {
  const isList = route.value.view === "list";
  return (
    <>
      <nav class="seg" aria-label="How many">
        <a href="#urls" aria-current={isList ? undefined : "page"}>
          One URL
        </a>
        <a href="#list" aria-current={isList ? "page" : undefined}>
          A list or sitemap
        </a>
      </nav>
      {isList ? <UrlList /> : <OneUrl />}
    </>
  );
}
