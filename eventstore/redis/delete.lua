-- Delete a game and all that stands beside its log; the feed says so with version 0.
-- KEYS  log, feed, due, then the keys beside the log;  ARGV  game
local log, feed, due = KEYS[1], KEYS[2], KEYS[3]
local known = redis.call('EXISTS', log) == 1
local moments, cursor = {}, '0'
repeat
  local page = redis.call('ZSCAN', due, cursor, 'MATCH', ARGV[1] .. ':*', 'COUNT', 1000)
  cursor = page[1]
  for i = 1, #page[2], 2 do moments[#moments + 1] = page[2][i] end
until cursor == '0'
if known then redis.call('XADD', feed, '*', 'g', ARGV[1], 'v', 0) end
for _, moment in ipairs(moments) do redis.call('ZREM', due, moment) end
redis.call('DEL', log)
for i = 4, #KEYS do redis.call('DEL', KEYS[i]) end
return known and 1 or 0
