-- Append versions to a game's log, all of them or none.
--
-- KEYS  log, feed, due[, claim][, hashes beside the log][, hash of the identity]: all of one shard, hence of one slot
-- ARGV  game, expected version, chain of that version ('' for 0), number of versions, number of deadlines,
--       claim's seconds to live ('' without one), claim's value, number of values to set beside the log,
--       number of values that must stand there already, the identity that the shard must bear ('' for any),
--       then name and due time of each deadline ('0' removes it),
--       then for each value the place of its hash in KEYS, its field and the value ('' removes it),
--       then for each of the others the same ('' stands for none),
--       then for each version its header, its number of events, and the events
-- Gives {'OK', head}, {'OK', head, 'again'} (written before), {'REPLACED', head}, {'FACTS', head},
--       {'DUPLICATE', claim's value}, {'CONFLICT', head, entries} or {'CHAIN', head}.
-- The entries are those after the expected version, if they are few and that version bears the chain.
--
-- Neither Lua nor MULTI rolls back, so whatever can fail is checked before the first write: a key that is read before
-- that need not be asked for its kind. A client that lost the reply may send the same call again: a version's identity
-- is the first two words of its header (chain, command id).
local log, feed, due, claim = KEYS[1], KEYS[2], KEYS[3], ARGV[6] ~= '' and KEYS[4]
local game, expected, chain = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local count, deadlines, values, given = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[8]), tonumber(ARGV[9])
local known = ARGV[10]

local function is_kind(key, kind)
  local found = redis.call('TYPE', key).ok
  return found == kind or found == 'none'
end

local current, last = newest(log)

local function stored_header(version)
  local entry = version == current and last or opening(log, version)
  return entry and header(entry) or ''
end

local function identity(header) return string.match(header, '^%S+ %S+') end

if not (is_kind(feed, 'stream') and (deadlines == 0 or is_kind(due, 'zset'))) then
  return redis.error_reply('WRONGTYPE a key of the append holds something else')
end

for i = claim and 5 or 4, values > 0 and #KEYS or 0 do
  if not is_kind(KEYS[i], 'hash') then
    return redis.error_reply('WRONGTYPE a key beside the log holds something else')
  end
end

local at = 10
local moments = {}
for i = 1, deadlines do
  moments[i] = {game .. ':' .. ARGV[at + 1], assert(tonumber(ARGV[at + 2]), 'deadline') and ARGV[at + 2]}
  at = at + 2
end
local beside = {}
for i = 1, values + given do
  beside[i] = {assert(KEYS[tonumber(ARGV[at + 1])], 'hash'), ARGV[at + 2], assert(ARGV[at + 3], 'value')}
  at = at + 3
end
-- an entry: the first event with the header, the others by their indexes, and how long after its time the feed has it
local versions = {}
for i = 1, count do
  local header, events = assert(ARGV[at + 1], 'header'), assert(tonumber(ARGV[at + 2]), 'number of events')
  assert(1 <= events and events <= 1000, 'number of events')
  local entry = {'e', ARGV[at + 3] .. '\n' .. header}
  for j = 1, events - 1 do
    entry[2 * j + 1], entry[2 * j + 2] = j, assert(ARGV[at + 3 + j], 'event')
  end
  versions[i] = {header, entry, assert(tonumber(string.match(header, '^%S+ %S+ %S+ (%S+)') or '', 36), 'time')}
  at = at + 2 + events
end
assert(at == #ARGV, 'arguments')

local function is_written()
  for i = 1, count do
    if identity(stored_header(expected + i)) ~= identity(versions[i][1]) then return false end
  end
  return true
end

local function is_given()
  for i = values + 1, values + given do
    local hash, field, value = unpack(beside[i])
    if (redis.call('HGET', hash, field) or '') ~= value then return false end
  end
  return true
end

if current >= expected + count and is_written() then return {'OK', expected + count, 'again'} end
if known ~= '' and redis.call('HGET', KEYS[#KEYS], 'store') ~= known then return {'REPLACED', current} end
if not is_given() then return {'FACTS', current} end
local claimed = claim and redis.call('GET', claim)
if claimed then return {'DUPLICATE', claimed} end
local is_known = expected == 0 or string.match(stored_header(expected), '^%S*') == chain
if current ~= expected then
  local missed = {}
  if is_known and current > expected then
    missed = redis.call('XRANGE', log, (expected + 1) .. '-0', '+', 'COUNT', 65)
  end
  return {'CONFLICT', current, #missed > 64 and {} or missed}
end
if not is_known then return {'CHAIN', current} end

for i = 1, count do
  local _, entry, time = unpack(versions[i])
  local cursor = redis.call('XADD', feed, '*', 'g', game .. ':' .. (expected + i))
  local ms, number = string.match(cursor, '^(%d+)-(%d+)$')
  local since = string.format('%.0f', tonumber(ms) - time)
  entry[#entry + 1], entry[#entry + 2] = 'f', number == '0' and since or since .. '-' .. number
  local added = redis.pcall('XADD', log, (expected + i) .. '-0', unpack(entry))
  if type(added) == 'table' then  -- only for the first one: the log has lost its newest entries, but not their numbers
    redis.call('XDEL', feed, cursor)
    return added
  end
end
for i = 1, deadlines do
  local member, moment = unpack(moments[i])
  if moment == '0' then redis.call('ZREM', due, member) else redis.call('ZADD', due, moment, member) end
end
for i = 1, values do
  local hash, field, value = unpack(beside[i])
  if value == '' then redis.call('HDEL', hash, field) else redis.call('HSET', hash, field, value) end
end
if claim then redis.call('SET', claim, ARGV[7], 'EX', ARGV[6]) end
return {'OK', expected + count}
