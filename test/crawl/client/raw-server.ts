/** A real server on loopback that answers each path with bytes as they are written here, and closes the connection. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export class RawServer {
  readonly asked: string[] = [];
  readonly #answers = new Map<string, Buffer>();
  readonly #server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (head) => {
      const path = head.toString("latin1").split(" ", 2)[1]!;
      this.asked.push(path);
      socket.end(this.#answers.get(path) ?? answer("200 OK", [], "User-agent: *\n"));
    });
  });
  origin = "";

  async start(): Promise<void> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
  }

  set(path: string, bytes: Buffer): this {
    this.#answers.set(path, bytes);
    return this;
  }
}

/** A response with `Connection: close`. Text is written as Latin-1, so that every byte can be. */
export const answer = (status: string, fields: readonly string[], body: string | Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from([`HTTP/1.1 ${status}`, ...fields, "Connection: close", "", ""].join("\r\n"), "latin1"),
    Buffer.from(body as Uint8Array),
  ]);

export const withLength = (body: string | Uint8Array): string =>
  `Content-Length: ${Buffer.from(body as Uint8Array).length}`;
