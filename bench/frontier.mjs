// A made frontier: a folder of robots.txt files, one an origin, and files of URLs in no order. Real files from the corpus,
// or made ones with their sizes; origins as popular as those of 59,341 real URLs. The same seed makes the same bytes.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { madeFiles, pathOf, randomFrom, readCorpus } from "./cases.mjs";

const MADE_FILES = 2000;
const PATHS_PER_FILE = 50;
/** The longest that every contestant reads whole (RFC 9309 §2.5). */
const MAX_CHARACTERS = 400_000;
/** A prime, so that neighbours in popularity are far apart in the corpus. */
const STEP = 7919;
const CHUNK_CHARACTERS = 2 ** 20;

/**
 * Of the origin at rank r a share of r^-0.8 of the URLs, the slope that the real ones have from rank 10 to 10,000, by
 * inverse transform: u^5.
 */
const rankOf = (random, origins) => Math.floor(origins * (random(2 ** 30) / 2 ** 30) ** 5);

function filesOf(corpus, random) {
  if (corpus !== undefined) return readCorpus(corpus, MAX_CHARACTERS);
  return madeFiles(MADE_FILES, random);
}

const originOf = (i) => `${i % 5 === 0 ? "http" : "https"}://www.site-${i}.example`;

/** Writes `folder/robots/` and a file of URLs for each of `lists` ({ name: count }); returns where and how large they are. */
export function makeFrontier(folder, { origins, lists, corpus }) {
  const random = randomFrom(origins);
  const files = filesOf(corpus, random).map(({ body, patterns }) => ({
    body,
    paths: Array.from({ length: PATHS_PER_FILE }, () => pathOf(random, patterns)),
  }));
  const fileOf = (origin) => files[(origin * STEP) % files.length];
  const nextUrl = () => {
    const origin = rankOf(random, origins);
    return originOf(origin) + fileOf(origin).paths[random(PATHS_PER_FILE)] + random(100_000);
  };
  const robots = join(folder, "robots");
  const robotsBytes = writeRobots(robots, origins, fileOf);
  const written = Object.entries(lists).map(([name, count]) => {
    const path = join(folder, `${name}.txt`);
    return [name, { path, count, bytes: writeUrls(path, count, nextUrl) }];
  });
  return { origins, robots, robotsBytes, lists: Object.fromEntries(written) };
}

function writeRobots(folder, origins, fileOf) {
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (let origin = 0; origin < origins; origin++) {
    const { body } = fileOf(origin);
    writeFileSync(join(folder, new URL(originOf(origin)).hostname), body);
    bytes += Buffer.byteLength(body);
  }
  return bytes;
}

function writeUrls(path, count, next) {
  const file = openSync(path, "w");
  let [text, bytes] = ["", 0];
  const flush = () => {
    bytes += writeSync(file, text);
    text = "";
  };
  for (let i = 0; i < count; i++) {
    text += `${next()}\n`;
    if (text.length > CHUNK_CHARACTERS) flush();
  }
  flush();
  closeSync(file);
  return bytes;
}
