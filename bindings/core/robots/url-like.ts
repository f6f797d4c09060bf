/** What counts as a URL, and the decision for it: by all its readings, unless its rules take texts as they are written. */

import { wrongType } from "../../base/errors.ts";
import { engine } from "../engine/choose-engine.ts";
import { writesAscii } from "../engine/wasm.ts";
import { type DecisionCode, NOT_NORMALISED } from "../program/engine.ts";
import type { Program } from "../program/program.ts";
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
  const text = textOfUrlLike(url);
  const decision =
    text !== url && writesAscii && isPlainUrl(url)
      ? engine.decideAscii(program, text as string)
      : engine.decide(program, text);
  return decision === NOT_NORMALISED ? decideReadings(program, text) : decision;
}

/** Whether the text of the URL object is ASCII (URL Standard 4.1): subclasses may have another `href`. */
const isPlainUrl = (url: UrlLike): boolean => Object.getPrototypeOf(url) === URL.prototype;

export const decideReadings = (program: Program, text: string | Uint8Array): DecisionCode =>
  decideBy(text, (reading) => engine.decide(program, reading, true));

export const textOfUrlLike = (url: UrlLike): string | Uint8Array =>
  typeof url === "string" || url instanceof Uint8Array ? url : textOfUrl(url);

/** A URL as the engines take it. They end the host at `;`, so a URL object gets a plain host. */
function textOfUrl(url: unknown): string {
  if (!(url instanceof URL)) throw wrongType("url", "a string, a URL or a Uint8Array", url);
  const { href } = url;
  return href.includes(";") && url.host !== "" ? href.replace(AUTHORITY, HOST) : href;
}
