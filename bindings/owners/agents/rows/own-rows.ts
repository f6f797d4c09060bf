/** Rows that callers add to the table of crawlers, or to what lint knows of crawlers. */

import { checkedList } from "../../../base/arguments.ts";
import { wrongType, wrongValue } from "../../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../../base/options.ts";
import { dialectNamed } from "../../../core/parsing.ts";
import { type AgentRow, type KnownAgent, usualHabits } from "./known-agent.ts";
import { purposeNames } from "./purposes.ts";

const defaults: Omit<KnownAgent, "token"> = {
  ...usualHabits,
  operator: "",
  purpose: "other",
  source: "",
  confidence: "caller",
  checked: "",
};

const members: KnownOptions<AgentRow> = { ...defaults, token: 1, note: 1 };

/** @throws TypeError or RangeError unless `rows` is a list of objects with a token and no unknown member. */
export const checkedRows = (rows: readonly AgentRow[]): readonly KnownAgent[] =>
  checkedList("agents", rows).map((row, i) => checkedRow(`agents[${i}]`, row));

export function checkedRow(name: string, row: AgentRow): KnownAgent {
  const { token, fallback = [], alsoFor = [], ...rest } = checkedOptions(name, row, members);
  const tokens = checkedList(`${name}.fallback`, fallback).map((one) => checkedToken(`${name}.fallback`, one));
  const checked = {
    ...defaults,
    ...rest,
    token: checkedToken(`${name}.token`, token),
    fallback: tokens,
    alsoFor: checkedList(`${name}.alsoFor`, alsoFor),
  };
  checkValues(name, checked);
  return checked;
}

const delays: readonly string[] = ["obeyed", "ignored", "unknown"];

/** A typing error in a value would count as some other value. */
function checkValues(name: string, { purpose, alsoFor, crawlDelay, status, dialect }: KnownAgent): void {
  for (const one of [purpose, ...alsoFor])
    if (!purposeNames.includes(one)) throw wrongValue(`${name}.purpose`, `one of ${purposeNames.join(", ")}`, one);
  if (!delays.includes(crawlDelay)) throw wrongValue(`${name}.crawlDelay`, `one of ${delays.join(", ")}`, crawlDelay);
  if (!/^(active|retired|renamed to \S.*)$/.test(status))
    throw wrongValue(`${name}.status`, "active, retired or renamed to TOKEN", status);
  dialectNamed(dialect);
}

function checkedToken(name: string, token: string): string {
  if (typeof token !== "string") throw wrongType(name, "a product token", token);
  if (!/^[^\s/;()]+( [^\s/;()]+)*$/.test(token)) throw wrongValue(name, "a product token", JSON.stringify(token));
  return token;
}
