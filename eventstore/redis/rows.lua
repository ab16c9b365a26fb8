-- Keep rows of a projection, each with its places in lists; a row is never replaced by one of an earlier version.
--
-- KEYS  hash of the rows, sorted set of the places, hash of the packed rows
-- ARGV  for each row its game, version (0 deletes it, whatever its version), places (with spaces between), body, tail
-- A row lies in the hash as `VERSION PLACES`, a line feed, and the body; its tail in the field `GAME+` as `VERSION`, a
-- line feed, and the tail. A row that differs from the stored one in its version and tail alone costs only the latter.
-- A packed row is only `VERSION @BLOCK` and the line feed. If it is put again or deleted, its block counts one more
-- outdated row.
local rows, lists, packed = KEYS[1], KEYS[2], KEYS[3]
for at = 1, #ARGV, 5 do
  local game, version, places, body, tail = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2], ARGV[at + 3], ARGV[at + 4]
  local fields = redis.call('HMGET', rows, game, game .. '+')
  local known, before, text = string.match(fields[1] or '0 \n', '^(%d+) ([^\n]*)\n(.*)')
  local moved = string.match(fields[2] or '0', '^%d+')
  if version == 0 or version >= math.max(tonumber(known), tonumber(moved)) then
    local block = string.match(before, '^@(.*)')
    if block then
      redis.call('HINCRBY', packed, 'gone:' .. block, 1)
    elseif places ~= before then
      for place in string.gmatch(before, '%S+') do redis.call('ZREM', lists, place) end
    end
    if places ~= before then
      for place in string.gmatch(places, '%S+') do redis.call('ZADD', lists, 0, place) end
    end
    if version == 0 then
      redis.call('HDEL', rows, game, game .. '+')
    else
      if tail == '' or places ~= before or body ~= text then
        redis.call('HSET', rows, game, version .. ' ' .. places .. '\n' .. body)
      end
      if tail ~= '' then
        redis.call('HSET', rows, game .. '+', version .. '\n' .. tail)
      elseif fields[2] then
        redis.call('HDEL', rows, game .. '+')
      end
    end
  end
end
