/** The charts of the benchmarks page come from a run's record. */
import { describe, expect, it } from "vitest";
import { newestRun, tableOf } from "../../docs/.vitepress/build/facts.mts";
import { benchmarksOf } from "../../docs/.vitepress/theme/pages/benchmarks.data.mts";

const run = newestRun();
const { charts, losses, tables, ways } = benchmarksOf(run);

describe("the newest published run", () => {
  it("has three charts, with one bar of ours in each group", () => {
    expect(charts.map(({ title }) => title)).toEqual([
      "All about a new site",
      "One more page of the same site",
      "When the file gets long",
    ]);
    for (const { title, groups } of charts)
      for (const { bars } of groups) expect(bars.filter(({ isOurs }) => isOurs).length, title).toBe(1);
  });

  it("shows the times of the record, the shortest first", () => {
    const measured = tableOf(run, "whole").find((row) => row.case === "real, as they come, k = 10")!;
    const chart = charts.find(({ title }) => title === "All about a new site")!;
    const times = chart.groups[0]!.bars.map(({ ns }) => ns);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    for (const { who, ns } of chart.groups[0]!.bars) expect(ns).toBe(measured.figures[who]!.ns);
  });

  it("lists every case in which someone else is faster", () => {
    const faster = tableOf(run, "query").filter(
      ({ figures }) => figures["fast-robots"] && figures["fast-robots"].ns < 0.95 * figures["robots-wasm"]!.ns,
    );
    expect(faster.length).toBeGreaterThan(0);
    for (const { case: name } of faster)
      expect(losses.filter(({ what, who }) => what === `One more page: ${name}` && who === "fast-robots")).toHaveLength(
        1,
      );
  });

  it("has robots-parser in processes of their own and in one", () => expect(ways).toHaveLength(2));

  it("has its tables for whoever wants more", () => expect(tables.every(({ rows }) => rows.length > 0)).toBe(true));
});

describe("a run with other rows", () => {
  const figures = {
    "robots-wasm": { ns: 100, spread: 1 },
    "fast-robots": { ns: 50, spread: 1 },
    exclusion: { ns: 900, spread: 1 },
  };
  const made = benchmarksOf({ ...run, whole: [{ case: "real, as they come, k = 10", figures }] });
  const [whole] = made.charts;

  it("begins with what a crawler asks of a new site, if that was measured", () => {
    expect(whole!.title).toBe("All about a new site");
    expect(whole!.groups[0]!.bars.map(({ who }) => who)).toEqual(["fast-robots", "robots-wasm"]);
  });
  it("says who is faster, and who is too slow for the chart", () => {
    expect(whole!.inShort).toContain("is 2.0 times as fast as we are");
    expect(whole!.inShort).toContain("exclusion takes 0.9 µs, which does not fit");
    expect(made.losses).toContainEqual({
      what: "All about a new site: real, as they come, 10 pages",
      who: "fast-robots",
      times: "2.0",
    });
  });
});
