-- Replace a field of a hash if it is still what it was; '' stands for a field that is not there.
-- KEYS hash; ARGV field, old value, new value. Gives 1 or 0.
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return 1
