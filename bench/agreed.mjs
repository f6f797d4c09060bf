// What a new host is asked: only URLs about which all contestants agree, because who decides otherwise does other work.
import { ours, takesPart } from "./contestants.mjs";
import { withProcesses } from "./sections.mjs";

/**
 * { cases, facts }: the cases without the URLs whose verdicts differ from ours, and without files that keep no URL. `facts` has a row
 * for each case: [{ case, files, urls, leftOut: { files, urls }, same: { name: { delays, sitemaps } } }].
 */
export const agreedCases = (cases, contestants) =>
  withProcesses(cases, async (processes) => {
    const facts = [];
    const agreed = [];
    for (const [i, one] of cases.entries()) {
      const ask = async (who, command) => (await processes.of(who)).ask(`${command} ${i}`);
      const those = contestants.filter((who) => takesPart(who, one));
      const [verdicts, answers] = [new Map(), new Map()];
      for (const who of [ours, ...those]) {
        verdicts.set(who.name, await ask(who, "verdicts"));
        answers.set(who.name, factsIn(await ask(who, "facts")));
      }
      const kept = keepAgreed(one, [...verdicts.values()]);
      agreed.push(kept);
      facts.push({ ...sizesOf(one, kept), same: sameFacts(answers) });
    }
    return { cases: agreed, facts };
  });

/** `1.0/3 -/0`: the crawl delay in seconds and the number of sitemaps, for each file. */
const factsIn = (answer) =>
  answer.split(" ").map((fact) => {
    const [delay, sitemaps] = fact.split("/");
    return { delay: Number(delay), sitemaps: Number(sitemaps) };
  });

/** The verdicts stand file after file, URL after URL. */
function keepAgreed(one, verdicts) {
  let at = 0;
  const keep = (file) => {
    const start = at;
    at += file.urls.length;
    const isAgreed = (_, i) => verdicts.every((digits) => digits[start + i] === verdicts[0][start + i]);
    return { ...file, urls: file.urls.filter(isAgreed) };
  };
  return { ...one, files: one.files.map(keep).filter(({ urls }) => urls.length > 0) };
}

function sizesOf({ name, files }, kept) {
  const urlsIn = (list) => list.reduce((sum, { urls }) => sum + urls.length, 0);
  const urls = urlsIn(files);
  const leftOut = { files: files.length - kept.files.length, urls: urls - urlsIn(kept.files) };
  return { case: name, files: files.length, urls, leftOut };
}

/** In how many files each contestant reads the delay and the number of sitemaps that we read. */
function sameFacts(answers) {
  const expected = answers.get(ours.name);
  const countOf = (facts, what) => facts.filter((fact, i) => Object.is(fact[what], expected[i][what])).length;
  const counted = [...answers].filter(([name]) => name !== ours.name);
  return Object.fromEntries(
    counted.map(([name, facts]) => [name, { delays: countOf(facts, "delay"), sitemaps: countOf(facts, "sitemaps") }]),
  );
}
