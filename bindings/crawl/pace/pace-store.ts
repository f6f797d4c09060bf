/** Where several processes keep which host is busy or closed, so that together they are as polite as one. */

/**
 * Hosts that several processes share. It must measure time by itself: processes' clocks differ. A store that may have lost values
 * answers with the time for which nobody may ask.
 */
export interface PaceStore {
  /**
   * Takes the host for `holder` unless another holder has it or it is closed. A holder that crashes loses it after `holdMs`. If
   * `holder` has the host, it keeps it for `holdMs` from now on. A `holdMs` of 0 only asks.
   * @param intervalMs how long the host rests between two requests: a store that may have forgotten hosts grants none before
   * @returns 0 if the host may be requested now; the milliseconds for which it is closed; or "held" if another holder has it.
   */
  hold(host: string, holder: string, holdMs: number, intervalMs?: number): Promise<number | "held">;
  /** Gives the host back if `holder` has it, and closes it for `waitMs` at least, whoever has it. */
  release(host: string, holder: string, waitMs: number): Promise<unknown>;
  /**
   * Calls `onTurn` when a host that a holder of this process was refused will be free for it: then it asks again. Holders' names start
   * with their process and a colon. Without it, or where it tells nothing, processes ask again when the time is over that `hold` returned.
   * @returns a function that stops this
   */
  listen?(process: string, onTurn: (host: string, inMs: number) => void): () => void;
}
