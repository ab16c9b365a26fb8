-- Add numbers to fields of a hash that hold numbers with spaces between them, once for each batch.
-- KEYS  hash, string that marks the batch for a while
-- ARGV  ms for which the batch is marked, most groups (0: any number), then for each field its name and its numbers
-- Where groups are limited, the group of a field is its name up to the first space: `=GROUP` marks a known one, `=`
-- counts them, and what belongs to others is added under the group `others`. Gives the numbers that the fields have then.
local facts, is_new = KEYS[1], redis.call('SET', KEYS[2], '1', 'NX', 'PX', ARGV[1])
local most, found = tonumber(ARGV[2]), {}
for at = 3, #ARGV, 2 do
  local name, more = ARGV[at], ARGV[at + 1]
  if most > 0 then
    local group, rest = string.match(name, '^(%S+)(.*)$')
    if redis.call('HEXISTS', facts, '=' .. group) == 0 then
      if tonumber(redis.call('HGET', facts, '=') or 0) >= most then
        name = 'others' .. rest
      elseif is_new then
        redis.call('HSET', facts, '=' .. group, 1)
        redis.call('HINCRBY', facts, '=', 1)
      end
    end
  end
  local known = redis.call('HGET', facts, name) or ''
  if is_new then
    local sums, rest = {}, string.gmatch(known, '%S+')
    for number in string.gmatch(more, '%S+') do
      sums[#sums + 1] = string.format('%.0f', tonumber(number) + tonumber(rest() or 0))
    end
    known = table.concat(sums, ' ')
    redis.call('HSET', facts, name, known)
  end
  found[#found + 1] = known
end
return found
