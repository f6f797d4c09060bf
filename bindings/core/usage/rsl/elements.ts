/** The elements of RSL 1.0: where they stand, and what is taken from each. What is not understood never permits. */
import type { RslDocument, RslPayment, RslTerms } from "./document.ts";

/** Characters of one text; the values of one element. */
export const MAX_TEXT = 8192;

/** The element in which RSL has another one. */
const PARENTS: Readonly<Record<string, string>> = {
  rsl: "",
  content: "rsl",
  schema: "content",
  alternate: "content",
  copyright: "content",
  terms: "content",
  license: "content",
  permits: "license",
  prohibits: "license",
  payment: "license",
  reporting: "license",
  legal: "license",
  standard: "payment",
  custom: "payment",
  amount: "payment",
  accepts: "payment",
};

/** Elements in which an element of another namespace is a remark that changes nothing. */
const MAY_HOLD_REMARKS = new Set(["", "rsl", "content", "license", "reporting", "legal"]);

/** Elements whose terms stand in elements of their own: text beside these may be a condition. */
export const HOLDS_NO_TEXT: ReadonlySet<string> = new Set(["license", "payment"]);

export type Attributes = Readonly<
  Record<string, { readonly local: string; readonly uri: string; readonly value: string }>
>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type LicensedContent = Omit<RslDocument["contents"][number], "licenses"> & { licenses: License[] };
type License = { permits: RslTerms[]; prohibits: RslTerms[]; payments: RslPayment[]; unknown?: true };
type Payment = Mutable<Omit<RslPayment, "standard" | "custom">> & { standard: string[]; custom: string[] };

/** An open element, with the nearest content, licence and payment around it, whatever elements stand in between. */
export interface Open {
  /** Empty for elements of other namespaces. */
  readonly name: string;
  readonly attributes: Attributes;
  /** Whether it and all around it stand where RSL has them. */
  readonly isInPlace: boolean;
  /** Its own, without that of the elements in it. */
  text: string;
  hasElements: boolean;
  content: LicensedContent | undefined;
  license: License | undefined;
  payment: Payment | undefined;
}

export function opened(name: string, attributes: Attributes, parent: Open | undefined): Open {
  if (parent !== undefined) parent.hasElements = true;
  const { content, license, payment } = parent ?? {};
  const isInPlace =
    (parent?.isInPlace ?? true) && Object.hasOwn(PARENTS, name) && PARENTS[name] === (parent?.name ?? "");
  return { name, attributes, isInPlace, text: "", hasElements: false, content, license, payment };
}

export const isUnderstood = ({ name, isInPlace }: Open, parent: Open | undefined): boolean =>
  isInPlace || (name === "" && MAY_HOLD_REMARKS.has(parent?.name ?? ""));

/** What is done where an element begins. */
export const starts: Readonly<Record<string, (open: Open, contents: LicensedContent[]) => void>> = {
  content: (open, contents) => {
    open.content = contentOf(open.attributes);
    [open.license, open.payment] = [undefined, undefined];
    contents.push(open.content);
  },
  license: (open) => {
    open.license = { permits: [], prohibits: [], payments: [] };
    open.payment = undefined;
    open.content?.licenses.push(open.license);
  },
  payment: (open) => {
    open.payment = { types: words(attribute(open.attributes, "type") ?? "free"), standard: [], custom: [] };
    open.license?.payments.push(open.payment);
  },
};

/** What is done where one ends, with its own text. */
export const ends: Readonly<Record<string, (open: Open, text: string) => void>> = {
  permits: ({ attributes, license }, text) => license?.permits.push(termsOf(attributes, words(text))),
  // Nobody knows what else the elements in it prohibit.
  prohibits: ({ attributes, license, hasElements }, text) =>
    license?.prohibits.push(
      hasElements ? { type: "usage", values: [...words(text), "all"] } : termsOf(attributes, words(text)),
    ),
  standard: ({ payment }, text) => text !== "" && payment?.standard.push(text),
  custom: ({ payment }, text) => text !== "" && payment?.custom.push(text),
  amount: ({ payment, license, attributes }, value) => {
    // Nobody knows which of two amounts holds.
    if (license !== undefined && payment?.amount !== undefined) license.unknown = true;
    const currency = attribute(attributes, "currency");
    if (payment !== undefined && value !== "") payment.amount = { value, ...(currency !== undefined && { currency }) };
  },
};

function contentOf(attributes: Attributes): LicensedContent {
  const [url, server, changed] = ["url", "server", "lastmod"].map((name) => attribute(attributes, name));
  return {
    url: url ?? "",
    ...(server !== undefined && { server }),
    encrypted: attribute(attributes, "encrypted")?.toLowerCase() === "true",
    ...(changed !== undefined && { lastModified: changed }),
    licenses: [],
  };
}

const termsOf = (attributes: Attributes, values: readonly string[]): RslTerms => ({
  type: (attribute(attributes, "type") ?? "usage").toLowerCase(),
  values,
});

/** Attributes without a prefix. */
const attribute = (attributes: Attributes, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name]!.value.trim().slice(0, MAX_TEXT) : undefined;

/** Separated by white space; by commas in version 0.9. */
const words = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== "");
