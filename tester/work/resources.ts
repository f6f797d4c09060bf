/** Whether Googlebot may fetch each resource of a page: it renders pages without those that it may not fetch. */
import type { Requests, Resource } from "../protocol.ts";
import { deciderFor, readingsOf } from "./file-readings.ts";
import { originOf, originOfUrl } from "./hosts.ts";

export function resourcesOf({ source, site, urls }: Requests["resources"]["ask"]): readonly Resource[] {
  const decider = deciderFor(source, readingsOf(source), "Googlebot");
  const origin = originOf(site);
  return urls.map(({ url, kind }) => {
    const resourceOrigin = originOfUrl(url);
    if (resourceOrigin === undefined) return { url, kind, verdict: "not a URL" };
    if (origin !== undefined && resourceOrigin !== origin) return { url, kind, verdict: "other host" };
    const { allowed, line } = decider.verdict(url);
    return { url, kind, verdict: allowed ? "allowed" : "refused", ...(line !== undefined && { line }) };
  });
}
