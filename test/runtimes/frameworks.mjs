/**
 * Minimal apps of frameworks and bundlers, built for production: what they install, their files beside probe-node.mjs and
 * probe-edge.mjs, and how they are built. `server` is a program that listens on PORT, `program` prints its answer, `worker` is the
 * folder of a Cloudflare Worker. `routes` says which probe answers where.
 */

const nodeProbe = 'import { probe } from "./probe-node.mjs";\n';
const undici = { undici: "7.30.2" };
const react = { react: "19.3.1", "react-dom": "19.3.1" };

const nitro = (name, packages, handler) => [
  {
    name,
    form: "node-server",
    packages: { ...packages, ...undici },
    files: {
      "routes/probe.mjs": handler("node"),
      "nitro.config.mjs": 'export default { compatibilityDate: "2026-07-01" };',
    },
    build: "nitro build",
    server: "node .output/server/index.mjs",
    routes: { "/probe": "node" },
  },
  {
    name,
    form: "cloudflare_module with `experimental.wasm`, in workerd",
    packages,
    files: {
      "routes/probe.mjs": handler("edge"),
      "nitro.config.mjs":
        'export default { compatibilityDate: "2026-07-01", preset: "cloudflare_module", experimental: { wasm: true } };',
    },
    build: "nitro build",
    worker: ".output/server",
    routes: { "/probe": "edge" },
  },
];

/** Webpack cannot build edge routes of the app router, with or without this package (Next 16.4.6). */
const next = (form, build) => ({
  name: "Next 16.4.6",
  form,
  packages: { next: "16.4.6", ...react, ...undici },
  files: {
    "pages/api/node.js":
      'import { probe } from "../../probe-node.mjs";\nexport default async (_, response) => response.json(await probe());',
    "pages/api/edge.js":
      'import { probe } from "../../probe-edge.mjs";\nexport const config = { runtime: "edge" };\nexport default async () => Response.json(await probe());',
  },
  build,
  server: "next start",
  routes: { "/api/node": "node", "/api/edge": "edge" },
});

const response = (depth) =>
  `import { probe } from "${"../".repeat(depth)}probe-node.mjs";\nexport const GET = async () => Response.json(await probe());\n`;

export const frameworks = [
  {
    name: "esbuild 0.28.2",
    form: "AWS Lambda handler, `--platform=node`",
    isQuick: true,
    packages: { esbuild: "0.28.2", ...undici },
    files: {
      "handler.mjs": `${nodeProbe}export const handler = async () => ({ statusCode: 200, body: JSON.stringify(await probe()) });`,
      "invoke.cjs": 'require("./out/handler.cjs").handler({}).then(({ body }) => console.log(body));',
    },
    build: "esbuild handler.mjs --bundle --platform=node --outfile=out/handler.cjs",
    program: "node invoke.cjs",
    routes: { "": "node" },
  },
  {
    name: "Bun 1.4.5",
    form: "`bun build --target=bun`, all entries",
    isQuick: true,
    tools: ["bun"],
    packages: {},
    files: { "main.mjs": `import { probe } from "./probe-edge.mjs";\nconsole.log(JSON.stringify(await probe()));` },
    build: "bun build main.mjs --target=bun --outfile=out.mjs",
    program: "bun out.mjs",
    routes: { "": "edge" },
  },
  {
    name: "wrangler 4.164.0",
    form: "all entries, in workerd",
    isQuick: true,
    tools: ["wrangler"],
    packages: {},
    files: {
      "main.mjs":
        'import { probe } from "./probe-edge.mjs";\nexport default { fetch: async () => Response.json(await probe()) };',
    },
    build: "wrangler deploy main.mjs --name=app --compatibility-date=2026-07-01 --dry-run --outdir=out",
    worker: "out",
    routes: { "/": "edge" },
  },
  {
    name: "Nuxt 4.5.2",
    form: "node-server",
    packages: { nuxt: "4.5.2", ...undici },
    files: {
      "server/routes/probe.js":
        'import { probe } from "../../probe-node.mjs";\nexport default defineEventHandler(() => probe());',
      "app/app.vue": "<template><p>page</p></template>",
      "nuxt.config.ts": 'export default defineNuxtConfig({ compatibilityDate: "2026-07-01", telemetry: false });',
    },
    build: "nuxt build",
    server: "node .output/server/index.mjs",
    routes: { "/probe": "node" },
  },
  ...nitro(
    "Nitro 2.13.6",
    { nitropack: "2.13.6" },
    (platform) =>
      `import { defineEventHandler } from "h3";\nimport { probe } from "../probe-${platform}.mjs";\nexport default defineEventHandler(() => probe());`,
  ),
  ...nitro(
    "Nitro 3.0.0",
    { nitro: "3.0.0", "@rollup/plugin-terser": "0.4.4" },
    (platform) => `import { probe } from "../probe-${platform}.mjs";\nexport default () => probe();`,
  ),
  next("Turbopack, Node.js and Edge", "next build"),
  next("webpack, Node.js and Edge", "next build --webpack"),
  {
    name: "SvelteKit 3.2.0",
    form: "adapter-node",
    packages: {
      "@sveltejs/kit": "3.2.0",
      "@sveltejs/adapter-node": "6.0.1",
      "@sveltejs/vite-plugin-svelte": "7.3.1",
      svelte: "5.57.3",
      vite: "8.4.0",
      ...undici,
    },
    files: {
      "src/app.html": "<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>",
      "src/routes/probe/+server.js": response(3),
      "vite.config.js":
        'import adapter from "@sveltejs/adapter-node";\nimport { sveltekit } from "@sveltejs/kit/vite";\nexport default { plugins: [sveltekit({ adapter: adapter() })] };',
    },
    build: "vite build",
    server: "node build/index.js",
    routes: { "/probe": "node" },
  },
  {
    name: "Astro 7.3.5",
    form: "@astrojs/node",
    packages: { astro: "7.3.5", "@astrojs/node": "11.1.6", ...undici },
    files: {
      "src/pages/probe.js": response(2),
      "astro.config.mjs":
        'import node from "@astrojs/node";\nexport default { output: "server", adapter: node({ mode: "standalone" }) };',
    },
    build: "astro build",
    server: "node dist/server/entry.mjs",
    routes: { "/probe": "node" },
  },
  {
    name: "React Router 8.4.0",
    form: "react-router-serve",
    packages: {
      "react-router": "8.4.0",
      "@react-router/dev": "8.4.0",
      "@react-router/node": "8.4.0",
      "@react-router/serve": "8.4.0",
      vite: "8.4.0",
      isbot: "5.2.3",
      ...react,
      ...undici,
    },
    files: {
      "app/root.jsx":
        'import { Outlet } from "react-router";\nexport default () => <html lang="en"><body><Outlet /></body></html>;',
      "app/routes.js":
        'import { route } from "@react-router/dev/routes";\nexport default [route("probe", "routes/probe.js")];',
      "app/routes/probe.js":
        'import { probe } from "../../probe-node.mjs";\nexport const loader = async () => Response.json(await probe());',
      "vite.config.js":
        'import { reactRouter } from "@react-router/dev/vite";\nexport default { plugins: [reactRouter()] };',
    },
    build: "react-router build",
    server: "react-router-serve build/server/index.js",
    routes: { "/probe": "node" },
  },
  {
    name: "Parcel 2.16.4",
    form: "context `node`, with `packageExports`",
    packages: { parcel: "2.16.4", ...undici },
    manifest: {
      type: undefined,
      "@parcel/resolver-default": { packageExports: true },
      main: "dist/main.js",
      targets: { main: { source: "main.mjs", context: "node", includeNodeModules: true, outputFormat: "commonjs" } },
      engines: { node: ">=20" },
    },
    files: { "main.mjs": `${nodeProbe}probe().then((answer) => console.log(JSON.stringify(answer)));` },
    build: "parcel build --no-cache",
    program: "node --no-warnings dist/main.js",
    routes: { "": "node" },
  },
];
