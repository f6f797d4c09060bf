// What a bundle contains: the packages of npm in it, their licences, and a bill of materials, since an audit of an application
// does not see bundled code.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** @returns {string[]} the files of which a bundle of esbuild has some code. */
export const filesIn = ({ outputs }) =>
  Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0));

/** `node_modules/a/node_modules/@b/c/x.js` is of `node_modules/a/node_modules/@b/c`. */
const folderOf = (file) => /^.*(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

/** @returns the packages that these files, relative to `root`, are of: folder, name, version and licence, sorted by name. */
export function packagesOf(root, files) {
  const folders = new Set(files.map(folderOf).filter((folder) => folder !== undefined));
  const packages = [...folders].map((folder) => {
    const { name, version, license } = readJson(join(root, folder, "package.json"));
    return { folder, name, version, license };
  });
  return packages.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** @returns {string} its licence, which asks for its text in every copy. */
export function licenceOf(root, { folder, name }) {
  const file = readdirSync(join(root, folder)).find((one) => /^licen[sc]e(\.\w+)?$/i.test(one));
  if (file === undefined) throw new Error(`${name}: expected a file with its licence in ${folder}; found none`);
  return readFileSync(join(root, folder, file), "utf8")
    .trim()
    .replaceAll("\r\n", "\n");
}

/** A comment for the head of a file that contains the package. */
export function bannerOf(root, name) {
  const [found] = packagesOf(root, [`node_modules/${name}/package.json`]);
  return `/*!\nThis file contains ${name} ${found.version}, under this licence:\n\n${licenceOf(root, found)}\n*/`;
}

/** The licences of all packages, each text once. */
export function licencesOf(root, packages) {
  const byText = new Map();
  for (const one of packages) byText.set(licenceOf(root, one), [...(byText.get(licenceOf(root, one)) ?? []), one]);
  const parts = Array.from(byText, ([text, ones]) => `${ones.map(nameAndVersion).join("\n")}\n\n${text}\n`);
  return `This package contains the following packages, under these licences.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

const nameAndVersion = ({ name, version }) => `${name} ${version}`;
const purlOf = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** npm's `sha512-BASE64` in the form of CycloneDX. */
const hashesOf = (integrity) => [
  { alg: "SHA-512", content: Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex") },
];

const aboutOf = (type, one) => ({
  type,
  "bom-ref": purlOf(one),
  name: one.name,
  version: one.version,
  licenses: [/ (OR|AND) /.test(one.license) ? { expression: one.license } : { license: { id: one.license } }],
  purl: purlOf(one),
});

/** A bill of materials (CycloneDX 1.6). It has no date and no number, so the same build writes the same bytes. */
export function billOf(root, manifest, packages) {
  const lock = readJson(join(root, "package-lock.json")).packages;
  const components = packages.map((one) => ({
    ...aboutOf("library", one),
    hashes: hashesOf(lock[one.folder].integrity),
  }));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: aboutOf("application", manifest) },
    components,
    dependencies: [{ ref: purlOf(manifest), dependsOn: packages.map(purlOf) }],
  };
}
