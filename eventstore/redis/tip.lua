-- The newest version of a game's log and its header; on request also one of its facts, and its names. Writes nothing.
-- KEYS  log [facts names]
-- ARGV  [the fact, the version that the reader knows, or 0]
-- Gives {version, header}, without a log {0}, and {version} where its entries were trimmed away; with facts
-- {version, header or nil, value or nil, {seat, name, ...}, entries after the known version, if they are few}.
local function tip(log)
  local version, entry = newest(log)
  return {version, entry and header(entry)}
end

local found = tip(KEYS[1])
if #KEYS == 1 then return found end
local known, missed = tonumber(ARGV[2]), {}
if known > 0 and found[1] > known then
  missed = redis.call('XRANGE', KEYS[1], (known + 1) .. '-0', '+', 'COUNT', 65)
end
return {found[1], found[2] or false, redis.call('HGET', KEYS[2], ARGV[1]), redis.call('HGETALL', KEYS[3]),
  #missed > 64 and {} or missed}
