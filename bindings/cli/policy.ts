/** Which policy a command goes by: what statuses of a robots.txt mean. */
import { type AccessPolicy, policies, rfc9309 } from "../access/index.ts";
import type { DialectName } from "../core/dialects.ts";
import { checkedChoice } from "./checked.ts";

/** Of a dialect without one of its own, the default. */
export const policyForDialect = (dialect: DialectName): AccessPolicy =>
  policies.find((one) => one.dialect === dialect) ?? rfc9309;

/** @throws Misuse */
export function checkedPolicy(name: string): AccessPolicy {
  const names = policies.map((policy) => policy.name);
  return policies[names.indexOf(checkedChoice("--policy", name, names))]!;
}
