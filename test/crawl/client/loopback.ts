/** Two real servers on loopback that answer from one list, and write down what they were asked. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Reply } from "../../core/access/access-cases.ts";
import { type Asked, bodyOf } from "../../core/access/pure.ts";

export class Loopback {
  replies: Reply[] = [];
  asked: Asked[] = [];
  readonly #servers: readonly Server[];
  origins: readonly [string, string] = ["", ""];

  constructor() {
    this.#servers = [0, 1].map((i) =>
      createServer((request, response) => this.#answer(this.origins[i]!, request, response)),
    );
  }

  async start(): Promise<void> {
    for (const server of this.#servers) await once(server.listen(0, "127.0.0.1"), "listening");
    const [one, other] = this.#servers.map((one) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`);
    this.origins = [one!, other!];
  }

  stop(): void {
    for (const server of this.#servers) server.close();
  }

  #answer(origin: string, request: IncomingMessage, response: ServerResponse): void {
    this.asked.push({ url: `${origin}${request.url}`, headers: request.headers as Record<string, string> });
    const { code, headers, body }: Reply = this.replies.shift() ?? { code: 200 };
    if (code === 0) {
      request.socket.resetAndDestroy();
      return;
    }
    response.sendDate = false;
    const isSuccess = code >= 200 && code < 300;
    response.writeHead(code, headers).end(isSuccess ? (body ?? bodyOf(code)) : undefined);
  }
}
