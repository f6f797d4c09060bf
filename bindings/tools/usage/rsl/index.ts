/** robots-wasm/usage/rsl: reads licence documents of Really Simple Licensing (RSL 1.0). It needs the package sax. */
export type { RslContent, RslDocument, RslLicense, RslPayment, RslTerms } from "./document.ts";
export { parseRsl } from "./parse.ts";
export { rslStatements } from "./statements.ts";
