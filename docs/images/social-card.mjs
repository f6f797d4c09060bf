// node docs/images/social-card.mjs: draws docs/public/social-card.png, the picture that a chat shows beside a link to the site.
// Needs a Chromium: CHROMIUM says where it is. The picture has no numbers, so it does not age.
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const [width, height] = [1200, 630];
const file = fileURLToPath(new URL("../public/social-card.png", import.meta.url));

/** A line of the sample file: its number, its field and the rest, and what the answer does with it. */
const lines = [
  ["User-agent", ": *", "#e8edfd"],
  ["Disallow", ": /cart", "#e8edfd"],
  ["Allow", ": /cart/help", "#cdebd9"],
];
const LINE_HEIGHT = 52;
const [codeX, codeY, codeWidth] = [690, 214, 430];

const codeLine = ([field, rest, colour], i) => {
  const y = codeY + i * LINE_HEIGHT;
  return `<rect x="${codeX}" y="${y}" width="${codeWidth}" height="${LINE_HEIGHT}" fill="${colour}"/>
  <text x="${codeX + 24}" y="${y + 35}" font-family="monospace" font-size="27" fill="#161b26"><tspan fill="#2448c8" font-weight="bold">${field}</tspan>${rest}</text>`;
};

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif">
  <rect width="${width}" height="${height}" fill="#f5f6f9"/>
  <rect width="${width}" height="12" fill="#2448c8"/>
  <g transform="translate(80 84) scale(2)">
    <rect width="32" height="32" rx="8" fill="#2448c8"/>
    <path d="M8 10h16M8 16h10M8 22h6M18.5 21.5l2.5 2.5 5-5.5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>
  </g>
  <text x="164" y="130" font-size="38" font-weight="bold" fill="#161b26">robots-wasm</text>
  <g font-size="74" font-weight="bold" fill="#161b26" letter-spacing="-3">
    <text x="78" y="280">robots.txt,</text>
    <text x="78" y="366">answered</text>
    <text x="78" y="452">to the line.</text>
  </g>
  <text x="80" y="548" font-size="30" fill="#525c70">A tester for site owners, an engine for crawlers.</text>
  <rect x="${codeX - 1}" y="${codeY - 31}" width="${codeWidth + 2}" height="${LINE_HEIGHT * 3 + 132}" rx="18" fill="#fff" stroke="#dbe0e8" stroke-width="2"/>
  ${lines.map(codeLine).join("\n  ")}
  <rect x="${codeX + 24}" y="${codeY + LINE_HEIGHT * 3 + 26}" width="200" height="50" rx="25" fill="#e2f4e9"/>
  <path d="M${codeX + 46} ${codeY + LINE_HEIGHT * 3 + 52}l8 8 14-17" fill="none" stroke="#0f6b3a" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
  <text x="${codeX + 80}" y="${codeY + LINE_HEIGHT * 3 + 60}" font-size="26" font-weight="bold" fill="#0f6b3a">Allowed</text>
  <text x="${codeX + 240}" y="${codeY + LINE_HEIGHT * 3 + 60}" font-size="26" fill="#161b26">by line 3</text>
</svg>`;

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width, height } });
await page.setContent(`<style>body{margin:0}</style>${picture}`);
await page.screenshot({ path: file });
await browser.close();
