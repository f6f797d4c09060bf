/** Can this crawler fetch this URL? The verdict, the rule, the part of the URL that it matches, and what else was considered. */

import type { VNode } from "preact";
import { purposeTexts } from "../../bindings/owners/agents/index.ts";
import { pluralise } from "../../bindings/owners/editor/wording.ts";
import { readingNames } from "../dialect-names.ts";
import {
  type Company,
  type CompanyCrawler,
  isVerdict,
  type NotUrl,
  type OtherHost,
  type Verdict,
  type Why,
} from "../protocol.ts";
import { findings, forUrl, overview } from "../state/answers.ts";
import { hasFile, site, text } from "../state/document.ts";
import { askedUrl, name, nameError, url, why } from "../state/question.ts";
import { openView } from "../state/route.ts";
import { bound } from "./bound.ts";
import { CrawlerRow, CrawlerTable } from "./CrawlerRow.tsx";
import { Excerpt } from "./Excerpt.tsx";
import { Icon } from "./Icon.tsx";
import { LineLink } from "./LineLink.tsx";
import { Note } from "./Note.tsx";
import { Code, Plain, sentence, visible } from "./Text.tsx";
import { toneOf } from "./Verdict.tsx";

function AskForm(): VNode {
  return (
    <form class="ask" onSubmit={(event) => event.preventDefault()}>
      <label for="ask-name">Can</label>
      <input
        id="ask-name"
        list="known-crawlers"
        spellcheck={false}
        autocapitalize="off"
        aria-describedby="name-error"
        {...bound(name)}
      />
      <label for="ask-url">fetch</label>
      <input
        id="ask-url"
        spellcheck={false}
        inputMode="url"
        autocapitalize="off"
        placeholder={site.value === "" ? "/path, or a whole address" : `https://${site.value}/`}
        {...bound(url)}
      />
      <datalist id="known-crawlers">
        {(overview.value?.rows ?? []).map(({ token }) => (
          <option key={token} value={token} />
        ))}
      </datalist>
      <p id="name-error" class="error" role="alert">
        {nameError.value}
      </p>
    </form>
  );
}

function Marked({ marked: [before, matched, after], allowed }: Why): VNode {
  return (
    <p class="urlbar">
      <span class="sr">The URL, with the matched part marked: </span>
      <span class="muted">{visible(before)}</span>
      <mark class={`v-${toneOf(allowed)}`}>{visible(matched)}</mark>
      {visible(after)}
    </p>
  );
}

const GroupLinks = ({ groups }: Pick<Why, "groups">): VNode => (
  <>
    {groups.slice(0, 5).map(({ from, to }, i) => (
      <span key={from}>
        {i === 0 ? "" : ", "}
        <LineLink line={from} to={to} />
      </span>
    ))}
    {groups.length > 5 ? ` and ${groups.length - 5} more` : ""}
  </>
);

const IgnoredRule = ({ line, rule }: Verdict): VNode | null =>
  line === undefined || rule === undefined ? null : (
    <>
      {" "}
      by <LineLink line={line} />, <Code text={rule} />
    </>
  );

function GroupStep(found: Why): VNode {
  const { chosenBy, name: token, named, groups, ignored } = found;
  if (chosenBy === "status") return <span>The status of the fetch decides: there is no file.</span>;
  if (ignored !== undefined)
    return (
      <span>
        No group names <Plain text={token} />, and it ignores the group for <code>*</code>, which says:{" "}
        {ignored.allowed ? "Yes" : "No"}
        <IgnoredRule {...ignored} />.
      </span>
    );
  if (chosenBy === "none")
    return (
      <span>
        No group applies to <Plain text={token} />, so everything is allowed.
      </span>
    );
  if (chosenBy === "star")
    return (
      <span>
        No group names <Plain text={token} />, so it obeys the group for <code>*</code>: <GroupLinks groups={groups} />.
      </span>
    );
  const own = named === undefined || named.toLowerCase() === token.toLowerCase();
  return (
    <span>
      <Plain text={token} /> has {own ? "a group of its own" : <>no group of its own and obeys {visible(named!)}</>}:{" "}
      <GroupLinks groups={groups} />. It ignores the group for <code>*</code>.
    </span>
  );
}

function MatchStep({ candidates, reason }: Why): VNode {
  if (reason === "robots-txt") return <span>The robots.txt itself may always be fetched (RFC 9309 §2.2.2).</span>;
  if (candidates.length === 0) return <span>No rule of it matches this URL, so it is allowed.</span>;
  const shown = candidates.slice(0, 4);
  return (
    <span>
      {pluralise(candidates.length, "rule matches", "rules match")}.{" "}
      {shown.map(({ line, text: rule, octets }, i) => (
        <span key={line}>
          {i === 0 ? "" : ", "}
          <Code text={rule} /> matches {pluralise(octets, "character")} (<LineLink line={line} />)
        </span>
      ))}
      {candidates.length > shown.length ? " …" : ""}.
    </span>
  );
}

function WinStep({ candidates: [first, second], reason }: Why): VNode | null {
  if (reason !== "rule" || first === undefined || second === undefined) return null;
  const tie = first.octets === second.octets;
  return (
    <li>
      <span>
        {tie
          ? "Both rules are equally long: Allow wins. The order of the lines does not count."
          : "The longer rule wins. The order of the lines does not count."}
      </span>
    </li>
  );
}

function Result({ found }: { found: Why }): VNode {
  const { allowed, name: token, reason, rule, line, assumed } = found;
  return (
    <div class={`result v-${toneOf(allowed)}`} role="status">
      <h3>
        <Icon name={toneOf(allowed)} />
        <span>
          {reason === "robots-txt" ? "Always read. " : allowed ? "Yes. " : "No. "}
          <Plain text={token} /> {allowed ? "may" : "may not"} fetch this URL.
        </span>
      </h3>
      {rule === undefined || line === undefined ? null : (
        <p>
          <LineLink line={line} /> decides: <Code text={rule} />
        </p>
      )}
      {found.mayIgnore && !allowed ? <p>Its operator says that it may ignore robots.txt.</p> : null}
      <Marked {...found} />
      {found.requested === undefined ? null : (
        <p class="small">
          Requested as <Code text={found.requested} />
        </p>
      )}
      <ol class="steps">
        <li>
          <GroupStep {...found} />
        </li>
        {found.chosenBy === "named" || found.chosenBy === "star" ? (
          <li>
            <MatchStep {...found} />
          </li>
        ) : null}
        <WinStep {...found} />
      </ol>
      {allowed && reason !== "robots-txt" ? (
        <p class="small">
          A page can still keep itself out of search results. <a href="#page">Check it for noindex</a>
        </p>
      ) : null}
      {assumed.length === 0 ? null : <p class="small">Assumed: {visible(assumed.join("; "))}.</p>}
    </div>
  );
}

/** Said before the verdict: nobody may take it for one about a crawler that exists. */
const UnknownName = ({ found: { name: token, chosenBy, named } }: { found: Why }): VNode => (
  <Note tone="warn" title={`We know no crawler called ${token}`}>
    <p>
      A crawler with this name would obey{" "}
      {chosenBy === "named" ? (
        <>
          the group for <Plain text={named ?? token} />
        </>
      ) : chosenBy === "star" ? (
        <>
          the group for <code>*</code>
        </>
      ) : (
        "no group"
      )}
      .
    </p>
  </Note>
);

/** A mistake in the group that was obeyed may be why the answer surprises. */
function Suspect({ groups }: Pick<Why, "groups">): VNode | null {
  const suspect = findings.value?.find(
    ({ severity, line }) => severity === "error" && groups.some(({ from, to }) => line >= from && line <= to + 1),
  );
  if (suspect === undefined) return null;
  return (
    <Note tone="warn" title={`Line ${suspect.line} of this group has a mistake`}>
      <p>
        {sentence(suspect.message)}. <a href="#problems">See the problem</a>
      </p>
    </Note>
  );
}

function Others({ others }: Pick<Why, "others">): VNode {
  return (
    <section>
      <h3 class="h3">Same URL, other crawlers</h3>
      <CrawlerTable label="Same URL, other crawlers">
        <tbody>
          {others.map((one) => (
            <CrawlerRow {...one} key={one.name} token={one.name} access={toneOf(one.allowed)} />
          ))}
        </tbody>
      </CrawlerTable>
      <p>
        <button
          type="button"
          class="link small"
          onClick={() => {
            forUrl.value = askedUrl.value;
            openView("crawlers");
          }}
        >
          All {overview.value?.rows.length} crawlers for this URL
        </button>
      </p>
    </section>
  );
}

function OlderReadings({ readings, allowed }: Pick<Why, "readings" | "allowed">): VNode | null {
  if (readings.length === 0) return null;
  const others = readings.filter((one) => one.allowed !== allowed);
  return (
    <section>
      <h3 class="h3">Same question, other readings</h3>
      <p class="small muted">
        {others.length === 0 ? "All five readings of the file agree. " : "These give the other answer: "}
        {others.map(({ dialect, line }, i) => (
          <span key={dialect}>
            {i === 0 ? "" : ", "}
            {readingNames[dialect].name}
            {line === undefined ? "" : " ("}
            {line === undefined ? null : <LineLink line={line} />}
            {line === undefined ? "" : ")"}
          </span>
        ))}
        {others.length === 0 ? "" : ". "}
        <a href="#compare">Compare readings</a>
      </p>
    </section>
  );
}

/** A token that only permits a use is not a crawler. */
function sentText({ crawlers }: Company): string {
  const sent = crawlers.filter(({ purpose }) => purpose !== "permission").length;
  if (sent === 0) return "sends no crawler of its own: this name permits its use of your pages";
  return `sends ${pluralise(sent, "crawler")}${sent === 1 ? "" : ": each has its own answer"}`;
}

/** A company is not a crawler: each of its crawlers has its own answer. */
const CompanyAnswer = ({ found }: { found: Company }): VNode => (
  <section class="stack" role="status">
    <h3 class="h3">
      <Plain text={found.company} /> {sentText(found)}
    </h3>
    <CrawlerTable label={`Crawlers of ${found.company}`}>
      <tbody>
        {found.crawlers.map((one) => (
          <CompanyRow key={one.name} one={one} />
        ))}
      </tbody>
    </CrawlerTable>
  </section>
);

const CompanyRow = ({ one }: { one: CompanyCrawler }): VNode => (
  <CrawlerRow {...one} token={one.name} about={purposeTexts[one.purpose].title} access={toneOf(one.allowed)}>
    {one.mayIgnore ? "May ignore robots.txt" : ""}
    {one.ignored === undefined || one.ignored.allowed ? "" : "Ignores the group for *, which refuses it"}
  </CrawlerRow>
);

const NotOurs = ({ other }: { other: OtherHost }): VNode => (
  <Note tone="warn" title={`No answer: the URL is on ${other.urlHost}`}>
    <p>
      This file counts for {visible(other.fileHost)}. {visible(other.urlHost)} has its own robots.txt.
    </p>
  </Note>
);

const NoUrl = ({ found: { notUrl } }: { found: NotUrl }): VNode => (
  <Note tone="warn" title="No answer: this is not a URL">
    <p>
      No crawler can request <Code text={notUrl} />. Type a path such as /cart, or an address of the site.
    </p>
  </Note>
);

export function OneUrl(): VNode {
  const found = why.value;
  return (
    <>
      <h2 class="sr">One URL</h2>
      <AskForm />
      {found === undefined && nameError.value === "" ? (
        <p class="muted">
          Type a path such as /cart, or an address of the site. The answer names the line that decides.
        </p>
      ) : null}
      {found !== undefined && "urlHost" in found ? <NotOurs other={found} /> : null}
      {found !== undefined && "notUrl" in found ? <NoUrl found={found} /> : null}
      {found !== undefined && "company" in found ? <CompanyAnswer found={found} /> : null}
      {isVerdict(found) ? (
        <>
          {found.isKnown ? null : <UnknownName found={found} />}
          <Result found={found} />
          {hasFile.value ? <Excerpt text={text.value} why={found} /> : null}
          <Suspect groups={found.groups} />
          <Others others={found.others} />
          <OlderReadings readings={found.readings} allowed={found.allowed} />
        </>
      ) : null}
    </>
  );
}
