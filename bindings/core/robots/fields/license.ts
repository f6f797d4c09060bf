/**
 * License lines (RSL 1.0, rslstandard.org/rsl): absolute URLs of licence documents. A licence never changes a verdict. The
 * licences of the agent's group apply; if it has none, those outside groups apply.
 */

import { fetchableUrl } from "../../../base/url.ts";
import { LICENSE } from "../../reader/groups.ts";
import { allOf, type Field } from "./field.ts";

/**
 * The absolute URLs that lines with this key have, each once, in file order. Like sitemaps, only http, https and ftp URLs,
 * because callers fetch them.
 */
export const urlsOf = (fields: readonly Field[], key: string): readonly string[] => [
  ...new Set(allOf(fields, key, ({ value }) => fetchableUrl(value, undefined))),
];

export const licensesOf = (fields: readonly Field[]): readonly string[] => urlsOf(fields, LICENSE);
