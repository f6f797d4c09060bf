/** Starts the page. */
import { render } from "preact";
import { hasLiveServer, startSite } from "./live.ts";
import { startAnswers } from "./state/answers.ts";
import { fetchSite, noteTyped } from "./state/fetching.ts";
import { startKeys } from "./state/keys.ts";
import { adoptLink } from "./state/link.ts";
import { startList } from "./state/list.ts";
import { startDrops } from "./state/opening.ts";
import { startQuestion } from "./state/question.ts";
import { startSaved } from "./state/saved.ts";
import { fail } from "./state/status.ts";
import { startTheme } from "./state/theme.ts";
import { App } from "./views/App.tsx";

async function start(): Promise<void> {
  startTheme();
  startAnswers();
  startQuestion();
  startList();
  startKeys();
  startDrops();
  startSaved();
  await adoptLink();
  addEventListener("hashchange", () => adoptLink().catch(fail));
  render(<App />, document.getElementById("app")!);
  if (!hasLiveServer() || startSite() === "") return;
  noteTyped(startSite());
  await fetchSite(startSite());
}

start().catch(fail);
// The local server's page holds a token and is never cached.
if (!hasLiveServer()) navigator.serviceWorker?.register("./service-worker.js").catch(() => {});
