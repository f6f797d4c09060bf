/** The name of the page, the site, and what the page as a whole offers. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { hasLiveServer } from "../live.ts";
import { isOpen, site } from "../state/document.ts";
import { adoptSite, fetchSite, noteTyped, siteError } from "../state/fetching.ts";
import { fetchLiveFile } from "../state/live-file.ts";
import { route } from "../state/route.ts";
import { fail } from "../state/status.ts";
import { switchTheme, theme } from "../state/theme.ts";
import { originOf } from "../work/hosts.ts";
import { Icon } from "./Icon.tsx";
import { Share } from "./Share.tsx";

const Brand = (): VNode => (
  <a class="brand" href="./">
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" class="brand-back" />
      <path d="M8 10h16M8 16h10M8 22h6M18.5 21.5l2.5 2.5 5-5.5" class="brand-lines" />
    </svg>
    <span>robots.txt tester</span>
  </a>
);

/** Only the page of the local server may fetch. The published one says whose file it is, and opens the live one. */
export function SiteForm(): VNode {
  const typed = useSignal<string | undefined>(undefined);
  const value = typed.value ?? site.value;
  const found = originOf(value);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (typed.value !== undefined) noteTyped(typed.value);
    typed.value = undefined;
    if (!hasLiveServer()) adoptSite(value);
    else if (route.value.view === "publish") fetchLiveFile(value).catch(fail);
    else void fetchSite(value);
  };
  return (
    <form class="site" aria-label="The site of the file" onSubmit={submit}>
      <input
        aria-label="Site: a name such as example.com, or any address on it"
        aria-invalid={siteError.value !== ""}
        aria-describedby="site-error"
        placeholder="example.com"
        inputMode="url"
        autocapitalize="off"
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          siteError.value = "";
        }}
        onChange={() => {
          if (!hasLiveServer() && typed.value?.trim()) adoptSite(typed.value);
        }}
      />
      {hasLiveServer() ? (
        <button type="submit" class="btn main">
          {route.value.view === "publish" ? "Fetch the live file" : "Fetch"}
        </button>
      ) : (
        <a
          class="btn"
          // A link that leads nowhere yet says that it is one.
          {...(found === undefined ? { role: "link" } : { href: `${found}/robots.txt` })}
          aria-disabled={found === undefined}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="open" />
          Open its robots.txt
        </a>
      )}
      <p id="site-error" class="error" role="alert">
        {siteError.value}
      </p>
    </form>
  );
}

function ThemeButton(): VNode {
  const other = theme.value === "dark" ? "light" : "dark";
  return (
    <button type="button" class="btn quiet icon" aria-label={`Use the ${other} theme`} onClick={switchTheme}>
      <Icon name={other} />
    </button>
  );
}

export function TopBar(): VNode {
  return (
    <header class="top">
      <Brand />
      {isOpen.value ? <SiteForm /> : null}
      <nav aria-label="Page">
        {hasLiveServer() ? null : (
          <a class="btn quiet hide-phone" href="../">
            <Icon name="docs" />
            Docs
          </a>
        )}
        {isOpen.value ? <Share /> : null}
        <ThemeButton />
      </nav>
    </header>
  );
}
