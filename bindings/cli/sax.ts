/** sax, loaded by calls that read sitemaps. esbuild gives an `import()` of CommonJS no names, so the package has a module of its own. */
export { default as sax } from "sax";
