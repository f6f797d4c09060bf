/** The first visit: the question that the page answers, and the ways to give it a file. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { hasLiveServer } from "../live.ts";
import { takingLong } from "../long-text.ts";
import { isOpen, site } from "../state/document.ts";
import { examples } from "../state/examples.ts";
import { openExample, openPasted } from "../state/opening.ts";
import { openView } from "../state/route.ts";
import { forget, lastTime, openLast } from "../state/saved.ts";
import { FileButton } from "./FileButton.tsx";
import { Icon } from "./Icon.tsx";
import { visible } from "./Text.tsx";
import { SiteForm } from "./TopBar.tsx";

function PasteField(): VNode {
  const pasted = useSignal("");
  return (
    <div class="drop">
      <label for="paste">
        <b>Paste your robots.txt</b> <span class="muted small">or drop a file anywhere on this page</span>
      </label>
      <textarea
        id="paste"
        spellcheck={false}
        placeholder={"User-agent: *\nDisallow: /cart"}
        value={pasted.value}
        onPaste={takingLong(openPasted)}
        onInput={({ currentTarget, inputType }) => {
          pasted.value = currentTarget.value;
          // A paste is a whole file: the answer needs no button.
          if (inputType === "insertFromPaste" && /[:\n]/.test(pasted.value)) openPasted(pasted.value);
        }}
      />
      <div class="tools">
        <button type="button" class="btn main" onClick={() => openPasted(pasted.value)}>
          Show the answer
        </button>
        <FileButton title="Open a file…" accept=".txt,text/plain" />
      </div>
    </div>
  );
}

const Address = (): VNode => (
  <section class="stack">
    <h2 class="h3">{hasLiveServer() ? "Fetch a site’s file" : "You only have the address?"}</h2>
    <SiteForm />
    {hasLiveServer() ? null : (
      <p class="small muted">
        The file opens in a new tab: copy it all and paste it here. A page may not read other sites by itself. On your
        machine it may: <code>npx robots-wasm-cli tester {site.value || "example.com"}</code> fetches the live file,
        with status and redirects.
      </p>
    )}
  </section>
);

const Publishing = (): VNode => (
  <section class="stack">
    <h2 class="h3">You have a new file?</h2>
    <div class="tools">
      <button
        type="button"
        class="btn"
        onClick={() => {
          isOpen.value = true;
          openView("publish");
        }}
      >
        <Icon name="compare" />
        Is it safe to publish?
      </button>
      <span class="small muted">Two files: you see who loses pages.</span>
    </div>
  </section>
);

const Examples = (): VNode => (
  <section class="stack">
    <h2 class="h3">Or start with an example</h2>
    <div class="eg">
      {examples.map((example) => (
        <button key={example.title} type="button" class="tile" onClick={() => openExample(example)}>
          <b>{example.title}</b>
          <span class="d small muted">{example.says}</span>
        </button>
      ))}
    </div>
  </section>
);

function LastTime(): VNode | null {
  if (lastTime.value === undefined) return null;
  const open = (): void => {
    openLast();
    openView("crawlers");
  };
  return (
    <section class="stack">
      <h2 class="h3">Last time</h2>
      <div class="tools">
        <button type="button" class="btn" onClick={open}>
          <Icon name="file" />
          {visible(lastTime.value.label)}
        </button>
        <button type="button" class="btn quiet" onClick={forget}>
          Forget what this browser saved
        </button>
      </div>
    </section>
  );
}

export const Start = (): VNode => (
  <div class="start">
    <div class="stack">
      <h1>What does your robots.txt tell Google, Bing and every AI crawler?</h1>
      <p class="muted">
        Paste it. You see the answer at once, and what is wrong with it. Everything runs in this browser: no server sees
        your file.
      </p>
    </div>
    <PasteField />
    <Address />
    <Publishing />
    <Examples />
    <LastTime />
  </div>
);
