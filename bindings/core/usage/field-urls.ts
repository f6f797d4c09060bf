/** Fields of robots.txt whose lines have one URL each: Agentmap (Agentic Resource Discovery) and Schemamap (NLWeb). */

import { checkedRecords } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import type { Field } from "../robots/fields/field.ts";
import { urlsOf } from "../robots/fields/license.ts";

/**
 * Returns the http, https and ftp URLs of the lines with this name, each once, in file order. Leaves out relative URLs.
 * @param fields `parse(body).fields` for lines outside groups, `agent(name).fields` for those of a crawler's groups
 * @param name the name of the field, such as "Schemamap"; its case does not matter
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a list and a string.
 */
export function fieldUrls(fields: readonly Field[], name: string): readonly string[] {
  if (typeof name !== "string") throw wrongType("name", "the name of a field", name);
  return urlsOf(checkedRecords("fields", fields, ["key", "value"]), name.toLowerCase());
}
