-- Replace fields of a hash if all of them are still what they were; '' stands for a field that is not there.
-- KEYS hash; ARGV for each field its name, old value, new value. Gives 1 or 0.
for i = 1, #ARGV, 3 do
  if (redis.call('HGET', KEYS[1], ARGV[i]) or '') ~= ARGV[i + 1] then return 0 end
end
for i = 1, #ARGV, 3 do
  if ARGV[i + 2] == '' then redis.call('HDEL', KEYS[1], ARGV[i]) else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 2]) end
end
return 1
