/** The page: the answer, the file at the left, the views at the right. */
import type { ComponentType, VNode } from "preact";
import { useEffect } from "preact/hooks";
import { answer } from "../state/answers.ts";
import { isOpen, site } from "../state/document.ts";
import { isPrinting } from "../state/printing.ts";
import { route, type View } from "../state/route.ts";
import { status } from "../state/status.ts";
import { Answer } from "./Answer.tsx";
import { Compare } from "./Compare.tsx";
import { Crawlers } from "./Crawlers.tsx";
import { FilePane } from "./FilePane.tsx";
import { OneUrl } from "./OneUrl.tsx";
import { PageCheck } from "./PageCheck.tsx";
import { PrintedCrawlers } from "./PrintedCrawlers.tsx";
import { Problems } from "./Problems.tsx";
import { Publish } from "./Publish.tsx";
import { Start } from "./Start.tsx";
import { TopBar } from "./TopBar.tsx";
import { UrlList } from "./UrlList.tsx";
import { Usage } from "./Usage.tsx";
import { Views } from "./Views.tsx";

function Urls(): VNode {
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

const bodies: Readonly<Record<View, ComponentType>> = {
  file: Crawlers,
  crawlers: Crawlers,
  urls: Urls,
  list: Urls,
  problems: Problems,
  usage: Usage,
  page: PageCheck,
  compare: Compare,
  publish: Publish,
};

function Work(): VNode {
  const { view } = route.value;
  const Body = bodies[view];
  if (view === "publish")
    return (
      <div class="card panel">
        <Views />
        <div class="body" id="view" tabIndex={-1}>
          <Publish />
        </div>
      </div>
    );
  return (
    <>
      <Answer />
      <div class={`cols ${view === "file" ? "show-file" : ""}`}>
        <FilePane />
        <div class="card panel">
          <Views />
          <div class="body" id="view" tabIndex={-1} key={Body.name}>
            {isPrinting.value ? (
              <>
                <PrintedCrawlers />
                <Problems />
              </>
            ) : (
              <Body />
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** How long a message stays. */
const STATUS_MS = 6000;

function Status(): VNode {
  const said = status.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      status.value = "";
    }, STATUS_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p class="status" role="status">
      {said}
    </p>
  );
}

const TITLE = document.title;

/** The title says what the page says, also in a list of tabs. */
function useTitle(): void {
  const said = isOpen.value && route.value.view !== "publish" ? (answer.value?.sentence ?? "") : "";
  useEffect(() => {
    if (route.value.view !== "publish") document.title = said === "" ? TITLE : `${site.value || "robots.txt"}: ${said}`;
  }, [said, site.value, route.value.view]);
}

export function App(): VNode {
  useTitle();
  return (
    <>
      <a class="skip" href="#main">
        Skip to the answer
      </a>
      <TopBar />
      <main class="wrap" id="main" tabIndex={-1}>
        {isOpen.value ? <Work /> : <Start />}
      </main>
      <Status />
    </>
  );
}
