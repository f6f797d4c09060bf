// Cost against rules as one picture: both axes logarithmic, a line a contestant, made from the rows of the query table.
const [width, height, left, right, top, bottom] = [720, 420, 70, 170, 30, 50];
const colours = ["#0b6e4f", "#2f9e74", "#7fc8a9", "#c1121f", "#e07a5f", "#6d597a", "#355070"];
const shown = [
  "robots-wasm",
  "isAllowedMany",
  "isAllowedLines",
  "robots-parser",
  "exclusion",
  "fallback",
  "robotstxt-ts",
];

const text = (x, y, content, extra = "") => `<text x="${x}" y="${y}" ${extra}>${content}</text>`;
const decades = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

export function chart(queries) {
  const rows = queries
    .map(({ case: name, figures }) => ({ rules: /^(\d+) rules, 20 %/.exec(name)?.[1], figures }))
    .filter(({ rules }) => rules !== undefined);
  const x = (rules) => left + ((Math.log10(rules) - 1) / 3) * (width - left - right);
  const y = (ns) => height - bottom - ((Math.log10(ns) - 1) / 6) * (height - top - bottom);
  const xTicks = decades(1, 4).map((power) => {
    const at = x(10 ** power);
    return `<path d="M${at} ${top}V${height - bottom}"/>${text(at, height - bottom + 18, (10 ** power).toLocaleString("en"), 'text-anchor="middle"')}`;
  });
  const yNames = ["10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms"];
  const yTicks = decades(1, 7).map((power, i) => {
    const at = y(10 ** power);
    return `<path d="M${left} ${at}H${width - right}"/>${text(left - 8, at + 4, yNames[i], 'text-anchor="end"')}`;
  });
  const lines = spaced(shown.flatMap((who, i) => lineOf(who, colours[i], rows, x, y)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    "<title>Cost of a decision against the number of rules, a fifth with *</title>",
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(left, 18, "Cost of a decision against the number of rules, a fifth with *", 'font-weight="bold"'),
    `<g stroke="#ddd" fill="#555">${[...xTicks, ...yTicks].join("").replaceAll("<text", '<text stroke="none"')}</g>`,
    text((left + width - right) / 2, height - 10, "rules", 'text-anchor="middle"'),
    ...lines.map(draw),
    "</svg>\n",
  ].join("\n");
}

/** Nothing for a contestant that was not in the run. */
function lineOf(who, colour, rows, x, y) {
  const points = rows
    .filter(({ figures }) => figures[who] !== undefined)
    .map(({ rules, figures }) => [x(Number(rules)), y(figures[who].ns)]);
  return points.length === 0 ? [] : [{ who, colour, points, labelY: points.at(-1)[1] }];
}

const LINE_HEIGHT = 14;

/** Labels of lines that end close to each other, moved apart downwards. */
function spaced(lines) {
  lines.sort((a, b) => a.labelY - b.labelY);
  for (let i = 1; i < lines.length; i++) lines[i].labelY = Math.max(lines[i].labelY, lines[i - 1].labelY + LINE_HEIGHT);
  return lines;
}

function draw({ who, colour, points, labelY }) {
  const path = points.map((point) => point.map((one) => one.toFixed(1)).join(" ")).join("L");
  const label = text((points.at(-1)[0] + 6).toFixed(1), (labelY + 4).toFixed(1), who, `fill="${colour}"`);
  return `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>${label}`;
}
