/** Earlier versions of the file: at most five. */
import { type Signal, signal } from "@preact/signals";

export interface Version {
  /** How it came here, such as "Fetched 09:14". */
  readonly label: string;
  readonly text: string;
  readonly site: string;
}

const MAX_VERSIONS = 5;

/** The newest first. */
export const versions: Signal<readonly Version[]> = signal([]);

export function keepVersion(version: Version): void {
  const others = versions.value.filter(({ text }) => text !== version.text);
  versions.value = [version, ...others].slice(0, MAX_VERSIONS);
}

/** Hours and minutes, such as 09:14. */
export const timeOfDay = (at: Date = new Date()): string =>
  `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
