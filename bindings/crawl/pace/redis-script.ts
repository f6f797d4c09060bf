/**
 * The script of `redisPaceStore`. A host is three keys that expire by Redis' clock: who holds it, that it is closed, and who waits. A fourth
 * key, the epoch, is that of all hosts of a slot and never expires.
 *
 * The epoch is a random value beside the identity of the server that made it. Where it is missing (FLUSHALL, another server), or a server
 * finds that of another one (a restart from a snapshot, a replica that was promoted), the store may have forgotten hosts: a new epoch begins.
 * A server that does not know the script is asked who it is; others are not.
 *
 * Who is refused stands in line: it is told when its turn will come, by the interval and by how long the last request took, so nobody asks
 * all the time. Who comes too late for its turn has left.
 */

/** The server got the command after its deadline. */
export const LATE = -3;
/** The epoch is not the one that the process knows. */
export const FORGOT = -2;
export const HELD = -1;

/** For how long after a store began nobody gets a host: others may have to say first what they hold. */
export const GRACE_MS = 1000;
const LATE_MS = 200;
/** A host that others hold is asked for again after this time at least. */
const LEAST_RETRY_MS = 50;

// A key with less than a millisecond left has a PTTL of 0, a key without expiry, which others wrote, one of -1. `pcall` returns an error
// for a key of another type. A clock that was set back would lengthen pauses: the whole pause is counted from then on.
// KEYS: held, closed, line, epoch. ARGV: what to do, holder, ms, a new epoch, "new" to ask who the server is, deadline, the known epoch or
// "again" for a hold of before, the interval. A full Redis writes nothing, but lets expire: then the hold closes the host.
export const SCRIPT: string = `local t = redis.call("TIME") local now = t[1] * 1000 + math.floor(t[2] / 1000)
local id, run, born
local known = redis.pcall("GET", KEYS[4])
if type(known) == "string" then id, run, born = string.match(known, "^(%S+) (%S*) (%d+)$") end
local server = run or ""
if ARGV[5] == "new" then
local info = redis.pcall("INFO", "server")
server = type(info) == "string" and string.match(info, "run_id:(%x+)") or "" end
if not id or (ARGV[5] == "new" and (server == "" or server ~= run)) or tonumber(born) > now then
if not id or tonumber(born) <= now then id = ARGV[4] end
run, born = server, now redis.call("SET", KEYS[4], id .. " " .. run .. " " .. string.format("%.0f", born)) end
local function say(answer) return { answer, now, id, run } end
local ms, interval, again = tonumber(ARGV[3]), tonumber(ARGV[8]), ARGV[7] == "again"
local function text(key) local value = redis.pcall("GET", key) return type(value) == "string" and value or "" end
local owner, hold, since = string.match(text(KEYS[1]), "^(.*) (%d+) (%d+)$")
local pause, took = string.match(text(KEYS[2]), "^(%d+) (%d+)$")
if owner then took = math.max(0, now - since) end
local function left(key, most)
local ttl = redis.call("PTTL", key)
if most and ttl > most then redis.call("PEXPIRE", key, most) ttl = most end return ttl end
local closed = left(KEYS[2], tonumber(pause))
if ARGV[1] == "release" then
if ms > 0 and closed < ms then
local set = redis.pcall("SET", KEYS[2], ARGV[3] .. " " .. (took or 0), "PX", ARGV[3])
if set.err then if owner == ARGV[2] then redis.call("PEXPIRE", KEYS[1], ARGV[3]) end return set end end
if owner == ARGV[2] then redis.call("DEL", KEYS[1]) end
return say(0) end
if now > tonumber(ARGV[6]) then return say(${LATE}) end
local function take() redis.call("SET", KEYS[1], ARGV[2] .. " " .. ARGV[3] .. " " .. string.format("%.0f", now), "PX", ARGV[3]) return say(0) end
if ms > 0 and owner == ARGV[2] then return take() end
if not again and ARGV[7] ~= "" and ARGV[7] ~= id then return say(${FORGOT}) end
local me, size = string.match(ARGV[2], "^[^:]*"), 0
local function wait(after)
if ms == 0 or again then return say(math.ceil(after)) end
local rank = redis.call("ZRANK", KEYS[3], me) or size
local due = now + after + rank * (interval * 1.12 + (took or 0) + 8)
redis.call("ZADD", KEYS[3], due, me) redis.call("PEXPIRE", KEYS[3], math.ceil(due - now) + ${10 * LATE_MS})
return say(math.ceil(due - now)) end
if ms > 0 then
size = redis.pcall("ZCARD", KEYS[3])
if type(size) ~= "number" then redis.call("DEL", KEYS[3]) size = 0 end
if size > 0 then
local mine = redis.call("ZSCORE", KEYS[3], me)
size = size - redis.call("ZREMRANGEBYSCORE", KEYS[3], "-inf", now - ${LATE_MS})
if mine and tonumber(mine) <= now - ${LATE_MS} then redis.call("ZADD", KEYS[3], mine, me) size = size + 1 end end end
if not again then
if closed >= 0 then return wait(closed + 1) end
local rest = born + math.max(interval, ${GRACE_MS}) - now
if rest > 0 then return wait(rest) end end
if ms == 0 then return say(0) end
if left(KEYS[1], tonumber(hold)) >= 0 then
if again then return say(${HELD}) end return wait(math.max(interval, ${LEAST_RETRY_MS})) end
if not again and size > 0 then
local first = redis.call("ZRANGE", KEYS[3], 0, 0, "WITHSCORES")
if first[1] and first[1] ~= me and tonumber(first[2]) <= now then return wait(first[2] + ${LATE_MS} - now) end
redis.call("ZREM", KEYS[3], me) end
return take()`;
