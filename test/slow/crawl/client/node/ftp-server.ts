/** As much of an FTP server (RFC 959, RFC 2428) on loopback as RETR needs, with hooks for what goes wrong. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

export interface FtpBehaviour {
  /** What replies to a command, and to "" as the greeting: undefined what is usual, null nothing. */
  readonly reply?: (command: string) => string | null | undefined;
  /** Sends the file over the data connection. */
  readonly send?: (data: Socket) => unknown;
  /** Said once the data connection is closed; default 226. */
  readonly farewell?: string;
  /** Talks in place of everything else. */
  readonly talk?: (socket: Socket) => unknown;
}

export class FtpServer {
  readonly commands: string[] = [];
  readonly sockets: Set<Socket> = new Set();
  readonly #control: Server;
  readonly #data: Server[] = [];
  readonly #behaviour: FtpBehaviour;

  private constructor(behaviour: FtpBehaviour) {
    this.#behaviour = behaviour;
    this.#control = createServer((socket) => this.#talk(this.#kept(socket)));
  }

  static async start(behaviour: FtpBehaviour = {}): Promise<FtpServer> {
    const server = new FtpServer(behaviour);
    server.#control.listen(0, "127.0.0.1");
    await once(server.#control, "listening");
    return server;
  }

  get port(): number {
    return (this.#control.address() as AddressInfo).port;
  }

  get origin(): string {
    return `ftp://127.0.0.1:${this.port}`;
  }

  stop(): void {
    for (const server of [this.#control, ...this.#data]) server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  #kept(socket: Socket): Socket {
    this.sockets.add(socket);
    return socket.on("close", () => this.sockets.delete(socket)).on("error", () => undefined);
  }

  #talk(socket: Socket): void {
    let data: Promise<Socket> | undefined;
    const handlers: Record<string, () => Promise<string> | string> = {
      "": () => "220 Hello",
      USER: () => "331 Any password",
      PASS: () => "230 Welcome",
      TYPE: () => "200 Binary",
      STRU: () => "200 File",
      FEAT: () => "500 No features",
      OPTS: () => "500 No options",
      EPSV: async () => {
        const { port, connection } = await this.#listenForData();
        data = connection;
        return `229 Entering Extended Passive Mode (|||${port}|)`;
      },
      PASV: async () => {
        const { port, connection } = await this.#listenForData();
        data = connection;
        return `227 Entering Passive Mode (127,0,0,1,${port >> 8},${port & 255})`;
      },
      RETR: async () => {
        socket.write("150 Here it comes\r\n");
        const connection = await data!;
        this.#behaviour.send?.(connection);
        await new Promise((resolve) => connection.once("close", resolve));
        return this.#behaviour.farewell ?? "226 Done";
      },
    };
    const answer = async (command: string): Promise<void> => {
      const own = this.#behaviour.reply?.(command);
      const reply = own === undefined ? ((await handlers[command]?.()) ?? "502 Unknown") : own;
      if (reply !== null && !socket.destroyed) socket.write(`${reply}\r\n`);
    };
    if (this.#behaviour.talk !== undefined) {
      this.#behaviour.talk(socket.resume());
      return;
    }
    void answer("");
    socket.on("data", async (bytes) => {
      for (const line of bytes.toString().split("\r\n").filter(Boolean)) {
        this.commands.push(line);
        await answer(line.split(" ", 1)[0]!);
      }
    });
  }

  async #listenForData(): Promise<{ port: number; connection: Promise<Socket> }> {
    const server = createServer().listen(0, "127.0.0.1");
    this.#data.push(server);
    await once(server, "listening");
    const connection = once(server, "connection").then(([socket]) => this.#kept(socket as Socket));
    connection.catch(() => undefined);
    return { port: (server.address() as AddressInfo).port, connection };
  }
}
