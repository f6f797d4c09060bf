/** Where the site and its repository are, if anyone has said so. */
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
const { SITE_BASE, SITE_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;

/** https://OWNER.github.io/REPOSITORY/ has the base /REPOSITORY/; an address of its own has the base /. */
export const base: string = SITE_BASE ?? "/";

/** The absolute address with a slash at the end; undefined until package.json has a `homepage`. */
export const address: string | undefined = withSlash(SITE_URL ?? manifest.homepage);

function withSlash(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url.replace(/[#?].*$/, "").replace(/\/?$/, "/")).href;
}

/** `git+https://github.com/OWNER/NAME.git` as people open it. */
const webAddress = (url: string): string => url.replace(/^git\+/, "").replace(/\.git$/, "");

/** The repository's page; undefined until package.json has a `repository`. */
export const repository: string | undefined =
  manifest.repository?.url !== undefined
    ? webAddress(manifest.repository.url)
    : GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;

export const version: string = manifest.version;
