/** What a licence document states about one URL, for `usageOf`. */
import { checkedObject, checkedRecords, checkedStrings, textOfUrl } from "../../../base/arguments.ts";
import { urlOf } from "../../../base/url.ts";
import { dialectNamed } from "../../dialects.ts";
import type { Use } from "../../robots/fields/preference.ts";
import { matchedOctets, type UsageStatement } from "../../robots/fields/usage.ts";
import type { RslContent, RslDocument, RslLicense, RslPayment, RslTerms } from "./document.ts";

/** The words of RSL for each use. `ai-index` has no use of its own. */
const wordsByUse: Readonly<Record<Use, readonly string[]>> = {
  "train-ai": ["ai-train", "ai-all", "all"],
  "ai-input": ["ai-input", "ai-all", "all"],
  search: ["search", "all"],
};
const uses = Object.keys(wordsByUse) as Use[];
const knownWords = new Set([...Object.values(wordsByUse).flat(), "ai-index"]);

/**
 * Returns what a licence document states about a URL: of the content elements with the longest matching path. Pass the result to
 * `usageOf` as `statements`. A use is allowed only if a licence permits it free of charge and for everyone. A use that a licence
 * prohibits is refused, and so is a use that it permits for a payment, for some users or in some countries, or does not list, and
 * every use if the licence is not understood.
 * @param document the result of parseRsl.
 * @param url the absolute URL of the page.
 * @param documentUrl the URL of the document, to resolve relative paths. Default: the origin of `url`.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for arguments of the wrong type.
 */
export function rslStatements(
  document: RslDocument,
  url: string | URL,
  documentUrl: string | URL = url,
): readonly UsageStatement[] {
  const { contents } = checkedObject("document", document);
  checkContents(contents);
  const [page, base] = [urlOf(textOfUrl(url)), urlOf(textOfUrl(documentUrl))];
  if (page === undefined) return [];
  const octets = contents.map((content) => octetsOf(content, page, base));
  const most = octets.reduce((a, b) => Math.max(a, b), 0);
  return contents
    .filter((_, i) => octets[i] === most && most > 0)
    .flatMap((content) => uses.flatMap((use) => statementOn(content, use) ?? []));
}

/** A document may come from JSON. */
function checkContents(contents: readonly RslContent[]): void {
  checkedRecords("contents", contents, ["url"]).forEach(({ licenses }, i) => {
    checkedRecords(`contents[${i}].licenses`, licenses, []).forEach((license, j) => {
      checkLicense(`contents[${i}].licenses[${j}]`, license);
    });
  });
}

function checkLicense(name: string, { permits, prohibits, payments }: RslLicense): void {
  for (const [part, terms] of Object.entries({ permits, prohibits }))
    checkedRecords(`${name}.${part}`, terms, ["type"]).forEach(({ values }, i) => {
      checkedStrings(`${name}.${part}[${i}].values`, values);
    });
  checkedRecords(`${name}.payments`, payments, []).forEach(({ types }, i) => {
    checkedStrings(`${name}.payments[${i}].types`, types);
  });
}

/** How specific the content element is for the page; 0 if it is about other pages. A path without a host is one of the document's. */
function octetsOf({ url }: RslContent, page: URL, base: URL | undefined): number {
  const pattern = urlOf(url, base);
  if (url === "" || pattern === undefined || pattern.origin !== page.origin) return 0;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1] ?? url;
  const written = /^[/*]/.test(path) ? path : `${pattern.pathname}${pattern.search}`;
  return matchedOctets(written, page.href, dialectNamed("rfc9309"));
}

/** How licences read a use, in the order in which they decide. */
const READINGS = [
  { reading: "prohibits", allowed: false, field: "rsl prohibits" },
  { reading: "permits", allowed: true, field: "rsl permits" },
  { reading: "payment", allowed: false, field: "rsl permits on conditions" },
  { reading: "unknown", allowed: false, field: "rsl not understood" },
  { reading: "unlisted", allowed: false, field: "rsl permits other uses" },
] as const;

type LicenseReading = (typeof READINGS)[number]["reading"] | "silent";

function statementOn({ licenses, url }: RslContent, use: Use): UsageStatement | undefined {
  const stated = licenses.map((license) => readingOf(license, wordsByUse[use]));
  const decides = READINGS.find(({ reading }) => stated.includes(reading));
  return decides && { use, allowed: decides.allowed, source: "license", field: decides.field, value: url };
}

/** What one licence says about a use. What is not understood never permits. */
function readingOf({ permits, prohibits, payments, unknown }: RslLicense, names: readonly string[]): LicenseReading {
  const isNamed = ({ values }: RslTerms): boolean => values.some((value) => names.includes(value));
  if (prohibits.some((terms) => !FOR_SOME.has(terms.type) && isNamed(terms))) return "prohibits";
  if (unknown) return "unknown";
  const usages = permits.filter(({ type }) => type === "usage");
  const isForSome = [...permits, ...prohibits].some(({ type }) => type !== "usage");
  if (!usages.some(isNamed)) return usages.length === 0 ? "silent" : "unlisted";
  if (!payments.every(isFree) || isForSome) return "payment";
  // A misspelt word may stand for this use.
  return prohibits.every(({ values }) => values.every((value) => knownWords.has(value))) ? "permits" : "unknown";
}

/** Types of terms that name users and countries, not uses. */
const FOR_SOME = new Set(["user", "geo"]);

const isFree = ({ types, amount }: RslPayment): boolean =>
  types.length > 0 && types.every((type) => type === "free") && Number(amount?.value ?? 0) === 0;
