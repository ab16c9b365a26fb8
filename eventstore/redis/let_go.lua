-- Let a game go that the archive has: delete all keys of it, and note its place, unless something changed meanwhile.
-- KEYS  log, packed, facts, names, data keys, marks, snapshots, away, shelf
-- ARGV  game, newest version, chain and command id in its header, the first line of what is packed,
--       SHA-1 of the values beside the log, its place in the archive, the field of the segment that is being written,
--       then for facts, names and data keys the number of fields, and these
-- Gives 1, or 0 if nothing was done.
local log, packed, away, shelf = KEYS[1], KEYS[2], KEYS[8], KEYS[9]
if redis.call('HEXISTS', shelf, ARGV[7]) == 0 or redis.call('EXISTS', log) == 0 then return 0 end
local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
if not newest or string.match(newest[1], '^%d+') ~= ARGV[2] then return 0 end
local first = opening(log, ARGV[2]) or newest
if string.match(header(first), '^%S+ %S+') ~= ARGV[3] then return 0 end
if string.match(redis.call('GET', packed) or '', '^[^\n]*') ~= ARGV[4] then return 0 end

local at, values = 7, {}
for i = 3, 5 do
  local count = tonumber(ARGV[at + 1])
  if redis.call('HLEN', KEYS[i]) ~= count then return 0 end
  for _ = 1, count do
    values[#values + 1] = redis.call('HGET', KEYS[i], ARGV[at + 2]) or ''
    at = at + 1
  end
  at = at + 1
end
values[#values + 1] = redis.call('GET', KEYS[6]) or ''
if redis.sha1hex(table.concat(values, '\n')) ~= ARGV[5] then return 0 end

for i = 1, 7 do redis.call('DEL', KEYS[i]) end
redis.call('HSET', away, ARGV[1], ARGV[6])
return 1
