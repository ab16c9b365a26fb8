-- Replace lists of the archive, and entries that are noted here, by new lists, unless the lists have changed meanwhile.
-- KEYS  filed, unfiled, shelf
-- ARGV  the lists so far ('' for none), the lists from now on, the time (ms), number of replaced lists, number of noted
--       entries, then the fields for the time at which each of them was replaced, these entries, and removals that are done
-- Gives 1, or 0 if nothing was done.
local filed, unfiled, shelf = KEYS[1], KEYS[2], KEYS[3]
if (redis.call('HGET', shelf, 'lists') or '') ~= ARGV[1] then return 0 end
local replaced, noted = 5 + tonumber(ARGV[4]), 5 + tonumber(ARGV[4]) + tonumber(ARGV[5])
redis.call('HSET', shelf, 'lists', ARGV[2])
for i = 6, replaced do redis.call('HSET', shelf, ARGV[i], ARGV[3]) end
for i = replaced + 1, noted do redis.call('ZREM', filed, ARGV[i]) end
for i = noted + 1, #ARGV do redis.call('SREM', unfiled, ARGV[i]) end
return 1
