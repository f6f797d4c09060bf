/**
 * The writer of rules against AI crawlers, for other pages: `mountRuleWriter(element)` fills the element. It lives in a shadow
 * root with the tester's stylesheet, so the styles of the page and its own do not meet, and a strict policy permits both.
 */
import { render } from "preact";
import { BlockCrawlers } from "./views/BlockCrawlers.tsx";

const folder = new URL("./", import.meta.url).href;

/** @param host an empty element; `block.js` and `style.css` lie in the tester's folder. */
export async function mountRuleWriter(host: HTMLElement): Promise<void> {
  const root = host.attachShadow({ mode: "open" });
  const style = document.createElement("link");
  const place = document.createElement("div");
  style.rel = "stylesheet";
  style.href = `${folder}style.css`;
  root.append(style, place);
  await new Promise((resolve) => {
    style.onload = resolve;
    style.onerror = resolve;
  });
  render(<BlockCrawlers testerUrl={folder} />, place);
}
