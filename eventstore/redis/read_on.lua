-- Save how far a projection has read a feed, unless it has read further already; START begins again.
-- KEYS  checkpoints
-- ARGV  projection, cursor
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept and ARGV[2] ~= '0-0' then
  local ms, number = string.match(ARGV[2], '^(%d+)-(%d+)$')
  local kept_ms, kept_number = string.match(kept, '^(%d+)-(%d+)$')
  ms, kept_ms = tonumber(ms), tonumber(kept_ms)
  if ms < kept_ms or (ms == kept_ms and tonumber(number) < tonumber(kept_number)) then return 0 end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
