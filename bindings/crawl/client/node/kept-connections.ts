/**
 * Connections that are kept alive, by origin. A request gets one that is idle if it may use the address of that connection, and otherwise
 * a new one, for which the name is looked up. One connection serves one request at a time, so its checks are those of that request.
 */
import type { Socket } from "node:net";
import { type buildConnector, fetch, Pool } from "undici";
import { RecentMap } from "../../../base/recent-map.ts";
import type { IsAllowed } from "../addresses.ts";
import { isClosed, isRepeatable, noteReuse } from "../lost-connections.ts";
import { GzipEnd } from "./gzip-end.ts";
import { addressOf } from "./proxy.ts";

const MAX_ORIGINS = 1000;
const MAX_IDLE = 8;

/** A response, and what shows whether its body came whole. */
export interface Kept {
  readonly response: Response;
  /** How the connection that it came on was lost, if it was reset. */
  readonly reset: () => Error | undefined;
  readonly gzip: GzipEnd;
}

export class KeptConnections {
  readonly #kept: RecentMap<KeptConnection[]> = new RecentMap(MAX_ORIGINS, {
    dropped: (connections) => connections.forEach(close),
  });

  /**
   * @param connect looks the name up and connects to an address that is allowed.
   * @param repeats whether a request that a closed connection lost is sent again at once: nobody paces it.
   */
  async request(
    url: string,
    init: RequestInit,
    isAllowed: IsAllowed,
    connect: buildConnector.connector,
    repeats: boolean,
  ): Promise<Kept> {
    const { origin } = new URL(url);
    const kept = this.#liveOf(origin);
    const idle = kept.find(({ isIdle }) => isIdle);
    if (idle?.address !== undefined && isAllowed(idle.address)) {
      try {
        return await idle.request(url, init, connect);
      } catch (error) {
        noteReuse(error, true);
        if (!repeats || !isClosed(error) || !isRepeatable(init.method ?? "GET", init.body, init.signal)) throw error;
      }
    }
    const made = new KeptConnection(origin, connect);
    try {
      const result = await made.request(url, init, connect);
      const live = this.#liveOf(origin);
      if (live.length < MAX_IDLE) live.push(made);
      else close(made);
      return result;
    } catch (error) {
      noteReuse(error, false);
      close(made);
      throw error;
    }
  }

  #liveOf(origin: string): KeptConnection[] {
    const known = this.#kept.get(origin) ?? [];
    const live = known.filter((one) => one.address !== undefined);
    for (const one of known) if (one.address === undefined) close(one);
    this.#kept.set(origin, live);
    return live;
  }
}

class KeptConnection {
  readonly #pool: Pool;
  #connect: buildConnector.connector;
  #socket: Socket | undefined;
  #reset: Error | undefined;
  #isTaken = false;

  constructor(origin: string, connect: buildConnector.connector) {
    this.#connect = connect;
    const connectNow: buildConnector.connector = (options, callback) => {
      // After a body that was cancelled undici connects again, for nobody, and keeps that connection for seconds.
      if (!this.#isTaken) return callback(new Error("no request"), null);
      this.#connect(options, (...result) => {
        // undici leaves the second argument out after an error, whatever its types say.
        if (result[1]) this.#watch(result[1]);
        callback(...result);
      });
    };
    this.#pool = new Pool(origin, { connect: connectNow, connections: 1 });
  }

  /** Where the connection leads; undefined if it is closed. */
  get address(): string | undefined {
    return addressOf(this.#socket);
  }

  get isIdle(): boolean {
    return !this.#isTaken && this.#pool.stats.size === 0;
  }

  /** @param connect is used if the connection has just been closed. */
  async request(url: string, init: RequestInit, connect: buildConnector.connector): Promise<Kept> {
    this.#isTaken = true;
    this.#connect = connect;
    this.#reset = undefined;
    try {
      const gzip = new GzipEnd();
      const dispatch: Pool["dispatch"] = (options, handler) => this.#pool.dispatch(options, gzip.noting(handler));
      // undici has types of its own for the same interfaces.
      const response = (await fetch(url, { ...init, dispatcher: { dispatch } } as never)) as unknown as Response;
      return { response, reset: () => this.#reset, gzip };
    } finally {
      this.#isTaken = false;
    }
  }

  /** Requests that are running end first. */
  close(): void {
    this.#pool.close().catch(() => undefined);
  }

  #watch(socket: Socket): void {
    this.#socket = socket;
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET") this.#reset = error;
    });
    socket.once("close", () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
  }
}

const close = (connection: KeptConnection): void => connection.close();
