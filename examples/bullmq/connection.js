import { Redis } from "ioredis";

export const QUEUE = "robots-wasm";

/** BullMQ asks for connections that repeat their commands without a limit. */
export const connect = () =>
  new Redis(process.env.REDIS_URL ?? "redis://127.0.0.1:6379", { maxRetriesPerRequest: null });
