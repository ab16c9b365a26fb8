-- Trim a shard's feed behind all its readers and behind a moment, and record the cursor from which on it is complete.
-- KEYS  feed, checkpoints
-- ARGV  the moment in ms, names of the projections that read the feed
-- Gives how many entries were removed. The newest entry always stays.
local feed, read = KEYS[1], KEYS[2]

local function is_before(one, other)
  local ms, number = string.match(one, '^(%d+)-(%d+)$')
  local other_ms, other_number = string.match(other, '^(%d+)-(%d+)$')
  ms, other_ms = tonumber(ms), tonumber(other_ms)
  return ms < other_ms or (ms == other_ms and tonumber(number) < tonumber(other_number))
end

local newest = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
if not newest then return 0 end
local bound = newest[1]
local moment = ARGV[1] .. '-0'
if is_before(moment, bound) then bound = moment end
for i = 2, #ARGV do
  local cursor = redis.call('HGET', read, ARGV[i])
  if not cursor then return 0 end
  if is_before(cursor, bound) then bound = cursor end
end
local removed = redis.call('XTRIM', feed, 'MINID', '~', bound)
if removed > 0 then redis.call('HSET', read, 'trimmed', bound) end
return removed
