/** What `nodeFetch` uses of basic-ftp. esbuild gives an `import()` of CommonJS no names, so the package has a module of its own. */
export { Client } from "basic-ftp";
