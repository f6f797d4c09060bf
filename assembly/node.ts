/** What only Node.js calls: the module that is inlined for it exports this beside index.ts. */
export { encodeUtf16 } from "./bytes/utf16";
