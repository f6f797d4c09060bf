// Deno, as a filter: prints the URLs of standard input, one a line, that a crawler may fetch.
// deno run --allow-read=robots.txt deno.ts robots.txt ExampleBot < urls.txt
import { parse } from "robots-wasm"; // without a package.json: "npm:robots-wasm"

const [file, agent] = Deno.args;
const rules = parse(Deno.readFileSync(file)).agent(agent);

const lines = new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
const allowed = rules.isAllowedLines(lines); // one call for all of them
const urls = new TextDecoder().decode(lines).split("\n");
for (const [i, verdict] of allowed.entries()) if (verdict === 1) console.log(urls[i]);
