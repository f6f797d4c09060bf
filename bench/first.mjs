// Milliseconds of the import, and from it to the first decision, in a process of its own: node bench/first.mjs MODULE.
const start = performance.now();
const { parse } = await import(process.argv[2]);
const imported = performance.now();
parse("User-agent: *\nDisallow: /a\nAllow: /b*c").isAllowed("https://h/a", "x");
console.log(JSON.stringify([imported - start, performance.now() - imported]));
