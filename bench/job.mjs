// The job file: what is measured, in a form that a program in any language reads in a few lines. Every number stands on a line
// of its own; every text is its length in bytes on a line, its bytes, and a line end.
//   CASES, then for each case: its name, FILES, then for each file: agent, robots.txt, URLS, then the URLs.
import { readFileSync, writeFileSync } from "node:fs";

/** `cases`: [{ name, files: [{ agent, body, urls }] }]; a body is text or bytes. */
export function writeJob(path, cases) {
  const parts = [];
  const number = (value) => parts.push(Buffer.from(`${value}\n`));
  const text = (value) => {
    const bytes = Buffer.from(value);
    parts.push(Buffer.from(`${bytes.length}\n`), bytes, Buffer.from("\n"));
  };
  number(cases.length);
  for (const { name, files } of cases) {
    text(name);
    number(files.length);
    for (const { agent, body, urls } of files) {
      text(agent);
      text(body);
      number(urls.length);
      urls.forEach(text);
    }
  }
  writeFileSync(path, Buffer.concat(parts));
}

/** The cases as functions, because one process needs few of them: each call reads the files of its case anew. */
export function readJob(path) {
  const bytes = readFileSync(path);
  let at = 0;
  const number = () => {
    const end = bytes.indexOf(10, at);
    const value = Number(bytes.latin1Slice(at, end));
    at = end + 1;
    return value;
  };
  const text = () => {
    const length = number();
    at += length + 1;
    return bytes.subarray(at - length - 1, at - 1);
  };
  const list = (read) => Array.from({ length: number() }, read);
  const fileOf = () => ({ agent: text().toString(), bytes: new Uint8Array(text()), urls: list(text) });
  return list(() => ({ name: text().toString(), files: list(fileOf) }));
}
