// npm runs it before it packs: links of README.md and CHANGELOG.md, which lead to files of the repository, lead to the site
// (package.json's homepage) and to the repository's page. `--restore`, which npm runs afterwards, undoes it. Without a homepage
// it changes nothing; release.mjs refuses such a release.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const PAGES = ["README.md", "CHANGELOG.md"];
const kept = (page) => `build/packing/${page}`;
const { homepage, repository, version } = JSON.parse(readFileSync("package.json", "utf8"));

/** `docs/api/index.md#errors` is `api/#errors` on the site, which has the files of docs/public at its root. */
const onSite = (path) => path.replace(/^docs\/(public\/)?/, "").replace(/(^|\/)index\.md(?=#|$)|\.md(?=#|$)/, "$1");

function addressOf(path) {
  const site = homepage.replace(/[#?].*$/, "").replace(/\/?$/, "/");
  if (path.startsWith("docs/")) return new URL(onSite(path), site).href;
  const source = (repository?.url ?? site).replace(/^git\+/, "").replace(/(\.git)?\/?$/, "");
  return `${source}/blob/v${version}/${path}`;
}

function rewrite(page) {
  mkdirSync("build/packing", { recursive: true });
  copyFileSync(page, kept(page));
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replaceAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, path) => `](${addressOf(path)})`),
  );
}

// Also before: the last packing may have been interrupted.
for (const page of PAGES) if (existsSync(kept(page))) renameSync(kept(page), page);
if (homepage !== undefined && !process.argv.includes("--restore")) PAGES.forEach(rewrite);
