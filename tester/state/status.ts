/** What the page last did, or why it could not: read out by screen readers. */
import { type Signal, signal } from "@preact/signals";

export const status: Signal<string> = signal("");

export const fail = (error: Error): void => {
  status.value = `Failed: ${error.message}`;
};

/** After this long without a keystroke the slower work starts. */
export const PAUSE_MS = 150;
/** After this long the sentence is read out. */
export const ANNOUNCE_MS = 500;
