/** `nodeFetch` of the command line. The build puts the package undici into this file, so that commands need nothing installed. */
export { nodeFetch } from "../crawl/client/node/index.ts";
