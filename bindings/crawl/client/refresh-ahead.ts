/**
 * Fetches a robots.txt again before it expires, so that nobody waits for it: while somebody asks about the origin, or waits for its turn.
 * Meanwhile the old copy decides, for at most the 24 hours of RFC 9309 §2.4. One attempt for each copy: if it fails, nothing changes
 * before the copy expires.
 */
import type { StoredEntry } from "../../core/access/index.ts";
import { DAY_MS, isFresh } from "../../core/access/internal.ts";
import { MAX_TIMER_MS } from "./client-options.ts";
import type { Permission } from "./permission.ts";

export interface AheadSettings {
  readonly clock: () => number;
  /** How long before its end a lifetime is renewed. */
  readonly refreshAheadMs?: number;
}

export interface AheadLoader {
  /** What this process knows of the origin. */
  known(origin: string): StoredEntry | undefined;
  /** Puts what it learns into memory. */
  fetchAhead(origin: string, known: StoredEntry, permission: Permission): Promise<unknown>;
}

interface Watch {
  waiting: number;
  /** A bound one, if any caller has one. */
  permission: Permission;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const HOUR_MS = 3_600_000;
/** A file with a lifetime of almost nothing is not fetched all the time. */
const LEAST_PAUSE_MS = 50;

export class RefreshAhead {
  readonly #settings: AheadSettings;
  readonly #loader: AheadLoader;
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #tried = new WeakSet<StoredEntry>();
  readonly #watches = new Map<string, Watch>();

  constructor(settings: AheadSettings, loader: AheadLoader) {
    this.#settings = settings;
    this.#loader = loader;
  }

  /** Whether the entry decides: it is fresh, or its successor is on the way. */
  decides(origin: string, entry: StoredEntry | undefined): entry is StoredEntry {
    const nowMs = this.#settings.clock();
    if (isFresh(nowMs, entry)) return true;
    return entry !== undefined && this.#running.has(origin) && nowMs - decidedAtMs(entry) < DAY_MS;
  }

  /** To be called when somebody asks. */
  startIfDue(origin: string, entry: StoredEntry, permission: Permission): void {
    if (entry.status === "unreachable" || this.#tried.has(entry) || this.#running.has(origin)) return;
    if (this.#settings.refreshAheadMs === 0 || this.#settings.clock() < this.#dueAtMs(entry)) return;
    this.#tried.add(entry);
    // The caller of a later fetch learns of failures.
    const running = this.#loader.fetchAhead(origin, entry, permission).catch(() => undefined);
    this.#running.set(origin, running);
    void running.finally(() => this.#running.delete(origin));
  }

  async settled(origin: string): Promise<void> {
    await this.#running.get(origin);
  }

  /** Keeps the file of the origin fresh until the promise settles. */
  async during<T>(origin: string, waiting: Promise<T>, permission: Permission): Promise<T> {
    const watch = this.#watches.get(origin) ?? { waiting: 0, permission, timer: undefined };
    if (permission.isBound) watch.permission = permission;
    this.#watches.set(origin, watch);
    if (watch.waiting++ === 0) this.#look(origin, watch);
    try {
      return await waiting;
    } finally {
      if (--watch.waiting === 0) {
        clearTimeout(watch.timer);
        this.#watches.delete(origin);
      }
    }
  }

  #look(origin: string, watch: Watch): void {
    const entry = this.#loader.known(origin);
    if (entry === undefined || watch.waiting === 0 || this.#settings.refreshAheadMs === 0) return;
    this.startIfDue(origin, entry, watch.permission);
    const running = this.#running.get(origin);
    if (running !== undefined) void running.then(() => this.#look(origin, watch));
    else if (!this.#tried.has(entry)) this.#lookAt(origin, watch, this.#dueAtMs(entry) - this.#settings.clock());
  }

  #lookAt(origin: string, watch: Watch, ms: number): void {
    watch.timer = setTimeout(() => this.#look(origin, watch), Math.min(Math.max(ms, LEAST_PAUSE_MS), MAX_TIMER_MS));
    (watch.timer as { unref?(): void }).unref?.();
  }

  #dueAtMs({ fetchedAtMs, expiresAtMs }: StoredEntry): number {
    const lifetimeMs = expiresAtMs - fetchedAtMs;
    const aheadMs = this.#settings.refreshAheadMs ?? Math.min(lifetimeMs / 10, HOUR_MS);
    // Not twice as often as the origin asks.
    return expiresAtMs - Math.min(aheadMs, lifetimeMs / 2);
  }
}

/** When the origin last gave or confirmed what decides. */
const decidedAtMs = ({ copy, fetchedAtMs }: StoredEntry): number => copy?.fetchedAtMs ?? fetchedAtMs;
