-- Move entries of games from the facts of their owner to the sorted set from which lists in the archive are made.
-- KEYS  facts of the owner, filed
-- ARGV  owner, prefix of the facts, the fact for the time of their newest event, that time (ms), then the games
-- A fact is `TIME NOTE`. Gives how many moved; those that are not in the list are left out.
local facts, filed = KEYS[1], KEYS[2]
local count = 0
for i = 5, #ARGV do
  local field = ARGV[2] .. ARGV[i]
  local time, note = string.match(redis.call('HGET', facts, field) or '', '^(%d+) (%S+)$')
  if time then
    redis.call('ZADD', filed, 0, string.format('%s/%015.0f.%s %s', ARGV[1], tonumber(time), ARGV[i], note))
    redis.call('HDEL', facts, field)
    count = count + 1
  end
end
if count > 0 and tonumber(redis.call('HGET', facts, ARGV[3]) or '0') < tonumber(ARGV[4]) then
  redis.call('HSET', facts, ARGV[3], ARGV[4])
end
return count
