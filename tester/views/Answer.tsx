/** The first thing on the page: what was fetched, one sentence, five tiles. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Tile } from "../answer.ts";
import { hasLiveServer } from "../live.ts";
import type { Outcome } from "../outcome.ts";
import { answer } from "../state/answers.ts";
import { hasFile, isEdited, origin, outcome, site, waiting } from "../state/document.ts";
import { fetchSite, goBackTo } from "../state/fetching.ts";
import { route } from "../state/route.ts";
import { ANNOUNCE_MS } from "../state/status.ts";
import { versions } from "../state/versions.ts";
import { BlockTraining, isBlocking } from "./BlockTraining.tsx";
import { Facts } from "./Facts.tsx";
import { Icon } from "./Icon.tsx";
import { Note } from "./Note.tsx";
import { Plain, visible } from "./Text.tsx";
import { Bar, Toned } from "./Verdict.tsx";

/** The button stands beside the link, not in it. */
const TileLink = ({ title, href, tone, icon, value, detail, shares, action }: Tile): VNode => (
  <div class="tile-box">
    <a class="tile" href={href}>
      <b>{title}</b>
      <span class="sr">: </span>
      <Toned tone={tone} icon={icon}>
        {value}
      </Toned>
      {shares === undefined ? null : <Bar {...shares} />}
      <span class="sr">. </span>
      <span class="d small muted">{visible(detail)}</span>
    </a>
    {action === undefined ? null : (
      <button
        type="button"
        class="btn tile-do"
        aria-expanded={isBlocking.value}
        onClick={() => {
          isBlocking.value = !isBlocking.value;
        }}
      >
        Block AI training, keep search
      </button>
    )}
  </div>
);

function GoBack(): VNode | null {
  const [version] = versions.value;
  if (version === undefined) return null;
  return (
    <button type="button" class="btn" onClick={() => goBackTo(version)}>
      <span>
        Go back to the file: <Plain text={[version.site, version.label].filter((one) => one !== "").join(", ")} />
      </span>
    </button>
  );
}

function BannerActions({ decides, movedTo, wantsFile }: Outcome): VNode {
  return (
    <div class="tools">
      {decides === "refuse" || decides === "nothing" ? (
        <button type="button" class="btn main" onClick={() => void fetchSite(site.value)}>
          Try again
        </button>
      ) : null}
      {wantsFile ? (
        <a class="btn main" href="#crawlers/write">
          Write one
        </a>
      ) : null}
      {movedTo === undefined ? null : (
        <button type="button" class="btn" onClick={() => void fetchSite(movedTo)}>
          Test {movedTo} instead
        </button>
      )}
      {decides === "file" && !wantsFile ? null : <GoBack />}
    </div>
  );
}

/** A plain success needs no banner: the line below the sentence says it. */
function Banner({ found }: { found: Outcome }): VNode | null {
  const [first, ...rest] = found.notes;
  if (first!.tone === "good") return null;
  return (
    <div class="banner">
      <Note {...first!}>
        <BannerActions {...found} />
      </Note>
      {rest.map((note) => (
        <Note key={note.title} {...note} />
      ))}
    </div>
  );
}

const Details = ({ found }: { found: Outcome }): VNode => (
  <details>
    <summary>Status, redirects and headers</summary>
    <Facts all={found.details.map(([name, value]) => [name, <Plain text={value} />])} />
  </details>
);

function SourceLine(): VNode {
  return (
    <p class="src">
      {site.value === "" ? null : (
        <span>
          <Icon name="file" /> <Plain text={`${site.value}/robots.txt`} />
        </span>
      )}
      {origin.value === "" ? null : <span>{visible(origin.value) + (isEdited.value ? ", edited" : "")}</span>}
      {hasFile.value ? (
        <span>
          Google’s crawlers as Google reads, others by the standard · <a href="#compare">compare</a>
        </span>
      ) : null}
    </p>
  );
}

/** Says the sentence to screen readers once the typing stops. */
function Announcer(): VNode {
  const said = useSignal("");
  const sentence = answer.value?.sentence ?? "";
  useEffect(() => {
    const timer = setTimeout(() => {
      said.value = sentence;
    }, ANNOUNCE_MS);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p class="sr" role="status">
      {said.value}
    </p>
  );
}

function Sentence(): VNode {
  if (waiting.value !== undefined)
    return (
      <h1 id="ans">
        Fetching <Plain text={waiting.value} />…
      </h1>
    );
  if (outcome.value?.decides === "nothing") return <h1 id="ans">No answer, because {outcome.value.because}.</h1>;
  return <h1 id="ans">{answer.value?.sentence ?? "Reading the file…"}</h1>;
}

export function Answer(): VNode {
  const found = hasLiveServer() ? outcome.value : undefined;
  const isLater = route.value.view !== "crawlers";
  return (
    <section class={`card answer ${isLater ? "later" : ""}`} aria-labelledby="ans" id="answer" tabIndex={-1}>
      {found === undefined ? null : <Banner found={found} />}
      <Sentence />
      {answer.value === undefined || answer.value.more === "" ? null : <p class="more">{answer.value.more}</p>}
      <SourceLine />
      {found === undefined ? null : <Details found={found} />}
      {answer.value === undefined ? null : (
        <div class="tiles">
          {answer.value.tiles.map((tile) => (
            <TileLink key={tile.title} {...tile} />
          ))}
        </div>
      )}
      <BlockTraining />
      <Announcer />
    </section>
  );
}
