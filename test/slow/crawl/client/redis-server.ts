/** A real redis-server on a loopback port, for tests; whether it is installed. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasRedis: boolean = spawnSync("redis-server", ["--version"]).status === 0;

export class RedisServer {
  readonly #words: readonly string[];
  readonly port: number;
  #process: ChildProcess | undefined;

  private constructor(port: number, words: readonly string[]) {
    this.port = port;
    const folder = mkdtempSync(join(tmpdir(), "robots-redis-"));
    this.#words = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", ...words];
  }

  static async start(...words: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), words);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    this.#process = spawn("redis-server", this.#words, { stdio: ["ignore", "pipe", "ignore"] });
    for await (const chunk of this.#process.stdout!) if (String(chunk).includes("Ready to accept connections")) break;
    this.#process.stdout!.resume();
  }

  /** SIGSTOP makes it hang, SIGCONT go on. */
  signal(name: NodeJS.Signals): void {
    this.#process!.kill(name);
  }

  async kill(): Promise<void> {
    const process = this.#process!;
    if (process.exitCode !== null || process.signalCode !== null) return;
    process.kill("SIGKILL");
    await once(process, "exit");
  }
}

/** What it has said is done survives being killed; without, it comes back empty. */
export const DURABLE: readonly string[] = ["--appendonly", "yes", "--appendfsync", "always"];

export interface Switchable {
  readonly port: number;
  to(next: number): void;
  close(): void;
}

/** A port that leads to one server, and then to another, as a name or a sentinel does. */
export async function switchable(port: number): Promise<Switchable> {
  let target = port;
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const upstream = connect(target, "127.0.0.1");
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on("error", () => undefined);
      one.on("close", () => [socket.destroy(), upstream.destroy()]);
    }
    socket.pipe(upstream).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (proxy.address() as AddressInfo).port,
    to(next) {
      target = next;
      drop();
    },
    close() {
      drop();
      proxy.close();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
