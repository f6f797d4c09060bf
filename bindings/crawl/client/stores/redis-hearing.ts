/** Hears messages of Redis over a connection of its own, which node-redis (from 4) and ioredis make as a copy of theirs. */

export interface Hearing {
  /** Whether Redis has taken the subscription. */
  readonly isOn: boolean;
  stop(): void;
}

/** The parts of both clients that are used. */
interface Subscriber {
  on(event: string, listener: (...words: unknown[]) => void): unknown;
  connect(): Promise<unknown>;
  subscribe(channel: string, listener?: (text: unknown) => void): Promise<unknown>;
  disconnect(): unknown;
}

/** Nothing is heard where the client cannot make a copy, or Redis refuses: then whoever waits asks. */
export function hear(client: object, channel: string, onMessage: (text: string) => void): Hearing {
  const { duplicate } = client as { duplicate?: () => Subscriber };
  const hearing = { isOn: false, stop: (): void => undefined };
  if (typeof duplicate !== "function") return hearing;
  const own = duplicate.call(client);
  own.on("error", () => undefined);
  const take = (text: unknown): void => onMessage(String(text));
  const start = async (): Promise<void> => {
    if ("callBuffer" in client) {
      own.on("message", (_, text) => take(text));
      await own.subscribe(channel);
    } else {
      await own.connect();
      await own.subscribe(channel, take);
    }
    hearing.isOn = true;
  };
  start().catch(() => undefined);
  hearing.stop = () => void (async () => own.disconnect())().catch(() => undefined);
  return hearing;
}
