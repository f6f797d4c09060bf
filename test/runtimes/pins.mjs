/**
 * What the runtimes are installed from, exact versions: platform packages themselves, so that no install script runs.
 * miniflare (with workerd) and esbuild are the repository's own; Chromium comes from the machine.
 */
import process from "node:process";

const { platform, arch } = process;
const denoPlatform = { linux: "linux-ARCH-glibc", darwin: "darwin-ARCH", win32: "win32-ARCH" }[platform];
const platformName = platform === "win32" ? "win" : platform;

const node = (version) => ({
  alias: `node-${version.split(".")[0]}`,
  from: `npm:node-${platformName}-${arch}@${version}`,
});

export const pins = {
  "node-20": node("20.20.2"),
  "node-22": node("22.23.5"),
  "node-24": node("24.22.3"),
  "node-26": node("26.12.1"),
  bun: { alias: "bun", from: `npm:@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}@1.4.5` },
  deno: { alias: "deno", from: `npm:@deno/${denoPlatform?.replace("ARCH", arch)}@2.9.6` },
  "edge-runtime": { alias: "@edge-runtime/vm", from: "5.0.0" },
  wrangler: { alias: "wrangler", from: "4.164.0" },
  vite: { alias: "vite", from: "8.4.0" },
};
