/** Rows that callers add to the tables. */

import { checkedList } from "../base/arguments.ts";
import { wrongType, wrongValue } from "../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../base/options.ts";
import type { AgentRow, KnownAgent } from "./known-agent.ts";

const defaults: Omit<KnownAgent, "token"> = {
  operator: "",
  purpose: "other",
  alsoFor: [],
  fallback: [],
  ignoresStar: false,
  ignoresRobots: false,
  crawlDelay: "unknown",
  status: "active",
  dialect: "rfc9309",
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
  return {
    ...defaults,
    ...rest,
    token: checkedToken(`${name}.token`, token),
    fallback: tokens,
    alsoFor: checkedList(`${name}.alsoFor`, alsoFor),
  };
}

function checkedToken(name: string, token: string): string {
  if (typeof token !== "string") throw wrongType(name, "a product token", token);
  if (!/^[^\s/;()]+( [^\s/;()]+)*$/.test(token)) throw wrongValue(name, "a product token", JSON.stringify(token));
  return token;
}
