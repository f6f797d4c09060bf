/**
 * Which groups a crawler obeys (RFC 9309 §2.2.1), as bindings/core/reader/groups.ts selects them: all groups that name it,
 * as one; else all groups for `*`; else none. A group is a run of user-agent lines and what follows it, up to the next run.
 */

import {
  AGENT_LINES,
  DIALECT_FLAGS_AT,
  EMPTY_GROUPS,
  FIELDS_START,
  HAS_LICENSE,
  IS_NAMED,
  KIND_ALLOW,
  KIND_BLANK,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  KIND_USER_AGENT,
  MERGES,
  MERGES_STAR,
  NO_RECORD,
  OTHER_RUN,
  SELECTING_LINE,
} from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { isStar, namesAgent } from "./agents";
import { isName } from "./field-names";
import {
  flagLine,
  isLicense,
  keyEndOf,
  keyStartOf,
  kindOf,
  LISTED_BYTES,
  RECORD_BYTES,
  valueEndOf,
  valueStartOf,
} from "./records";

/** The end of the rules that have been listed. */
let rulesEnd: usize = 0;
let records: usize = 0;
let recordsEnd: usize = 0;
let dialectAt: usize = 0;

/**
 * Selects from the records [from, end), which were read last, for the tokens in [tokens, tokensEnd), each a length of four bytes
 * and its bytes: the first that a group names, else `*`. The list [list, listEnd) has room for all records: rules are listed from
 * its start up, fields from its end down, both in file order. Returns the end of the rules; what else it finds is in FOUND.
 */
export function selectGroups(
  from: usize,
  end: usize,
  tokens: usize,
  tokensEnd: usize,
  list: usize,
  listEnd: usize,
  dialect: usize,
): usize {
  records = from;
  recordsEnd = end;
  dialectAt = dialect;
  rulesEnd = list;
  store<u32>(FIELDS_START, <u32>listEnd);
  let selecting: usize = 0;
  for (let token = tokens; token + 4 <= tokensEnd && selecting == 0; ) {
    const tokenEnd = token + 4 + min(<usize>load<u32>(token), tokensEnd - token - 4);
    selecting = walkGroups(token + 4, tokenEnd, MERGES);
    token = tokenEnd;
  }
  store<u32>(IS_NAMED, <u32>(selecting != 0));
  if (selecting == 0) selecting = walkGroups(0, 0, MERGES_STAR);
  store<u32>(SELECTING_LINE, <u32>selecting);
  if (load<u32>(HAS_LICENSE) != 0 && !hasLicense(listEnd)) listGlobalLicenses();
  return rulesEnd;
}

function hasLicense(listEnd: usize): bool {
  for (let at = <usize>load<u32>(FIELDS_START); at < listEnd; at += LISTED_BYTES) {
    countTurn();
    if (isLicense(load<u32>(at))) return true;
  }
  return false;
}

/** RSL 1.0: the licences outside groups apply to a group that has none. */
function listGlobalLicenses(): void {
  let isOutside = true;
  for (let at = records; at < recordsEnd; at += RECORD_BYTES) {
    countTurn();
    const kind = kindOf(at);
    if (kind == KIND_USER_AGENT) isOutside = false;
    else if (kind == KIND_BLANK) isOutside = true;
    else if (isOutside && kind == KIND_OTHER && isLicense(at)) listField(at);
  }
}

function listField(field: usize): void {
  const to = load<u32>(FIELDS_START) - <u32>LISTED_BYTES;
  store<u32>(to, <u32>field);
  store<u32>(FIELDS_START, to);
}

/**
 * Lists what the groups hold that name the token, or `*` if `token` is 0: all groups, or the first without `merges`. Returns the
 * first user-agent line that does so, or 0.
 */
function walkGroups(token: usize, tokenEnd: usize, merges: u32): usize {
  let selecting: usize = 0;
  const flags = load<u32>(dialectAt, DIALECT_FLAGS_AT);
  const mergesAll = (flags & merges) != 0;
  const emptyGroups = (flags & EMPTY_GROUPS) != 0;
  for (let line = <usize>load<u32>(AGENT_LINES); load<u32>(line) != NO_RECORD; ) {
    const start = load<u32>(line);
    const runEnd = endOfRun(start);
    const agent = findAgent(line, runEnd, token, tokenEnd);
    line = firstAfter(line, runEnd);
    // Where user-agent lines without a rule are not a group, a rule follows the run.
    if (agent == 0 || (!emptyGroups && (runEnd == recordsEnd || !isRule(kindOf(runEnd))))) continue;
    if (selecting == 0) selecting = agent;
    listGroup(start, runEnd, agent, token, tokenEnd);
    if (!mergesAll) break;
  }
  return selecting;
}

/** Only rules end a run of user-agent lines (RFC 9309 §2.2.4), and empty lines in the older dialects. */
function endOfRun(at: usize): usize {
  for (; at < recordsEnd; at += RECORD_BYTES) {
    countTurn();
    const kind = kindOf(at);
    if (isRule(kind) || kind == KIND_BLANK) return at;
  }
  return at;
}

/** Skips the user-agent lines of a run. */
function firstAfter(line: usize, runEnd: usize): usize {
  for (; load<u32>(line) < <u32>runEnd; line += LISTED_BYTES) countTurn();
  return line;
}

function isRule(kind: u32): bool {
  return kind - KIND_ALLOW <= KIND_DISALLOW - KIND_ALLOW;
}

/** The first user-agent line of the run that names the token, or `*` if `token` is 0; 0 without one. */
function findAgent(line: usize, runEnd: usize, token: usize, tokenEnd: usize): usize {
  for (; load<u32>(line) < <u32>runEnd; line += LISTED_BYTES) {
    countTurn();
    const agent = <usize>load<u32>(line);
    if (isMeant(agent, token, tokenEnd)) return agent;
  }
  return 0;
}

/** Whether a user-agent line names the token, or `*` if `token` is 0. */
function isMeant(agent: usize, token: usize, tokenEnd: usize): bool {
  const value = valueStartOf(agent);
  const valueEnd = valueEndOf(agent);
  const star = isStar(value, valueEnd, dialectAt);
  return token == 0 ? star : !star && namesAgent(value, valueEnd, token, tokenEnd, dialectAt);
}

/** Lists what follows until the next user-agent line, or the next empty line in the older dialects. */
function listGroup(start: usize, runEnd: usize, agent: usize, token: usize, tokenEnd: usize): void {
  const isOwn = listBeforeRules(start, runEnd, agent, token, tokenEnd);
  for (let at = runEnd; at < recordsEnd; at += RECORD_BYTES) {
    countTurn();
    const kind = kindOf(at);
    if (isRule(kind)) {
      store<u32>(rulesEnd, <u32>at);
      rulesEnd += LISTED_BYTES;
    } else if (kind == KIND_OTHER) listFieldOf(isOwn, at);
    else if (kind != KIND_SITEMAP) return;
  }
}

/**
 * Lists the fields among the user-agent lines, of which `agent` is the first that names the token. Returns whether one does of those
 * at the end that no other record parts.
 */
function listBeforeRules(start: usize, runEnd: usize, agent: usize, token: usize, tokenEnd: usize): bool {
  let isOwn = false;
  let follows = false;
  for (let at = start; at < runEnd; at += RECORD_BYTES) {
    countTurn();
    const isAgent = kindOf(at) == KIND_USER_AGENT;
    if (isAgent) isOwn = (isOwn && follows) || (at >= agent && isMeant(at, token, tokenEnd));
    else if (kindOf(at) == KIND_OTHER) listFieldOf(isOwn, at);
    follows = isAgent;
  }
  return isOwn;
}

/** Lists a field, marked if it is about pace and its user-agent lines do not name the agent (docs/dialects.md). */
function listFieldOf(isOwn: bool, field: usize): void {
  // Of the names that the dialect lists, fields have those about pace alone.
  if (!isOwn && isName(keyStartOf(field), keyEndOf(field), dialectAt)) flagLine(field, OTHER_RUN);
  listField(field);
}
