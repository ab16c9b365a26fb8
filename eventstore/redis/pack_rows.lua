-- Put blocks of packed rows in place of the rows themselves, or of another block, unless something changed meanwhile.
--
-- KEYS  hash of the rows, sorted set of the places, hash of the packed rows
-- ARGV  the block that is replaced ('' for none), what `now` becomes, number of new blocks,
--       then for each of these its name, head, places and texts,
--       then for each row its game, its version, its block, and the SHA-1 of what the hash holds: row, line feed, tail
-- Gives 1, or 0 if nothing was done.
local rows, lists, packed = KEYS[1], KEYS[2], KEYS[3]
local replaced, first = ARGV[1], 4 + 4 * ARGV[3]
if replaced ~= '' and redis.call('HEXISTS', packed, 'head:' .. replaced) == 0 then return 0 end
for at = 4, first - 1, 4 do
  if redis.call('HEXISTS', packed, 'head:' .. ARGV[at]) == 1 then return 0 end
end
local places = {}
for at = first, #ARGV, 4 do
  local fields = redis.call('HMGET', rows, ARGV[at], ARGV[at] .. '+')
  local row, tail = fields[1] or '', fields[2] or ''
  if redis.sha1hex(row .. '\n' .. tail) ~= ARGV[at + 3] then return 0 end
  places[at] = assert(string.match(row, '^%d+ ([^\n]*)\n'), 'a row')
end

for at = first, #ARGV, 4 do
  local loose = {}
  for place in string.gmatch(places[at], '%S+') do loose[#loose + 1] = place end
  if loose[1] then redis.call('ZREM', lists, unpack(loose)) end
  redis.call('HSET', rows, ARGV[at], ARGV[at + 1] .. ' @' .. ARGV[at + 2] .. '\n')
  redis.call('HDEL', rows, ARGV[at] .. '+')
end
if replaced ~= '' then
  for _, part in ipairs({'head:', 'places:', 'texts:', 'gone:'}) do redis.call('HDEL', packed, part .. replaced) end
end
for at = 4, first - 1, 4 do
  local name = ARGV[at]
  redis.call('HSET', packed, 'head:' .. name, ARGV[at + 1], 'places:' .. name, ARGV[at + 2], 'texts:' .. name, ARGV[at + 3])
end
redis.call('HSET', packed, 'now', ARGV[2])
return 1
