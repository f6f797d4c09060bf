// Who takes part, what each says of itself, and how its process is begun. Versions are exact; `--install` puts them into a folder of
// their own, so that none is a dependency of this project.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dialects } from "./vectors.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const versionOf = (file) => JSON.parse(readFileSync(file, "utf8")).version;

/** `claims`: the dialects that a contestant's own documentation names; `says`: in its words or nearly so. */
const packages = [
  {
    name: "robots-parser",
    pins: ["robots-parser@3.0.1"],
    claims: ["rfc9309"],
    says: "aims at compliance with draft-koster-rep; matching as google/robotstxt",
  },
  { name: "exclusion", pins: ["exclusion@0.2.0"], claims: ["rfc9309"], says: "“RFC 9309 compliant”" },
  {
    name: "robots-txt-parser",
    pins: ["robots-txt-parser@2.0.3"],
    says: "names no standard; its code cites Google's page",
  },
  {
    name: "robots-txt-guard",
    pins: ["robots-txt-guard@1.0.2", "robots-txt-parse@2.0.1"],
    says: "names no standard; used with robots-txt-parse, as it asks for",
  },
  {
    name: "robots",
    pins: ["robots@0.10.1"],
    says: "names no standard; lists Google's page and the 1994 page as resources",
  },
  {
    name: "robotstxt",
    pins: ["robotstxt@0.0.4-7"],
    claims: ["google"],
    says: "an alpha of 2011 after Google's page of then",
  },
];

function pythonOf(name, version, module, claims, says) {
  const told = `import importlib.metadata as m, ${module}; print(m.version('${name}'))`;
  return { name, pins: [`${name}==${version}`], ...(claims.length > 0 && { claims }), says, version: told };
}

const pythons = [
  {
    name: "urllib.robotparser",
    claims: ["norobots1996"],
    says: "Python's own; “implemented as specified in” norobots-rfc.txt, the draft of December 1996",
    version: "import platform; print('Python ' + platform.python_version())",
  },
  {
    name: "protego",
    pins: ["protego==0.7.0"],
    claims: ["google"],
    says: "Scrapy's; names Google's page as its reference specification",
    version: "import importlib.metadata as m, protego; print(m.version('protego'))",
  },
  pythonOf(
    "robotspy",
    "0.13.0",
    "robots",
    ["rfc9309"],
    "“(mostly) follows” RFC 9309, and the tests of google/robotstxt",
  ),
  pythonOf("ai-crawler-robots", "1.0.10", "ai_crawler_robots", ["rfc9309"], "a linter and audit; names RFC 9309"),
  pythonOf("respectscraper", "0.2.0", "respectscraper", ["rfc9309"], "“RFC 9309 semantics”"),
  pythonOf("fastrobots", "0.3.0", "fastrobots", [], "“a complete replacement for reppy”"),
  pythonOf(
    "fast-robotstxt",
    "1.1.0",
    "robotstxt",
    ["google"],
    "bindings of a fork of Google's parser; “RFC 9309 compliant”",
  ),
];

/** Installs the pinned versions; what this machine cannot install takes no part. */
export function install(folder) {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "package.json"))) writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  writeFileSync(join(folder, "load.mjs"), "export const load = (specifier) => import(specifier);\n");
  const run = (program, args) => execFileSync(program, args, { cwd: folder, stdio: "inherit" });
  run("npm", [
    "install",
    "--save-exact",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    ...packages.flatMap(({ pins }) => pins),
  ]);
  for (const { pins } of pythons.filter(({ pins }) => pins !== undefined)) {
    try {
      run("python3", [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--retries",
        "1",
        "--target",
        join(folder, "python"),
        ...pins,
      ]);
    } catch {
      console.error(`${pins}: not installed, takes no part`);
    }
  }
}

const ours = () => ({
  name: "robots-wasm",
  version: versionOf(here("../../package.json")),
  language: "JavaScript",
  claims: dialects,
  says: "asked in the dialect of the vector",
  lists: true,
  command: [process.execPath, here("worker.mjs"), "robots-wasm", "."],
});

function installedPackages(folder) {
  const file = ({ name }) => join(folder, "node_modules", name, "package.json");
  return packages
    .filter((one) => existsSync(file(one)))
    .map((one) => ({
      ...one,
      version: versionOf(file(one)),
      language: "JavaScript",
      command: [process.execPath, here("worker.mjs"), one.name, folder],
    }));
}

/** Those whose version this machine's Python can tell. */
function installedPythons(folder) {
  const env = ["env", `PYTHONPATH=${join(folder, "python")}`, "python3"];
  return pythons.flatMap(({ version, ...one }) => {
    try {
      const [program, ...args] = [...env, "-c", version];
      const found = execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
      return [{ ...one, version: found, language: "Python", command: [...env, here("python.py"), one.name] }];
    } catch {
      return [];
    }
  });
}

/** `NAME=PROGRAM ARGUMENT…`: any program that reads vectors and answers as worker.mjs does. */
function ofCommand(text) {
  const [, name, command] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (command === undefined) throw new TypeError(`--command: expected NAME=PROGRAM; got ${text}`);
  return {
    name,
    version: "as given",
    language: "any",
    says: "given on the command line",
    command: command.split(" "),
  };
}

/** A contestant of the benchmarks (bench/rivals.mjs); it may say `version`, `claims` and `says`. */
async function ofPort(module) {
  const {
    name,
    version = "as given",
    claims,
    says = "given on the command line",
  } = (await import(pathToFileURL(resolve(module)))).default;
  const command = [process.execPath, here("worker.mjs"), "--port", resolve(module)];
  return { name, version, language: "JavaScript", claims, says, command };
}

export const contestantsOf = async ({ rivals, ports, commands }) => [
  ours(),
  ...installedPackages(rivals),
  ...installedPythons(rivals),
  ...(await Promise.all(ports.map(ofPort))),
  ...commands.map(ofCommand),
];
