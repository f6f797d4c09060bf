/**
 * The readings of a URL once more, from the text of the URL Standard (4.4) alone, without a URL parser. Text is Latin-1, a
 * character a byte. docs/dialects.md lists the readings.
 */

/** Paths and queries start after it. */
export const ORIGIN = "http://a.example";

const toUtf8 = (text: string): string => Buffer.from(text).toString("latin1");
const replaced = (bytes: string): string => toUtf8(Buffer.from(bytes, "latin1").toString("utf8"));

/** Older URL parsers keep `^` in paths. */
const OLD_PATH_SET = /[^!$%&'()*+,\-./0-9:;=@A-Z[\\\]^_a-z|~]/g;
/** The percent-encode sets of the URL Standard (1.3), for the path and the query of an http URL. */
const PATH_SET = /[^!$%&'()*+,\-./0-9:;=@A-Z[\\\]_a-z|~]/g;
const QUERY_SET = /[^!$%&()*+,\-./0-9:;=?@A-Z[\\\]^_`a-z{|}~]/g;

const escaped = (text: string, set: RegExp): string =>
  text.replace(set, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

/** Without dot segments. A backslash ends a segment, as a slash does. */
function resolved(path: string): string {
  const segments = path.split(/[/\\]/).slice(1);
  const kept: string[] = [];
  for (const [i, segment] of segments.entries()) {
    const dots = segment.replaceAll(/%2e/gi, ".");
    const isDots = dots === "." || dots === "..";
    if (dots === "..") kept.pop();
    if (!isDots) kept.push(segment);
    else if (i === segments.length - 1) kept.push("");
  }
  return `/${kept.join("/")}`;
}

/** What may be requested for the path and query: an empty query stays in browsers, and goes in Node's `fetch`. */
function requestsFor(rest: string, pathSet: RegExp): string[] {
  const [, path = "", query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(rest)!;
  const request = escaped(resolved(path), pathSet);
  if (query === "?") return [request, `${request}?`];
  return [request + (query && `?${escaped(query.slice(1), QUERY_SET)}`)];
}

/**
 * As written; as requested by programs that decode the bytes as UTF-8; and by those that escape them as they are.
 * @param keepsCaret whether programs request `^` in paths too
 */
export function naiveReadings(url: string, keepsCaret = false): string[] {
  const written = url.slice(ORIGIN.length);
  const rest = written.replace(/[\0- ]+$/, "").replaceAll(/[\t\n\r]/g, "");
  const sets = keepsCaret ? [PATH_SET, OLD_PATH_SET] : [PATH_SET];
  const requests = sets.flatMap((set) => [rest, replaced(rest)].flatMap((text) => requestsFor(text, set)));
  return [written, ...requests].map((reading) => ORIGIN + reading);
}
