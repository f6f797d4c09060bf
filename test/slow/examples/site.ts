/** A site on the loopback interface that remembers what it was asked for. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Site extends AsyncDisposable {
  readonly origin: string;
  /** Paths in the order of the requests. */
  readonly asked: string[];
  /** When they came, in milliseconds. */
  readonly times: number[];
  /** The User-Agent of each. */
  readonly userAgents: (string | undefined)[];
}

/** Answers a path with its text, a redirect if the text starts with `->`, a status if it is `!503`, with Retry-After if it is `!429 2`; other paths with 404. */
export async function site(pages: (origin: string) => Record<string, string>): Promise<Site> {
  const asked: string[] = [];
  const times: number[] = [];
  const userAgents: (string | undefined)[] = [];
  const server = createServer(({ url: path = "/", headers }, response) => {
    asked.push(path);
    userAgents.push(headers["user-agent"]);
    times.push(performance.now());
    const text = answers[path];
    if (text === undefined) response.writeHead(404).end();
    else if (/^!\d{3} \d+$/.test(text))
      response.writeHead(Number(text.slice(1, 4)), { "retry-after": text.slice(5) }).end();
    else if (/^!\d{3}$/.test(text)) response.writeHead(Number(text.slice(1))).end();
    else if (text.startsWith("->")) response.writeHead(302, { location: text.slice(2) }).end();
    else response.writeHead(200, { "content-type": typeOf(path) }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answers = pages(origin);
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, asked, times, userAgents, [Symbol.asyncDispose]: close };
}

const typeOf = (path: string): string =>
  path.endsWith(".txt") ? "text/plain" : path.endsWith(".xml") ? "application/xml" : "text/html";

export const linksTo = (...paths: string[]): string => paths.map((path) => `<a href="${path}">page</a>`).join("\n");
