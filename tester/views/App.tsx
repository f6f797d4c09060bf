/** The page: the file on one side, questions and answers on the other. */
import type { VNode } from "preact";
import { hasLiveServer } from "../live.ts";
import { fail, shareLink, status } from "../state.ts";
import { Dialects } from "./Dialects.tsx";
import { File } from "./File.tsx";
import { Findings } from "./Findings.tsx";
import { Live } from "./Live.tsx";
import { Meta } from "./Meta.tsx";
import { Questions } from "./Questions.tsx";
import { type Tab, Tabs } from "./Tabs.tsx";
import { Verdicts } from "./Verdicts.tsx";
import { Versions } from "./Versions.tsx";
import { Why } from "./Why.tsx";

const tabs: readonly Tab[] = [
  { name: "verdicts", title: "Verdicts", View: Verdicts },
  { name: "why", title: "Why", View: Why },
  { name: "findings", title: "Findings", View: Findings },
  { name: "dialects", title: "Dialects", View: Dialects },
  { name: "versions", title: "Versions", View: Versions },
  { name: "meta", title: "Meta tags", View: Meta },
];

async function share(): Promise<void> {
  try {
    const link = await shareLink();
    await navigator.clipboard?.writeText(link).catch(() => {});
    status.value = "The link is in the address bar and, where the browser permits it, in the clipboard.";
  } catch (error) {
    fail(error as Error);
  }
}

export function App(): VNode {
  return (
    <>
      <header>
        <h1>
          robots.txt tester <small>by robots-wasm</small>
        </h1>
        <p>Everything runs in this browser. No server sees your file.</p>
        <button type="button" onClick={() => void share()}>
          Share a link
        </button>
      </header>
      <p class="status" role="status">
        {status.value}
      </p>
      {hasLiveServer() ? <Live /> : null}
      <main>
        <File />
        <div class="answers">
          <Questions />
          <Tabs tabs={tabs} />
        </div>
      </main>
    </>
  );
}
