/** How files of a folder are named after the origins that they serve: `HOST`, or `HOST_PORT`. */
import { urlOf } from "../../base/url.ts";

export type SchemeName = "https" | "http";

/** `HOST`, or `HOST_PORT` unless the port is the default of the scheme. */
export const fileNameOf = ({ hostname, port }: Pick<URL, "hostname" | "port">): string =>
  port === "" ? hostname : `${hostname}_${port}`;

/**
 * The host and port that a name such as `b_8080` means for one of these schemes; undefined if it ends in no port. A host may
 * have that name too, `http://b_8080`. Whose file it is, nobody can know.
 */
export function hostWithPort(name: string, schemes: readonly SchemeName[]): string | undefined {
  const host = name.replace(/_(\d+)$/, ":$1");
  return host !== name && schemes.some((scheme) => isNamed(scheme, host, name)) ? host : undefined;
}

/** Whether the file of this name serves the host. */
export function isNamed(scheme: SchemeName, host: string, name: string): boolean {
  const url = /[/\\?#@]/.test(host) ? undefined : urlOf(`${scheme}://${host}`);
  return url?.host === host && fileNameOf(url) === name;
}
