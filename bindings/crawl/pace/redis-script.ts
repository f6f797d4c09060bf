/**
 * The script of `redisPaceStore`. A host is three keys that expire by Redis' clock: who holds it, that it is closed, and who waits. A fourth
 * key, the epoch, is that of all hosts of a slot and never expires.
 *
 * The epoch is a random value beside the identity of the server that made it. Where it is missing (FLUSHALL, another server), or a server
 * finds that of another one (a restart from a snapshot, a replica that was promoted), the store may have forgotten hosts: a new epoch begins.
 * A server that does not know the script is asked who it is; others are not.
 *
 * Who is refused stands in line. Whoever gives a host back has the first in line told when its turn comes, and the host is kept for it until
 * it is late; the second is told when to come if the first does not. Who cannot be told asks again when its turn should come, by the interval
 * and by how long the last request took.
 */

/** The server got the command after its deadline. */
export const LATE = -3;
/** The epoch is not the one that the process knows. */
export const FORGOT = -2;
export const HELD = -1;

/** For how long after a store began nobody gets a host: others may have to say first what they hold. */
export const GRACE_MS = 1000;
/** For how long a free host is kept for the first in line, if it hears of its turn, and if it does not. */
const LATE_MS = 2000;
const UNTOLD_LATE_MS = 200;
/** For how long it is known who was late. */
const KEEP_MS = 60_000;
/** The channel on which a process is told of its turns: the time in milliseconds, and the host. */
export const TURN_CHANNEL = "robots-wasm:turn:";
/** A host that others hold is asked for again after this time at least. */
const LEAST_RETRY_MS = 50;

// A key with less than a millisecond left has a PTTL of 0, a key without expiry, which others wrote, one of -1. `pcall` returns an error
// for a key of another type. A clock that was set back would lengthen pauses: the whole pause is counted from then on.
// KEYS: held, closed, line, next, epoch. ARGV: what to do, holder, ms, a new epoch, "new" to ask who the server is, deadline, the known epoch or
// "again" for a hold of before, the interval, the host, "told" if the process hears of turns. A full Redis writes nothing, but lets expire:
// then the hold closes the host.
export const SCRIPT: string = `local t = redis.call("TIME") local now = t[1] * 1000 + math.floor(t[2] / 1000)
local id, run, born
local known = redis.pcall("GET", KEYS[5])
if type(known) == "string" then id, run, born = string.match(known, "^(%S+) (%S*) (%d+)$") end
local server = run or ""
if ARGV[5] == "new" then
local info = redis.pcall("INFO", "server")
server = type(info) == "string" and string.match(info, "run_id:(%x+)") or "" end
local function whole(ms) return string.format("%.0f", math.ceil(ms)) end
if not id or (ARGV[5] == "new" and (server == "" or server ~= run)) or tonumber(born) > now then
if not id or tonumber(born) <= now then id = ARGV[4] end
run, born = server, now redis.call("SET", KEYS[5], id .. " " .. run .. " " .. whole(born)) end
local function say(answer) return { math.ceil(answer), now, id, run } end
local ms, interval, again = tonumber(ARGV[3]), tonumber(ARGV[8]), ARGV[7] == "again"
local function text(key) local value = redis.pcall("GET", key) return type(value) == "string" and value or "" end
local owner, hold, since = string.match(text(KEYS[1]), "^(.*) (%d+) (%d+)$")
local pause, took = string.match(text(KEYS[2]), "^(%d+) (%d+)$")
if owner then took = math.max(0, now - since) end
local cycle = interval * 1.12 + (took or 0) + 8
local function left(key, most)
local ttl = redis.call("PTTL", key)
if most and ttl > most then redis.call("PEXPIRE", key, most) ttl = most end return ttl end
local closed = left(KEYS[2], tonumber(pause))
local me = string.match(ARGV[2], "^[^:]*")
if type(redis.pcall("ZCARD", KEYS[3])) ~= "number" then redis.call("DEL", KEYS[3]) end
local first, kept, patience = string.match(text(KEYS[4]), "^(%S+) (%d+) (%d+)$")
kept = first and left(KEYS[4], kept + ${KEEP_MS}) - ${KEEP_MS}
local function keep(one, after, late)
redis.pcall("SET", KEYS[4], one .. " " .. whole(after + late) .. " " .. late, "PX", whole(after + late + ${KEEP_MS})) end
if ARGV[1] == "release" then
if ms > 0 and closed < ms then
local set = redis.pcall("SET", KEYS[2], ARGV[3] .. " " .. (took or 0), "PX", ARGV[3])
if set.err then if owner == ARGV[2] then redis.call("PEXPIRE", KEYS[1], ARGV[3]) end return set end
closed = ms end
if owner == ARGV[2] then redis.call("DEL", KEYS[1]) owner = nil end
redis.call("ZREM", KEYS[3], me)
if owner then return say(0) end
local rest = math.max(0, closed) + 1
for place, one in ipairs(redis.call("ZRANGE", KEYS[3], 0, 1)) do
local after = rest + (place - 1) * (2 * cycle + ${LATE_MS})
local heard = redis.pcall("PUBLISH", "${TURN_CHANNEL}" .. one, whole(after) .. " " .. ARGV[9])
if place == 1 then keep(one, rest, type(heard) == "number" and heard > 0 and ${LATE_MS} or ${UNTOLD_LATE_MS}) end end
return say(0) end
if now > tonumber(ARGV[6]) then return say(${LATE}) end
local function take(since)
redis.call("SET", KEYS[1], ARGV[2] .. " " .. ARGV[3] .. " " .. whole(since), "PX", ARGV[3]) return say(0) end
if ms > 0 and owner == ARGV[2] then return take(since) end
if not again and ARGV[7] ~= "" and ARGV[7] ~= id then return say(${FORGOT}) end
local function wait(after, exact)
if ms == 0 or again then return say(after) end
redis.call("ZADD", KEYS[3], "NX", now, me)
local rank = redis.call("ZRANK", KEYS[3], me)
if rank == 0 and exact then keep(me, after, ${UNTOLD_LATE_MS})
else
after = after + rank * cycle
if ARGV[10] == "told" then after = after * 2 + ${LATE_MS} end end
redis.call("PEXPIRE", KEYS[3], whole(after + ${KEEP_MS}))
return say(after) end
if not again then
if closed >= 0 then return wait(closed + 1, true) end
local rest = born + math.max(interval, ${GRACE_MS}) - now
if rest > 0 then return wait(rest, true) end end
if ms == 0 then return say(0) end
if left(KEYS[1], tonumber(hold)) >= 0 then
if again then return say(${HELD}) end return wait(math.max(interval, ${LEAST_RETRY_MS})) end
local free = now
if not again and first then
if first ~= me and kept > 0 then return wait(kept) end
free = free - math.max(0, patience - kept)
redis.call("ZREM", KEYS[3], first) redis.call("DEL", KEYS[4]) end
redis.call("ZREM", KEYS[3], me)
return take(free)`;
