// node bench/tester.mjs [URLS]: how long the tester's page is busy at a time while 100,000 URLs are pasted, dropped and
// decided, and while somebody types. A task over 50 ms makes typing wait; the goal is that no task takes longer. It measures
// processor time, which other programs do not lengthen. Needs the build and a Chromium.
import { openTester } from "./tester-page.mjs";

const GOAL_MS = 50;
const LIMIT_MS = 120_000;
const count = Number(process.argv[2] ?? 100_000);

const FILE =
  "User-agent: *\nDisallow: /cart\nAllow: /cart/help\nDisallow: /*?sort=\n\nUser-agent: GPTBot\nDisallow: /\n";
const pathOf = (i) => [`/cart/${i}`, `/lamps/oak-${i}`, `/lamps?sort=price&page=${i}`][i % 3];
const each = (write) =>
  Array.from({ length: count }, (_, i) => write(`https://shop.example${pathOf(i)}`, i)).join("\n");
const lists = {
  paths: each((_, i) => pathOf(i)),
  csv: `url,clicks\n${each((url, i) => `${url},${i}`)}`,
  sitemap: `<?xml version="1.0"?>\n<urlset>\n${each((url) => `<url><loc>${url.replace("&", "&amp;")}</loc></url>`)}\n</urlset>\n`,
};

/** The page with a file, at the form for a list. */
async function openAt(url, browser) {
  const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  page.setDefaultTimeout(LIMIT_MS);
  await page.goto(url);
  await page.getByLabel("Paste your robots.txt").evaluate((area, text) => {
    area.value = text;
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  }, FILE);
  await page.locator(".cm-content").waitFor({ state: "attached" });
  await page.goto(`${url}#list`);
  await page.getByLabel("Paste URLs").waitFor();
  return page;
}

/** Makes the data of a paste or a drop before anything is measured: handing it to the page costs the page time, too. */
const prepare = (page, name, text) =>
  page.evaluate(
    ([title, content]) => {
      globalThis.prepared = new DataTransfer();
      if (title === "") globalThis.prepared.setData("text/plain", content);
      else globalThis.prepared.items.add(new File([content], title));
    },
    [name, text],
  );

const decided = (page) =>
  page.waitForFunction(
    (total) => document.querySelector("#list-progress b")?.textContent.startsWith(`${total} of ${total}`),
    count.toLocaleString("en"),
  );

async function paste(page) {
  await page.getByLabel("Paste URLs").evaluate((area) => {
    const init = { clipboardData: globalThis.prepared, bubbles: true, cancelable: true };
    area.dispatchEvent(new ClipboardEvent("paste", init));
  });
  await decided(page);
}

const drop = (format) => async (page) => {
  await page.locator("#main").evaluate((target) => {
    const init = { dataTransfer: globalThis.prepared, bubbles: true, cancelable: true };
    target.dispatchEvent(new DragEvent("drop", init));
  });
  await page.getByText(format).waitFor();
  await decided(page);
};

async function type(page) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nDisallow: /lamps/oak-1\nAllow: /lamps", { delay: 30 });
  await decided(page);
}

async function scroll(page) {
  await page.getByRole("grid").focus();
  for (const key of ["End", "Home", "PageDown", "PageDown", "ArrowDown", "End"]) await page.keyboard.press(key);
}

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"];

/** Processor time of each task of the page's thread during a step, in milliseconds. */
async function during(page, step) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: CATEGORIES });
  await step(page);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8"));
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const isPage = ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain";
  const threads = new Set(traceEvents.filter(isPage).map(threadOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith("RunTask") && threads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error("expected tasks of CrRendererMain in the trace; got none");
  return tasks.map(({ tdur = 0 }) => tdur / 1000);
}

const steps = [
  { name: "paste paths, until all are decided", data: ["", lists.paths], run: paste },
  { name: "type in the file, until all are decided again", run: type },
  { name: "scroll by keys", run: scroll },
  { name: "drop a table (CSV)", data: ["urls.csv", lists.csv], run: drop("from a table") },
  { name: "drop a sitemap", data: ["sitemap.xml", lists.sitemap], run: drop("from a sitemap") },
];

const { url, browser, close } = await openTester();
const page = await openAt(url, browser);
console.log(`${`${count.toLocaleString("en")} URLs`.padEnd(46)}longest  over ${GOAL_MS} ms`);
for (const { name, data, run } of steps) {
  if (data !== undefined) await prepare(page, ...data);
  const tasks = await during(page, run);
  const long = tasks.filter((ms) => ms > GOAL_MS).length;
  console.log(`${name.padEnd(46)}${`${Math.round(Math.max(...tasks))} ms`.padStart(7)}  ${long}`);
  if (long > 0) process.exitCode = 1;
}
await close();
