/** The module that production builds serve: it uses every entry that the platform can use. */

/** For each entry, an expression that is true if the entry `e` works. */
const uses = {
  ".": '!e.parse(robotsTxt).isAllowed("/cart", "ExampleBot")',
  "./browser": 'e.parse(robotsTxt).agent("ExampleBot").explain("/cart").rule.line === 2',
  "./slim": '(e.init(null), !e.parse(robotsTxt).isAllowed("/cart", "ExampleBot"))',
  "./agents": 'e.resolveAgent("Googlebot-Image/1.0").tokens.length === 2',
  "./archive": '/ERR_INPUT|ERR_UNSUPPORTED/.test(codeOf(() => e.openArchive("no such file", { agent: "ExampleBot" })))',
  "./client": '!(await client(e.RobotsClient).isAllowed("https://shop.example/cart"))',
  "./client/node": 'typeof e.nodeFetch() === "function"',
  "./lint": 'e.lint("User-agent: *\\nDisallow: private/\\n")[0].code === "pattern-without-slash"',
  "./meta": 'e.parseRobotsMeta("noindex").directives.length === 1',
  "./pace": "new e.Pace().size === 0",
  "./polite":
    '(await e.politeFetch(client(RobotsClient))("https://shop.example/cart").catch(({ code }) => code)) === "ERR_ROBOTS_REFUSED"',
  "./polite/node": 'typeof e.politeAgent(client(RobotsClient)).dispatch === "function"',
  "./robots-parser":
    'e("https://shop.example/robots.txt", robotsTxt).isAllowed("https://shop.example/cart", "x") === false',
  "./sitemaps": 'codeOf(() => e.parseSitemap("<urlset/>", {})) === "ERR_MISSING_PACKAGE"',
  "./usage":
    'e.pageStatements({ meta: [{ name: "robots", content: "noai" }], agent: "ExampleBot" })[0].allowed === false',
};

/** They open sockets themselves, by undici. */
const ofNode = ["./client/node", "./polite/node"];

/** @param {"node" | "edge"} platform */
export const entriesFor = (platform) =>
  Object.keys(uses).filter((path) => platform === "node" || !ofNode.includes(path));

/** The module's text. `probe()` resolves to what a row of the runtimes answers. */
export function probeFor(platform) {
  const paths = entriesFor(platform);
  const imported = (path) => (path === "./robots-parser" ? "" : "* as ");
  const imports = paths.map((path, i) => `import ${imported(path)}e${i} from "robots-wasm${path.slice(1)}";\n`);
  const checks = paths.map((path, i) => `await check("${path}", e${i}, async (e) => ${uses[path]});\n`);
  return `${imports.join("")}
import { engineInUse } from "robots-wasm";
import { RobotsClient } from "robots-wasm/client";

const robotsTxt = "User-agent: *\\nDisallow: /cart\\n";
const client = (Client) => new Client({ agent: "ExampleBot", fetch: async () => new Response(robotsTxt) });
const codeOf = (call) => { try { call(); } catch ({ code }) { return code; } };

export async function probe() {
  const failures = [];
  let passed = 0;
  async function check(path, e, isRight) {
    try {
      if (!(await isRight(e))) throw new Error("another answer");
      passed++;
    } catch (error) {
      failures.push(\`\${path}: \${error.message}\`);
    }
  }
  ${checks.join("  ")}
  return { engine: engineInUse(), passed, failures };
}
`;
}
