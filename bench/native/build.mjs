// Rivals in other languages, driven by the programs beside this file, which are built on demand into build/native with pinned
// versions. One whose toolchain is missing, or which cannot be built, is left out with a sentence.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const out = (name) => here(`../../build/native/${name}`);

const run = (folder, program, words, env = {}) =>
  execFileSync(program, words, {
    cwd: here(folder),
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });

/** How each language is built. */
const toolchains = {
  Rust: () =>
    run("rust", "cargo", ["build", "--release", "--quiet", "--target-dir", out("rust")], {
      RUSTFLAGS: "-C target-cpu=native",
    }),
  Go: () => run("go", "go", ["build", "-o", out("go/driver")]),
  Java: () => run("java", "mvn", ["-q", "-B", "compile", "dependency:copy-dependencies", "-DincludeScope=runtime"]),
  Python: () =>
    run("python", "python3", ["-m", "pip", "install", "-q", "--no-deps", "--target", out("python"), "protego==0.7.0"]),
};

const javaPath = [out("java/classes"), out("java/dependency/*")].join(":");

/**
 * `claims` and `says` are for the scoreboard. `keepsNoRules`: it reads the file anew for each decision. `knowsHosts`: it tells the
 * crawl delay and the sitemaps.
 */
const rivals = [
  {
    name: "fast-robots",
    version: "0.1.5",
    language: "Rust",
    claims: ["rfc9309"],
    says: "“RFC 9309 access checks”, zero-copy; takes a path",
    knowsHosts: true,
    command: [out("rust/release/driver"), "fast-robots"],
  },
  {
    name: "texting_robots",
    version: "0.2.2",
    language: "Rust",
    claims: ["google"],
    says: "“thorough unit testing”; follows Google's specification",
    knowsHosts: true,
    command: [out("rust/release/driver"), "texting_robots"],
  },
  {
    name: "grobotstxt",
    version: "1.0.3",
    language: "Go",
    claims: ["google"],
    says: "a function-for-function port of google/robotstxt; keeps no rules",
    keepsNoRules: true,
    command: [out("go/driver")],
  },
  {
    name: "crawler-commons",
    version: "1.6",
    language: "Java",
    claims: ["rfc9309"],
    says: "“compliant with RFC 9309” since 1.4",
    maxRules: 7000,
    knowsHosts: true,
    command: ["java", "-cp", javaPath, "CrawlerCommons"],
  },
  {
    name: "protego",
    version: "0.7.0",
    language: "Python",
    claims: ["google"],
    says: "Scrapy's; names Google's page as its reference specification",
    maxRules: 7000,
    knowsHosts: true,
    command: ["env", `PYTHONPATH=${out("python")}`, "python3", here("python/driver.py")],
  },
];

function isBuilt(language) {
  try {
    toolchains[language]();
    return true;
  } catch (error) {
    const reason =
      error.code === "ENOENT"
        ? "its toolchain is not installed"
        : String(error.stderr ?? error)
            .trim()
            .split("\n")
            .at(-1);
    console.error(`${language}: left out, because ${reason}`);
    return false;
  }
}

export function nativeRivals() {
  mkdirSync(out("."), { recursive: true });
  const built = Object.keys(toolchains).filter(isBuilt);
  return rivals.filter(({ language }) => built.includes(language)).map((rival) => ({ ...rival, isNative: true }));
}
