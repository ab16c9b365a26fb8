-- Replace a field of a hash if it is still what it was. KEYS hash; ARGV field, old value, new value. Gives 1 or 0.
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
