/** Looks an origin up in the archive, page by page, until it is settled or waits for the host. */
import { INVALID_ARCHIVE } from "../embed/errors";
import * as archives from "./archives";
import { askForRules, askPage } from "./asks";
import { authorityOf, isHttps } from "./authority";
import { HOST_VERDICT, NO_FILE } from "./causes";
import { count, MISSING, ORIGINS } from "./counts";
import { addDistinct } from "./distinct";
import {
  ABSENT,
  DISALLOW_ALL,
  FAULT,
  findEntry,
  foundFetchedAt,
  foundStatus,
  programBytesIn,
  programIn,
} from "./entry";
import { hold } from "./held-programs";
import {
  ALLOWED_ALL,
  ASKED,
  HELD,
  hashOfKey,
  keyEndOf,
  keyOf,
  NOT_FOUND,
  REFUSED_ALL,
  referenceOf,
  setFetchedAt,
  setState,
  WAITING,
} from "./origins";
import { lastUpTo, mayHold, valueAt } from "./page";
import { cachedPage } from "./page-cache";
import { MAX_BRANCH_BYTES, referenceEnd, referenceStart } from "./page-layout";
import * as read from "./read-pages";

/** What holds for an origin without a robots.txt. */
export const ALLOW_MISSING: u32 = 0;
export const REFUSE_MISSING: u32 = 1;
export const ASK_MISSING: u32 = 2;
export const TELL_MISSING: u32 = 3;

let dialect: u32 = 0;
let missing: u32 = 0;

/** Says for which dialect programs must be, and what holds for origins without a robots.txt. */
export function startLookups(ofDialect: u32, forMissing: u32): void {
  dialect = ofDialect;
  missing = forMissing;
}

/** Starts to look up an origin. Returns 0 or an error, as the others do; the state of the origin says what came of it. */
export function lookUp(origin: u32): i32 {
  count(ORIGINS);
  addDistinct(hashOfKey(origin));
  if (archives.archiveCount() == 0) return settleMissing(origin);
  const archive = archives.archiveOf(authorityOf(keyOf(origin)), keyEndOf(origin));
  if (archive < 0) return archive;
  return follow(
    origin,
    <u32>archive,
    archives.rootOf(archive),
    archives.pagesStartOf(archive),
    archives.pagesEndOf(archive),
    archives.levelsOf(archive),
  );
}

/** Goes on with the page for which the origin waited. */
export function goOn(origin: u32): i32 {
  const row = referenceOf(origin);
  const page = read.pageOf(row);
  if (page == read.FAULTY) return INVALID_ARCHIVE;
  const archive = read.archiveOf(row);
  const start = read.startOf(row);
  if (page == 0) return waitFor(origin, archive, read.referenceAt(row), start, read.levelOf(row));
  return descend(origin, archive, page, start, read.offsetOf(row), read.levelOf(row));
}

/**
 * Follows a reference to a page. It and the pages below it must lie between `start` and `end`: so no page refers to itself, and
 * no byte belongs to two pages.
 */
function follow(origin: u32, archive: u32, reference: usize, start: u64, end: u64, level: u32): i32 {
  const offset = load<u64>(reference);
  const bytes = load<u32>(reference, 8);
  const most = level == 1 ? archives.maxLeafBytesOf(archive) : MAX_BRANCH_BYTES;
  if (offset < start || offset > end || <u64>bytes > end - offset || bytes > most) return INVALID_ARCHIVE;
  const page = cachedPage(archive, offset, level);
  if (page == 0) return waitFor(origin, archive, reference, start, level);
  return descend(origin, archive, page, start, offset, level);
}

function waitFor(origin: u32, archive: u32, reference: usize, start: u64, level: u32): i32 {
  const ask = askPage(archive, reference, start, level);
  if (ask < 0) return ask;
  setState(origin, WAITING, <u32>ask);
  return 0;
}

/** At most MAX_LEVELS calls deep. */
function descend(origin: u32, archive: u32, page: usize, start: u64, offset: u64, level: u32): i32 {
  const host = authorityOf(keyOf(origin));
  // The key is host and port with the NUL behind them.
  const keyBytes = keyEndOf(origin) + 1 - host;
  if (level == 1) return settle(origin, archive, page, host, keyBytes);
  const child = lastUpTo(page, host, keyBytes);
  if (child < 0) return settleMissing(origin);
  const isAboveLeaves = level == 2;
  if (isAboveLeaves && !mayHold(page, child, <u16>(archives.fnv1a(host, host + keyBytes) >>> 16)))
    return settleMissing(origin);
  if (referenceStart(page, 0) < start) return INVALID_ARCHIVE;
  const childStart = child == 0 ? start : referenceEnd(page, child - 1);
  return follow(origin, archive, valueAt(page, child), childStart, offset, level - 1);
}

function settle(origin: u32, archive: u32, leaf: usize, host: usize, keyBytes: usize): i32 {
  const found = findEntry(leaf, host, keyBytes, isHttps(keyOf(origin)), archives.crawlerOf(archive), dialect);
  if (found == FAULT) return INVALID_ARCHIVE;
  if (found == ABSENT) return settleMissing(origin);
  setFetchedAt(origin, foundFetchedAt());
  if (programIn(found) != 0) return settleRules(origin, programIn(found), programBytesIn(found));
  // Nobody fetched a file that allows or refuses all: the host knows more.
  const source = foundStatus() == 0 ? HOST_VERDICT : NO_FILE + foundStatus();
  setState(origin, found == DISALLOW_ALL ? REFUSED_ALL : ALLOWED_ALL, source);
  return 0;
}

/** The rules hold for the origin from now on. */
export function settleRules(origin: u32, from: usize, bytes: usize): i32 {
  const row = hold(origin, from, bytes);
  if (row < 0) return row;
  setState(origin, HELD, <u32>row);
  return 0;
}

function settleMissing(origin: u32): i32 {
  if (missing == ASK_MISSING) return waitForRules(origin);
  count(MISSING);
  setState(origin, missing == TELL_MISSING ? NOT_FOUND : missing == ALLOW_MISSING ? ALLOWED_ALL : REFUSED_ALL, NO_FILE);
  return 0;
}

export function waitForRules(origin: u32): i32 {
  const ask = askForRules(origin);
  if (ask < 0) return ask;
  setState(origin, ASKED, 0);
  return 0;
}
