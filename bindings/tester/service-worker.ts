/** Keeps the page for use without a network. The build defines the list of files and a version that changes with them. */
declare const FILES: readonly string[];
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
  const cache = await caches.open(NAME);
  await cache.addAll(FILES as string[]);
}

async function removeOld(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
  );
}

async function answer(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreSearch: true });
  return cached ?? fetch(request);
}

addEventListener("install", (event) => (event as Extendable).waitUntil(install()));
addEventListener("activate", (event) => (event as Extendable).waitUntil(removeOld()));
addEventListener("fetch", (event) => {
  const { request, respondWith } = event as Fetching;
  if (request.method === "GET") respondWith.call(event, answer(request));
});
