/** Files of a folder whose origin is in doubt, or whose rules do not fit: their origins are refused. */
import { expect, it } from "vitest";
import { compiled } from "./compiled.ts";

const file = "User-agent: *\nDisallow: /x\n";

it("a name with a port serves that port, and what it may also name is refused", async () => {
  const { archive } = await compiled({ folders: [{ "a.example_8080": file }] });
  const found = ["http://a.example:8080/", "https://a.example_8080/"].map((url) => archive.find(url)?.rules);
  expect(found.map((rules) => [rules?.isAllowed("/"), rules?.isAllowed("/x")])).toEqual([
    [true, false],
    [false, false],
  ]);
});

it("rules that are too long for an archive", async () => {
  // Each of 110 crawlers has a rule of its own and, by the last group, rules that compile to 2.7 MB.
  const agents = Array.from({ length: 110 }, (_, i) => `Bot${String.fromCharCode(65 + i / 26, 65 + (i % 26))}`);
  const own = agents.map((agent) => `User-agent: ${agent}\nDisallow: /${agent}\n`).join("");
  const shared = agents.map((agent) => `User-agent: ${agent}\n`).join("");
  const body = own + shared + "Allow: /ééééééééé?%2findex.html\n".repeat(12_500);
  const { archive, stats } = await compiled({
    crawlers: agents.map((agent) => [agent]),
    folders: [{ "b.example": body, "c.example": file }],
  });
  for (const url of ["https://b.example/", "http://b.example/"])
    expect(archive.find(url)).toMatchObject({ status: "unreachable", verdict: "refused" });
  expect(archive.find("https://c.example/")!.rules.isAllowed("/x")).toBe(false);
  expect(stats.summary()).toContain("b.example: its rules are too long for an archive");
});
