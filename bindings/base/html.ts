/** Whether a body is an HTML or XML page instead of a robots.txt. */
import { decodeUtf8 } from "./utf8.ts";

/** How much of the body is searched for the start of a page. */
const HEAD_BYTES = 1024;

/** Whether the body starts like an HTML or XML page: many servers answer /robots.txt with a page and status 200. */
export const isHtml = (body: Uint8Array): boolean =>
  /^\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s|html|head|body|\?xml)/i.test(decodeUtf8(body.subarray(0, HEAD_BYTES)));
