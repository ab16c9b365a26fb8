-- Keep rows of a projection, each with its places in lists; a row never gives way to one of an earlier version.
--
-- KEYS  hash of the bodies, sorted set of the places
-- ARGV  for each row its game, version (0 takes it out whatever its version), places (with spaces between), body
-- A row lies in the hash as `VERSION PLACES`, a line feed, and the body.
local bodies, lists = KEYS[1], KEYS[2]
for at = 1, #ARGV, 4 do
  local game, version, places, body = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2], ARGV[at + 3]
  local known, before = string.match(redis.call('HGET', bodies, game) or '0 \n', '^(%d+) ([^\n]*)')
  if version == 0 or version >= tonumber(known) then
    if places ~= before then
      for place in string.gmatch(before, '%S+') do redis.call('ZREM', lists, place) end
      for place in string.gmatch(places, '%S+') do redis.call('ZADD', lists, 0, place) end
    end
    if version == 0 then
      redis.call('HDEL', bodies, game)
    else
      redis.call('HSET', bodies, game, version .. ' ' .. places .. '\n' .. body)
    end
  end
end
