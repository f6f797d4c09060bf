/**
 * undici 6 and 7, and the `fetch` of Node 22 and 24, end the process if a server closes a connection whose body is read slowly: a
 * listener of the socket asserts that its parser is not paused (nodejs/undici#5360; mended in undici 8). So the end of a connection
 * waits here until the body is read on. No byte is lost, and nothing is read ahead.
 */
import type { EventEmitter } from "node:events";
import { builtinModule } from "../../base/runtime.ts";

type Socket = EventEmitter & {
  allowHalfOpen: boolean;
  read(size?: number): unknown;
  end(): void;
};

let isListening = false;

/** For every connection of undici in this process, whichever copy of undici made it. Does nothing in other runtimes. */
export function deferPausedEnds(): void {
  if (isListening) return;
  isListening = true;
  builtinModule("node:diagnostics_channel")?.subscribe("undici:client:connected", (event) =>
    watch((event as { readonly socket: Socket }).socket),
  );
}

function watch(socket: Socket): void {
  const { emit, read } = socket;
  let isEndDue = false;
  socket.emit = (event, ...words) => {
    try {
      return emit.call(socket, event, ...words);
    } catch (error) {
      const parser = parserOf(socket);
      if ((error as { code?: unknown }).code !== "ERR_ASSERTION" || parser?.paused !== true) throw error;
      if (event !== "end") {
        // The connection is lost, and the request fails with it.
        parser.paused = false;
        return emit.call(socket, event, ...words);
      }
      isEndDue = true;
      // Otherwise Node would destroy the socket, and the parser would not go on.
      socket.allowHalfOpen = true;
      return true;
    }
  };
  // The parser reads when it goes on.
  socket.read = (size) => {
    if (isEndDue) setImmediate(emitEnd);
    isEndDue = false;
    return read.call(socket, size);
  };
  const emitEnd = (): void => {
    socket.emit("end");
    if (!isEndDue) socket.end();
  };
}

function parserOf(socket: object): { paused?: unknown } | undefined {
  const key = Object.getOwnPropertySymbols(socket).find(({ description }) => description === "parser");
  return key && (socket as Record<symbol, { paused?: unknown } | undefined>)[key];
}
