/** Saving and sharing: what leaves the browser, and how large it is. */
import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { hasLiveServer } from "../live.ts";
import { overview } from "../state/answers.ts";
import { hasFile, isEdited, site, text } from "../state/document.ts";
import { copy, saveCrawlers, saveEverything, saveRobots } from "../state/export.ts";
import { isLocalLink, linkOf } from "../state/link.ts";
import { listText } from "../state/list.ts";
import { url } from "../state/question.ts";
import { route } from "../state/route.ts";
import { canSave, forget } from "../state/saved.ts";
import { fail, status } from "../state/status.ts";
import { Icon, type IconName } from "./Icon.tsx";

interface ItemProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  readonly onClick: () => void;
}

const Item = ({ icon, title, hint, onClick }: ItemProps): VNode => (
  <button type="button" class="btn quiet" onClick={onClick}>
    <Icon name={icon} />
    {title}
    <span class="small muted">{hint}</span>
  </button>
);

const bytesOf = (content: string): string => `${new TextEncoder().encode(content).length.toLocaleString("en")} bytes`;

const Saves = (): VNode => (
  <div class="list">
    {hasFile.value ? (
      <Item
        icon="save"
        title="robots.txt"
        hint={(isEdited.value ? "edited, " : "") + bytesOf(text.value)}
        onClick={saveRobots}
      />
    ) : null}
    <Item icon="save" title="Crawlers, CSV" hint={`${overview.value?.rows.length ?? 0} rows`} onClick={saveCrawlers} />
    <Item icon="save" title="Everything, JSON" hint="crawlers and problems" onClick={saveEverything} />
    <Item icon="file" title="Print or save as PDF" hint="Ctrl P" onClick={() => print()} />
  </div>
);

function useLink(withUrls: boolean): Signal<string> {
  const link = useSignal("");
  const made = [text.value, site.value, listText.value, url.value, withUrls, route.value.view];
  useEffect(() => {
    linkOf(withUrls).then((found) => {
      link.value = found;
    }, fail);
  }, made);
  return link;
}

function LinkMaker(): VNode {
  const withUrls = useSignal(false);
  const link = useLink(withUrls.value);
  return (
    <>
      <h2>Share a link</h2>
      <p class="small muted">The link carries the file after the #. Browsers do not send that part to any server.</p>
      <div class="checks">
        <label>
          <input
            type="checkbox"
            checked={withUrls.value}
            onChange={({ currentTarget }) => {
              withUrls.value = currentTarget.checked;
            }}
          />
          Include my URLs
        </label>
      </div>
      <textarea readOnly aria-label="Link" value={link.value} />
      {isLocalLink() ? (
        <p class="small v-warn">This link opens on this machine alone: its address is {location.host}.</p>
      ) : null}
      <div class="tools">
        <button type="button" class="btn main" onClick={() => void copy(link.value, "the link")}>
          <Icon name="copy" />
          Copy the link
        </button>
        <span class="small muted">{link.value.length.toLocaleString("en")} characters</span>
      </div>
    </>
  );
}

const Kept = (): VNode => (
  <>
    <h2>This browser</h2>
    <p class="small muted">
      {canSave.value
        ? "Keeps the file, its site, your URLs and five versions, and sends nothing."
        : "This browser saves nothing. Use Save."}
    </p>
    <button
      type="button"
      class="btn"
      onClick={() => {
        forget();
        status.value = "This browser has forgotten what it saved";
      }}
    >
      Forget what this browser saved
    </button>
  </>
);

/** Escape and a click elsewhere close the menu; the button gets the focus back. */
export function Share(): VNode {
  const isOpen = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen.value) return;
    const close = (event: Event): void => {
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : box.current?.contains(event.target as Node)) return;
      isOpen.value = false;
      if (event instanceof KeyboardEvent) box.current?.querySelector("button")?.focus();
    };
    addEventListener("keydown", close);
    addEventListener("pointerdown", close);
    return () => {
      removeEventListener("keydown", close);
      removeEventListener("pointerdown", close);
    };
  }, [isOpen.value]);
  return (
    <div class="share" ref={box}>
      <button
        type="button"
        class="btn quiet"
        aria-expanded={isOpen.value}
        aria-label="Share and save"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name="share" />
        <span class="hide-phone">Share and save</span>
      </button>
      {isOpen.value ? (
        <section class="card menu" role="dialog" aria-label="Share and save">
          <h2>Save</h2>
          <Saves />
          {hasFile.value ? <LinkMaker /> : null}
          <Kept />
          {hasLiveServer() ? null : (
            <a class="btn quiet only-phone" href="../">
              <Icon name="docs" />
              Docs
            </a>
          )}
        </section>
      ) : null}
    </div>
  );
}
