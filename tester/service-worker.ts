/**
 * Keeps the page for use without a network. The build defines the files, each with its hash, and a version that changes with
 * them. A file that was damaged on its way, or is of another version, is not kept: reloading would not get rid of it.
 */
declare const FILES: readonly (readonly [path: string, integrity: string])[];
declare const VERSION: string;

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const PREFIX = "robots-wasm-tester-";
const NAME = PREFIX + VERSION;

async function install(): Promise<void> {
  const responses = await Promise.all(FILES.map(([path, integrity]) => fetch(path, { integrity, cache: "no-cache" })));
  const cache = await caches.open(NAME);
  await Promise.all(FILES.map(([path], i) => cache.put(path, responses[i]!)));
}

async function removeOld(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
  );
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const cached = await cache.match(request, { ignoreSearch: true });
  return cached ?? fetch(request);
}

addEventListener("install", (event) => (event as Extendable).waitUntil(install()));
addEventListener("activate", (event) => (event as Extendable).waitUntil(removeOld()));
addEventListener("fetch", (event) => {
  const { request, respondWith } = event as Fetching;
  if (request.method === "GET") respondWith.call(event, answer(request));
});
