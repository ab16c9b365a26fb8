-- Take a game back from the archive, packed, and note that its bytes there are to be overwritten.
-- KEYS  log, packed, facts, names, data keys, marks, away, shelf, dead
-- ARGV  game, its place as it is noted here ('' where a run has it), its place, a place that stands for none,
--       what is packed, the marks, number of entries of the newest version,
--       then for each of these its id, the number of its words, and these,
--       then for facts, names and data keys the number of words of the hash, and these
-- Gives 1, also if it has left that place already, as when a reply was lost; 0 if its place is noted otherwise by now.
local log, packed, away, shelf, dead = KEYS[1], KEYS[2], KEYS[7], KEYS[8], KEYS[9]
if not is_archived(log, away) then return redis.call('HEXISTS', dead, ARGV[3]) end

local at = 7
local function words()
  local count, found = tonumber(ARGV[at + 1]), {}
  for i = 1, count do found[i] = ARGV[at + 1 + i] end
  at = at + 1 + count
  return found
end

redis.call('SET', packed, ARGV[5])
for _ = 1, tonumber(ARGV[7]) do
  local id = ARGV[at + 1]
  at = at + 1
  redis.call('XADD', log, id, unpack(words()))
end
for i = 3, 5 do
  redis.call('DEL', KEYS[i])
  local found = words()
  if found[1] then redis.call('HSET', KEYS[i], unpack(found)) end
end
if ARGV[6] ~= '' then redis.call('SET', KEYS[6], ARGV[6]) end
leave_archive(away, shelf, dead)
return 1
