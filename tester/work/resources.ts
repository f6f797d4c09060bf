/**
 * Whether Googlebot may fetch each resource of a page: it renders pages without those that it may not fetch. And which services may
 * not fetch what a link preview needs, the page and its image.
 */
import type { Requests, Resource } from "../protocol.ts";
import { deciderFor, readingsOf } from "./file-readings.ts";
import { originOf, originOfUrl } from "./hosts.ts";

/** The services of docs/guide/link-previews.md. */
const PREVIEWERS = [
  ...["facebookexternalhit", "Twitterbot", "LinkedInBot", "Slackbot-LinkExpanding", "Discordbot", "TelegramBot"],
  "WhatsApp",
];

export function resourcesOf({ source, site, urls }: Requests["resources"]["ask"]): readonly Resource[] {
  const readings = readingsOf(source);
  const decider = deciderFor(source, readings, "Googlebot");
  const previewers = PREVIEWERS.map((token) => ({ token, decider: deciderFor(source, readings, token) }));
  const origin = originOf(site);
  return urls.map(({ url, kind }) => {
    const resourceOrigin = originOfUrl(url);
    if (resourceOrigin === undefined) return { url, kind, verdict: "not a URL" };
    if (origin !== undefined && resourceOrigin !== origin) return { url, kind, verdict: "other host" };
    const { allowed, line } = decider.verdict(url);
    const isShown = kind === "page" || kind === "preview";
    const hidden = isShown ? previewers.filter((one) => !one.decider.verdict(url).allowed) : [];
    return {
      url,
      kind,
      verdict: allowed ? "allowed" : "refused",
      ...(line !== undefined && { line }),
      ...(hidden.length > 0 && { hiddenFrom: hidden.map(({ token }) => token) }),
    };
  });
}
