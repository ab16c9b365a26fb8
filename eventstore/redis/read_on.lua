-- Save how far projections have read a feed, except those that have read further already; START begins again.
-- KEYS  checkpoints
-- ARGV  cursor, projections
local ms, number = string.match(ARGV[1], '^(%d+)-(%d+)$')
ms, number = tonumber(ms), tonumber(number)

local function is_behind(kept)
  if not kept or ARGV[1] == '0-0' then return true end
  local kept_ms, kept_number = string.match(kept, '^(%d+)-(%d+)$')
  kept_ms = tonumber(kept_ms)
  return ms > kept_ms or (ms == kept_ms and number > tonumber(kept_number))
end

local found, moved = redis.call('HMGET', KEYS[1], unpack(ARGV, 2)), {}
for i, kept in ipairs(found) do
  if is_behind(kept) then
    moved[#moved + 1] = ARGV[i + 1]
    moved[#moved + 1] = ARGV[1]
  end
end
if moved[1] then redis.call('HSET', KEYS[1], unpack(moved)) end
return #moved / 2
