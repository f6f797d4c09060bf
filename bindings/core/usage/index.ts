/** robots-wasm/usage: what a page, its headers and its licence documents state about uses of its content, for `usageOf`. */
export type { Use } from "../robots/fields/preference.ts";
export type { UsageStatement } from "../robots/fields/usage.ts";
export { drafts } from "./drafts.ts";
export { fieldUrls } from "./field-urls.ts";
export { type LicenseLink, type LinkElement, licenseElements, licenseLinks } from "./license-link.ts";
export { type MetaTag, type PageSources, pageStatements } from "./page-statements.ts";
export { type ParsedRobots, type PermissionToken, permissionStatements, permissionTokens } from "./permissions.ts";
export type { RslContent, RslDocument, RslLicense, RslPayment, RslTerms } from "./rsl/document.ts";
export { parseRsl, type RslOptions } from "./rsl/parse-rsl.ts";
export { rslStatements } from "./rsl/statements.ts";
export { type TdmReservation, tdmReservation } from "./tdm.ts";
export { parseTdmFile, type TdmRule, tdmStatements } from "./tdm-file.ts";
