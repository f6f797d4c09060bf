/** Servers on loopback, one for each fault that a robots.txt can meet below or beside HTTP, for `error-codes.test.ts`. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { CERTIFICATE } from "./certificate.ts";

export const RULES = "User-agent: *\nDisallow: /private\n";
const head = (...fields: string[]): string => ["HTTP/1.1 200 OK", "connection: close", ...fields, "", ""].join("\r\n");
const answer = (status: string, ...fields: string[]): string =>
  [`HTTP/1.1 ${status}`, "connection: close", "content-length: 0", ...fields, "", ""].join("\r\n");

type Treatment = (socket: Socket) => unknown;

type Treated =
  | "resets the connection"
  | "closes the connection"
  | "resets within a body"
  | "closes within a body"
  | "closes within chunks"
  | "never answers"
  | "never ends its body"
  | "answers 503"
  | "answers 404"
  | "redirects nowhere"
  | "redirects to file:"
  | "redirects to itself"
  | "redirects on and on"
  | "sends no gzip"
  | "codes as compress"
  | "codes as klingon"
  | "speaks SSH";

/** What each server does with a connection that has asked for something. */
const treatments: Readonly<Record<Treated, Treatment>> = {
  "resets the connection": (socket) => socket.resetAndDestroy(),
  "closes the connection": (socket) => socket.end(),
  "resets within a body": (socket) => {
    socket.write(`${head("content-length: 1000")}${RULES}`);
    setTimeout(() => socket.resetAndDestroy(), 30);
  },
  "closes within a body": (socket) => socket.end(`${head("content-length: 1000")}${RULES}`),
  "closes within chunks": (socket) => socket.end(`${head("transfer-encoding: chunked")}21\r\n${RULES}\r\n`),
  "never answers": () => undefined,
  "never ends its body": (socket) => socket.write(`${head("content-length: 1000")}${RULES}`),
  "answers 503": (socket) => socket.end(answer("503 Busy")),
  "answers 404": (socket) => socket.end(answer("404 Not Found")),
  "redirects nowhere": (socket) => socket.end(answer("302 Found")),
  "redirects to file:": (socket) => socket.end(answer("302 Found", "location: file:///etc/passwd")),
  "redirects to itself": (socket) => socket.end(answer("302 Found", "location: /robots.txt")),
  "redirects on and on": (socket) => socket.end(answer("302 Found", `location: /${Math.random()}`)),
  "sends no gzip": (socket) => socket.end(`${head("content-encoding: gzip")}${RULES}`),
  "codes as compress": (socket) => socket.end(`${head("content-encoding: compress")}\x1f\x9d\x90\x55`),
  "codes as klingon": (socket) => socket.end(`${head("content-encoding: klingon")}${RULES}`),
  "speaks SSH": (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"),
};

export type Fault = Treated | "refuses" | "speaks no TLS" | "ends no handshake" | "is not certified";

export class FaultyServers {
  readonly #servers: Server[] = [];
  readonly #sockets: Set<Socket> = new Set();
  readonly #origins: Map<Fault, string> = new Map();

  async start(): Promise<void> {
    for (const [fault, treat] of Object.entries(treatments))
      this.#origins.set(fault as Fault, await this.#listen(createServer((socket) => this.#treat(socket, treat))));
    const certified = createTlsServer(CERTIFICATE, (socket) => this.#treat(socket, (one) => one.end(answer("200 OK"))));
    this.#origins.set("is not certified", secure(await this.#listen(certified.on("tlsClientError", () => undefined))));
    this.#origins.set("speaks no TLS", secure(this.of("speaks SSH")));
    this.#origins.set("ends no handshake", secure(this.of("never answers")));
    const gone = createServer();
    this.#origins.set("refuses", await this.#listen(gone));
    await new Promise((resolve) => gone.close(resolve));
  }

  of(fault: Fault): string {
    return this.#origins.get(fault)!;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers) server.close();
  }

  #treat(socket: Socket, treat: Treatment): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
    socket.once("data", () => treat(socket));
  }

  async #listen(server: Server): Promise<string> {
    this.#servers.push(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
}

const secure = (origin: string): string => origin.replace("http:", "https:");
