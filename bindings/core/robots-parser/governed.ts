/**
 * Which URLs a file governs: those with its scheme, host and port (RFC 9309 §2.3), in the form that URL parsers give them.
 * Parsing takes seven times as long as deciding, so most URLs are decided without it.
 */

import { urlOf } from "../../base/url.ts";
import { engine } from "../engine/choose-engine.ts";
import { type DecisionCode, NOT_NORMALISED } from "../program/engine.ts";
import type { Program } from "../program/program.ts";
import { textOfUrlLike } from "../robots/url-like.ts";
import { Prefix } from "./prefix.ts";

/** The base of relative URLs: a name that no site has (RFC 2606 §2). */
const RELATIVE_BASE = "http://relative.invalid/";

/** Absolute if it can be: `http:h.example` is one, as for `fetch`, but would be relative to a base with its scheme. */
const parsedUrl = (url: string): URL | undefined => urlOf(url) ?? urlOf(url, RELATIVE_BASE);

export class SiteUrls {
  readonly #file: URL | undefined;
  /** With a slash at the end; undefined unless the scheme is http or https. */
  readonly #origin: Prefix | undefined;

  constructor(url: string) {
    this.#file = parsedUrl(url);
    this.#origin = this.#file && /^https?:/.test(this.#file.protocol) ? new Prefix(`${this.#file.origin}/`) : undefined;
  }

  /** The decision of the file's rules; undefined unless the file governs the URL. */
  decide(program: Program, url: string): DecisionCode | undefined {
    if (typeof url === "string" && this.#origin !== undefined) {
      const decision = engine.decideIf(program, url, this.#origin);
      if (decision !== NOT_NORMALISED) return decision;
    }
    return this.#decideParsed(program, url);
  }

  #decideParsed(program: Program, url: string): DecisionCode | undefined {
    const [file, parsed] = [this.#file, parsedUrl(url)];
    const governs = file !== undefined && parsed?.protocol === file.protocol && parsed.host === file.host;
    return governs ? engine.decide(program, textOfUrlLike(parsed), true) : undefined;
  }
}
