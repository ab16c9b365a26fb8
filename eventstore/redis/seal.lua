-- Replace places that a run of the archive's index has by that run, unless other runs were made meanwhile.
-- KEYS  away, shelf
-- ARGV  the runs so far ('' for none), the runs from now on, the time (ms), the number of fields that say since when
--       a run is replaced, these, then for each place its game and itself
-- Gives 1, or 0 if nothing was done. A place that was changed meanwhile stays.
local away, shelf = KEYS[1], KEYS[2]
if (redis.call('HGET', shelf, 'runs') or '') ~= ARGV[1] then return 0 end
redis.call('HSET', shelf, 'runs', ARGV[2])
local first = 5 + tonumber(ARGV[4])
for i = 5, first - 1 do redis.call('HSET', shelf, ARGV[i], ARGV[3]) end
for i = first, #ARGV, 2 do
  if redis.call('HGET', away, ARGV[i]) == ARGV[i + 1] then redis.call('HDEL', away, ARGV[i]) end
end
return 1
