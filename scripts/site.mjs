// npm run site: the documentation and the tester as one static site in build/site. With --dev it serves the documents,
// and reloads them as they change; the tester is then the one of the last build.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, createServer } from "vitepress";

const root = fileURLToPath(new URL("..", import.meta.url));
const docs = `${root}docs`;
const out = `${root}build/site`;
const published = `${docs}/public/tester`;

// VitePress serves docs/public as it is.
rmSync(published, { recursive: true, force: true });
cpSync(`${root}dist/tester`, published, { recursive: true });
for (const file of ["crawlers.json", "crawlers.schema.json"]) cpSync(`${root}dist/${file}`, `${docs}/public/${file}`);

if (process.argv.includes("--dev")) {
  const server = await createServer(docs);
  await server.listen();
  server.printUrls();
} else {
  await build(docs, { outDir: out });
}
