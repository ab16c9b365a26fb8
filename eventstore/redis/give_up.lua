-- Take a segment from a process that is writing it: from then on that process lets no game go for it.
-- The games of the segment that are not noted to be there are to be overwritten.
-- KEYS  shelf, dead
-- ARGV  the field of the segment, then the places that do not count
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
for i = 2, #ARGV do redis.call('HSET', KEYS[2], ARGV[i], '1') end
return 1
