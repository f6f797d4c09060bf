/** What a fetch of a robots.txt means: who decides now, and what to tell the person who asked. */

import { verdictOn } from "../bindings/crawl/client/index.ts";
import { saysMissing } from "../bindings/owners/editor/wording.ts";
import type { Finding, FindingCode, Severity } from "../bindings/owners/lint/index.ts";
import type { LiveRobots } from "./live.ts";
import { hostName, hostOf, originOfUrl } from "./work/hosts.ts";

export type Tone = "good" | "warn" | "bad";

export interface OutcomeNote {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
}

export interface Outcome {
  /** The file, every verdict the same, or nothing: nobody can know. */
  readonly decides: "file" | "allow" | "refuse" | "nothing";
  /** Whether Google alone reads the status as a failing server. */
  readonly stopsGoogle: boolean;
  /** Whether the site needs a robots.txt, so that the page offers to write one. */
  readonly wantsFile: boolean;
  /** Why, as the end of the sentence: "because the server fails"; empty if the file decides. */
  readonly because: string;
  /** The most important first. */
  readonly notes: readonly OutcomeNote[];
  /** "HTTP 503", or what went wrong. */
  readonly short: string;
  /** The host that the file came from, if it is not the one that was asked. */
  readonly movedTo?: string;
  /** Name and value, for the table of details. */
  readonly details: readonly (readonly [name: string, value: string])[];
}

/**
 * @param hadFile whether another file was on show before
 * @param findings what the linter says of the file and of how it was served
 */
export function outcomeOf(live: LiveRobots, hadFile = true, findings: readonly Finding[] = []): Outcome {
  const found = live.status === "success" ? fileOutcome(live, findings) : missingOutcome(live, hadFile);
  return { ...found, short: shortOf(live), details: detailsOf(live) };
}

/** What the linter says of the file as a whole. */
const DELIVERY: readonly FindingCode[] = [
  "html-document",
  "utf16-encoding",
  "file-too-large",
  "redirected-file",
  "not-plain-text",
];

type Found = Omit<Outcome, "short" | "details">;

const shortOf = ({ httpStatus, error, errorCode }: LiveRobots): string =>
  httpStatus !== undefined ? `HTTP ${httpStatus}` : plainError(error ?? errorCode ?? "no answer");

/** Without the codes and file names of OpenSSL: `C0B7:error:0A000410:SSL routines:ssl3_read_bytes:…:ssl/record/rec.c:1586:`. */
const plainError = (error: string): string =>
  error.replace(/\s*[\dA-F]+:error:[\s\S]*$/, "").trim() || "the secure connection failed";

/** "28 Nov 2026, 15:00". */
const timeText = (iso: string): string =>
  new Date(iso).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** RFC 9309 §2.3.1, by what the fetch gave. */
const STANDARD: Readonly<Record<LiveRobots["status"], string>> = {
  success: "§2.3.1.1: crawlers use the rules that they can parse",
  unavailable: "§2.3.1.3: crawlers may fetch everything",
  unreachable: "§2.3.1.4: crawlers must assume that everything is refused",
};

function detailsOf({ httpStatus, error, redirects, headers, url, expiresAt, status }: LiveRobots): Outcome["details"] {
  const shown = ["content-type", "content-length", "cache-control", "retry-after", "x-robots-tag", "server"];
  return [
    ["Asked", url],
    ...redirects.map((to, i) => [`Redirect ${i + 1}`, to] as const),
    ...(httpStatus === undefined ? [] : [["Status", String(httpStatus)] as const]),
    ...(error === undefined ? [] : [["Error", plainError(error)] as const]),
    ...shown.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const])),
    ["What RFC 9309 says", STANDARD[status]],
    ...(expiresAt === undefined ? [] : [["Kept until", timeText(expiresAt)] as const]),
  ];
}

function fileOutcome(live: LiveRobots, findings: readonly Finding[]): Found {
  const movedTo = movedHost(live);
  const notes = DELIVERY.flatMap((code) => findings.filter((one) => one.code === code)).map((finding) =>
    finding.code === "redirected-file" && movedTo !== undefined ? moveNote(live, movedTo) : noteOf(finding),
  );
  const fetched: OutcomeNote = { tone: "good", title: `Fetched ${live.url}`, text: "" };
  return {
    decides: "file",
    stopsGoogle: false,
    wantsFile: findings.some(({ code }) => code === "html-document"),
    because: "",
    notes: notes.length === 0 ? [fetched] : notes,
    ...(movedTo !== undefined && { movedTo }),
  };
}

const TONES: Readonly<Record<Severity, Tone>> = { error: "bad", warning: "warn", info: "warn" };

const noteOf = ({ severity, message, explanation, section }: Finding): OutcomeNote => ({
  tone: TONES[severity],
  title: message.charAt(0).toUpperCase() + message.slice(1),
  text: `${explanation} (${section})`,
});

function movedHost({ url, redirects }: LiveRobots): string | undefined {
  const [asked, last] = [originOfUrl(url), originOfUrl(redirects.at(-1) ?? url)];
  return last === undefined || asked === last ? undefined : hostName(last);
}

/** The file counts for the host that was asked. */
const moveNote = ({ url, redirects }: LiveRobots, movedTo: string): OutcomeNote => ({
  tone: "warn",
  title: `The file comes from another host: ${movedTo}`,
  text: `${hostOf(url)} redirects to ${redirects.at(-1)}. Crawlers that follow use that file for ${hostOf(url)}. Rules for ${movedTo} are asked for separately, even if the file is the same.`,
});

/** The tester is one visitor of many. */
const FIREWALL = "A firewall may have refused only this request: try curl, or your browser.";

const NO_FILE = "The answers below are for that, not for the file you had open.";

function missingOutcome(live: LiveRobots, hadFile: boolean): Found {
  if (live.errorCode === "address") return refusedAddress(live);
  if (live.errorCode === "dns") return misspelt(live);
  return live.verdict === "allowed" ? unavailable(live, hadFile) : unreachable(live);
}

const nobodyKnows = (because: string, title: string, text: string): Found => ({
  decides: "nothing",
  stopsGoogle: false,
  wantsFile: false,
  because,
  notes: [{ tone: "bad", title, text }],
});

/** Most names without an address are misspelt, so nothing is said of crawlers before that is clear. */
const misspelt = ({ url }: LiveRobots): Found =>
  nobodyKnows(
    `${hostOf(url)} has no address`,
    `${hostOf(url)} has no address (DNS): is the name spelt right?`,
    "If it is, crawlers cannot reach the site at all. They must assume that everything is refused (RFC 9309 §2.3.1.4).",
  );

const refusedAddress = ({ url }: LiveRobots): Found =>
  nobodyKnows(
    "the tester may not connect to that address",
    "This address is not asked",
    `${url} is or leads to a private address. A public site must not send the tester into a private network. A private address that you type is asked, unless --addresses public forbids it.`,
  );

/** The tester's own server did not answer. */
export const failedOutcome = ({ message }: Error): Outcome => ({
  ...nobodyKnows("the tester could not ask", "The tester could not ask", message),
  short: "no answer",
  details: [],
});

function unavailable({ httpStatus, errorCode }: LiveRobots, hadFile: boolean): Found {
  const [title, because] = UNAVAILABLE[httpStatus ?? 0] ?? [
    errorCode === "too-many-redirects" ? "Too many redirects" : `HTTP ${httpStatus}: there is no file to read`,
    "the site gives no robots.txt",
  ];
  const stopsGoogle = verdictOn(httpStatus ?? 0, "google") === "refused";
  const google = stopsGoogle ? " Google alone treats 429 as a failing server, and stops." : "";
  const firewall = httpStatus === 401 || httpStatus === 403 || stopsGoogle ? ` ${FIREWALL}` : "";
  const text = `Crawlers read this as “no rules” (RFC 9309 §2.3.1.3).${google}${firewall}${hadFile ? ` ${NO_FILE}` : ""}`;
  const wantsFile = saysMissing(httpStatus);
  return { decides: "allow", stopsGoogle, wantsFile, because, notes: [{ tone: "warn", title, text }] };
}

const UNAVAILABLE: Readonly<Record<number, readonly [title: string, because: string]>> = {
  401: ["HTTP 401: the file needs a password", "the server does not show its robots.txt"],
  403: ["HTTP 403: the server refuses to show the file", "the server does not show its robots.txt"],
  404: ["HTTP 404: there is no robots.txt", "the site has no robots.txt"],
  410: ["HTTP 410: there is no robots.txt any more", "the site has no robots.txt"],
  429: ["HTTP 429: the server asks for fewer requests", "the server does not show its robots.txt"],
};

function unreachable({ httpStatus, errorCode = "network", url }: LiveRobots): Found {
  const host = hostOf(url);
  const [title, because] =
    httpStatus !== undefined && errorCode === "status"
      ? [`HTTP ${httpStatus}: crawlers stop while this lasts`, "the server fails"]
      : failureOf(errorCode, host);
  const text =
    "A crawler that cannot read robots.txt must assume that everything is refused. If it has a copy, the standard lets it use that. Google waits 12 hours, then uses its last copy for up to 30 days.";
  return { decides: "refuse", stopsGoogle: true, wantsFile: false, because, notes: [{ tone: "bad", title, text }] };
}

function failureOf(code: string, host: string): readonly [title: string, because: string] {
  const found: Readonly<Record<string, readonly [string, string]>> = {
    refused: [`Nothing answers at ${host}`, "the server does not answer"],
    tls: [`No secure connection to ${host}`, "the server has no valid certificate"],
    reset: ["The connection ended before the file did", "the file arrived in part"],
    challenge: ["A firewall asks for a proof of being human", "a firewall keeps crawlers from robots.txt"],
    coding: ["The file is damaged or compressed in an unknown way", "the file cannot be read"],
    "bad-redirect": ["The server redirects to nowhere", "the server fails"],
  };
  const timeout = /timeout/.test(code)
    ? ([`${host} does not answer in time`, "the server does not answer"] as const)
    : undefined;
  return timeout ?? found[code] ?? [`${host} could not be reached`, "the server does not answer"];
}
