/** Whether a request comes from the crawler that it names. Reads nothing: lists and answers of DNS are handed in. */
import { bitsOf, withoutMapping } from "../../base/addresses.ts";
import { checkedObject, checkedStrings } from "../../base/arguments.ts";
import { wrongType, wrongValue } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import type { AddressList } from "./address-list.ts";
import { type CrawlerIdentity, identityOf } from "./identity-rows.ts";
import { resolveAgent } from "./resolve.ts";
import type { KnownAgent } from "./rows/known-agent.ts";

/**
 * `verified`: the operator's list or DNS has the address. `false`: the crawler is somebody else. `unknown`: nothing proves
 * either, also a list or an answer of DNS that is 30 days from the request.
 */
export type IdentityVerdict = "verified" | "false" | "unknown";

/** What is known when an identity is checked. */
export interface IdentityFacts {
  /** The lists of operators, by the names of their files (`identityOf`). */
  readonly lists?: Readonly<Record<string, AddressList>>;
  /**
   * What DNS says of the address: its names, and the addresses to which each leads. An empty object: it has no name. Leave it out
   * if DNS did not answer.
   */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** When DNS was asked. Default: at the time of the request. */
  readonly lookedUpAt?: Date;
  /** The time of the request. Default: now. */
  readonly at?: Date;
}

/** A request as a server sees it. */
export interface CrawlerRequest {
  /** The User-Agent header. */
  readonly userAgent: string;
  /** The client's IPv4 or IPv6 address, without a port, or an IPv4 address in IPv6, as `::ffff:192.0.2.1`. */
  readonly address: string;
  /** The Signature-Agent header (Web Bot Auth). It is a claim: the signature is not checked. */
  readonly signatureAgent?: string;
}

/** Who sent a request. */
export interface Identification {
  readonly identity: IdentityVerdict;
  /** What decided: a list, names in DNS, or the token, which no crawler sends. */
  readonly by?: "list" | "dns" | "token";
  /** A sentence. */
  readonly reason: string;
}

/** Who sent a request, and the crawler that it names. */
export interface VerifiedCrawler extends Identification {
  /** The row of the crawler; absent if it is unknown. */
  readonly agent?: KnownAgent;
  /** The Signature-Agent header of the request, which nobody has checked. */
  readonly signatureAgent?: string;
}

const requestNames: KnownOptions<CrawlerRequest> = { userAgent: 1, address: 1, signatureAgent: 1 };
const factNames: KnownOptions<IdentityFacts> = { lists: 1, names: 1, lookedUpAt: 1, at: 1 };

export function checkedFacts(facts: IdentityFacts): IdentityFacts {
  const { lists, names, lookedUpAt, at } = checkedOptions("facts", facts, factNames);
  for (const [file, list] of Object.entries(checkedObject("facts.lists", lists ?? {})))
    if (typeof list?.has !== "function") throw wrongType(`facts.lists.${file}`, "the result of parseAddressList", list);
  for (const [name, addresses] of Object.entries(checkedObject("facts.names", names ?? {})))
    checkedStrings(`facts.names.${name}`, addresses);
  const dates = { lookedUpAt: checkedDate("facts.lookedUpAt", lookedUpAt), at: checkedDate("facts.at", at) };
  return { ...(lists && { lists }), ...(names && { names }), ...(dates as IdentityFacts) };
}

function checkedDate(name: string, date: Date | undefined): Date | undefined {
  if (date === undefined) return undefined;
  if (!(date instanceof Date)) throw wrongType(name, "a Date", date);
  if (Number.isNaN(date.getTime())) throw wrongValue(name, "a valid Date", date);
  return date;
}

/** Lists and answers that are older or newer than the request prove nothing: networks change hands. */
const MAX_AGE_DAYS = 30;
const MAX_AGE_MS = MAX_AGE_DAYS * 86_400_000;

/**
 * Checks whether a request comes from the crawler that its User-Agent header names.
 * @example
 * ```ts
 * import { parseAddressList, verifyCrawler } from "robots-wasm/agents";
 *
 * const list = parseAddressList('{"creationTime":"2026-11-01T00:00:00","prefixes":[{"ipv4Prefix":"192.0.2.0/28"}]}');
 * const facts = { lists: { "gptbot.json": list }, at: new Date("2026-11-10T00:00:00Z") };
 * verifyCrawler({ userAgent: "GPTBot/1.3", address: "192.0.2.1" }, facts).identity; // "verified"
 * verifyCrawler({ userAgent: "GPTBot/1.3", address: "198.51.100.1" }, facts).identity; // "false"
 * ```
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given strings; RangeError (ERR_INVALID_ARG_VALUE) for a header without a name.
 */
export function verifyCrawler(request: CrawlerRequest, facts: IdentityFacts = {}): VerifiedCrawler {
  const { userAgent, address, signatureAgent } = checkedOptions("request", request, requestNames);
  if (typeof address !== "string") throw wrongType("request.address", "an IPv4 or IPv6 address", address);
  const { agent } = resolveAgent(userAgent);
  if (signatureAgent !== undefined && typeof signatureAgent !== "string")
    throw wrongType("request.signatureAgent", "a string", signatureAgent);
  const claim = signatureAgent === undefined ? {} : { signatureAgent };
  const read = checkedFacts(facts);
  if (agent === undefined) return { identity: "unknown", reason: "The crawler is not in the table.", ...claim };
  return { ...identify(agent, address, read), agent, ...claim };
}

/** Whether a request comes from the crawler that it names, which is known. */
export function identify(
  agent: Pick<KnownAgent, "token" | "purpose">,
  address: string,
  facts: IdentityFacts,
): Identification {
  if (agent.purpose === "permission")
    return { identity: "false", by: "token", reason: `No crawler sends the token ${agent.token}.` };
  const known = identityOf(agent);
  if (known === undefined) return unknown(`No way to recognise ${agent.token} is known.`);
  const client = withoutMapping(address);
  const bits = bitsOf(client);
  if (bits === undefined) return unknown("The client's address is not known.");
  const checks = [...listChecks(known, client, facts), ...nameChecks(known, bits, facts)];
  return (
    checks.find(({ identity }) => identity === "verified") ??
    checks.find(({ identity }) => identity === "false") ??
    checks[0] ??
    unknown(`No list of addresses and no answer of DNS for ${agent.token} was given.`)
  );
}

const unknown = (reason: string): Identification => ({ identity: "unknown", reason });

const listChecks = ({ lists }: CrawlerIdentity, address: string, facts: IdentityFacts): readonly Identification[] => {
  const given = lists.filter(({ file }) => facts.lists !== undefined && Object.hasOwn(facts.lists, file));
  const having = given.filter(({ file }) => facts.lists![file]!.has(address));
  const found = having.find(({ file }) => isCurrent(facts.lists![file]!, facts));
  if (found !== undefined) return [{ identity: "verified", by: "list", reason: `${found.file} has the address.` }];
  if (having.length > 0)
    return [
      unknown(`${having[0]!.file} has the address, but is not dated within ${MAX_AGE_DAYS} days of the request.`),
    ];
  // An address may stand in a list that was not given.
  if (given.length < lists.length) return [];
  const old = given.find(({ file }) => !isNear(facts.lists![file]!.dated, facts));
  const names = given.map(({ file }) => file).join(", ");
  if (old === undefined && names !== "")
    return [{ identity: "false", by: "list", reason: `The address is not in ${names}.` }];
  return old === undefined ? [] : [unknown(`${old.file} is not dated within ${MAX_AGE_DAYS} days of the request.`)];
};

function nameChecks(known: CrawlerIdentity, bits: string, facts: IdentityFacts): readonly Identification[] {
  const { suffixes, confidence } = known;
  if (suffixes.length === 0 || facts.names === undefined) return [];
  const confirmed = Object.keys(facts.names).find((name) => endsInOneOf(name, suffixes) && leadsTo(facts, name, bits));
  const isOld = !isNear(facts.lookedUpAt ?? facts.at ?? new Date(), facts);
  if (confirmed !== undefined && isOld)
    return [
      unknown(`${confirmed} leads to the address, but DNS was not asked within ${MAX_AGE_DAYS} days of the request.`),
    ];
  if (confirmed !== undefined)
    return [{ identity: "verified", by: "dns", reason: `${confirmed} leads to the address and back.` }];
  if (confidence !== "page" || isOld)
    return [unknown(`DNS does not confirm ${suffixes.join(" or ")}, which proves nothing here.`)];
  return [{ identity: "false", by: "dns", reason: `DNS does not lead from the address to ${suffixes.join(" or ")}.` }];
}

const endsInOneOf = (name: string, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => name.toLowerCase().replace(/\.$/, "").endsWith(`.${suffix}`));

const leadsTo = ({ names }: IdentityFacts, name: string, bits: string): boolean =>
  names![name]!.some((address) => bitsOf(address) === bits);

const isCurrent = ({ dated, fetchedAt }: AddressList, facts: IdentityFacts): boolean =>
  isNear(dated, facts) || isNear(fetchedAt, facts);

const isNear = (dated: Date | undefined, { at }: IdentityFacts): boolean =>
  dated !== undefined && Math.abs(dated.getTime() - (at ?? new Date()).getTime()) <= MAX_AGE_MS;
