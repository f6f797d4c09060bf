/** What counts as a URL, and the decision for it: by all its readings, unless its rules take texts as they are written. */

import { wrongType } from "../../base/errors.ts";
import { engine } from "../engine/choose-engine.ts";
import { writesAscii } from "../engine/wasm.ts";
import { type DecisionCode, NOT_NORMALISED } from "../program/engine.ts";
import { isWritten, type Program } from "../program/program.ts";
import { AUTHORITY, decideBy, HOST } from "../program/readings.ts";

/**
 * A URL to decide: an absolute URL with a host, or a path that starts with `/`; as text, as text in UTF-8, or as a `URL` object. It is
 * allowed only if everything is that programs may request for it, and for text also what is written: `/a/../b` must be allowed as `/b` and
 * as `/a/../b` (docs/dialects.md, readings). Other texts are disallowed, with the reason "not-a-url"; only the dialect `google` decides any
 * text, as google/robotstxt does. Scheme, host and fragment are ignored: call `RobotsTxt.covers` to check whether the file governs the URL.
 */
export type UrlLike = string | URL | Uint8Array;

/** The decision for a URL by the readings that the program asks for. */
export function decideUrl(program: Program, url: UrlLike): DecisionCode {
  const text = isText(url) ? url : isWritten(program) ? textOfUrl(url) : hrefOf(url);
  const decision =
    text !== url && writesAscii ? engine.decideAscii(program, text as string) : engine.decide(program, text);
  // Unless the program takes texts as they are written, engines leave a host with `;`: most URL objects need no search for it, 6 ns.
  return decision === NOT_NORMALISED ? decideReadings(program, textOfUrlLike(url)) : decision;
}

const isText = (url: UrlLike): url is string | Uint8Array => typeof url === "string" || url instanceof Uint8Array;

export const decideReadings = (program: Program, text: string | Uint8Array): DecisionCode =>
  decideBy(text, (reading) => engine.decide(program, reading, true));

export const textOfUrlLike = (url: UrlLike): string | Uint8Array => (isText(url) ? url : textOfUrl(url));

/** A URL as the engines take it. They end the host at `;`, so a URL object gets a plain host. */
function textOfUrl(url: URL): string {
  const href = hrefOf(url);
  return href.includes(";") && url.host !== "" ? href.replace(AUTHORITY, HOST) : href;
}

/** What `fetch` requests, in ASCII (URL Standard 4.1), whatever the `href` of a subclass says. A getter asks for no class: 8 ns less. */
function hrefOf(url: URL): string {
  try {
    return ownHref.call(url);
  } catch {
    throw wrongType("url", "a string, a URL or a Uint8Array", url);
  }
}

const ownHref: (this: URL) => string = Object.getOwnPropertyDescriptor(URL.prototype, "href")!.get!;
