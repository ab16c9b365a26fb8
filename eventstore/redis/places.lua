-- Find where a game's versions are in its shard's feed, after a place there. Writes nothing.
-- A log that was packed is searched from the first version that it still has, if that one's place is not after it.
-- KEYS  log, marks
-- ARGV  the place's milliseconds and number, how many versions at most
-- Gives {version, place, ...}, the version the first one after that place; {} if there is none; nil if one is unknown.
local log, marks = KEYS[1], KEYS[2]
local ms, number, count = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local function marked(version)
  local mark = redis.call('GETRANGE', marks, version * 10 - 10, version * 10 - 1)
  if #mark == 10 and mark ~= string.rep('\0', 10) then return struct.unpack('>I6I4', mark) end
end

-- a log's entry ends with the place; those of older releases do not, and the marks beside the log have it
local function place(version)
  local entry = opening(log, version)
  local fields = entry and entry[2]
  if not fields or fields[#fields - 1] ~= 'f' then return marked(version) end
  local time = tonumber(string.match(fields[2], '\n%S+ %S+ %S+ (%S+)') or '', 36)
  local since, own_number = string.match(fields[#fields], '^(-?%d+)-?(%d*)$')
  if time and since then return time + tonumber(since), tonumber(own_number) or 0 end
end

local function is_after(own_ms, own_number) return own_ms > ms or (own_ms == ms and own_number > number) end

local last = newest(log)
local first, beyond = 1, last + 1
local oldest = redis.call('XRANGE', log, '-', '+', 'COUNT', 1)[1]
local left = oldest and tonumber(string.match(oldest[1], '^%d+')) or 1
if left > 1 then
  local own_ms, own_number = place(left)
  if not own_ms or is_after(own_ms, own_number) then return false end
  first = left + 1
end
while first < beyond do
  local middle = math.floor((first + beyond) / 2)
  local own_ms, own_number = place(middle)
  if not own_ms then return false end
  if is_after(own_ms, own_number) then beyond = middle else first = middle + 1 end
end
local found = {}
for version = first, math.min(last, first + count - 1) do
  local own_ms, own_number = place(version)
  if not own_ms then return false end
  found[#found + 1] = string.format('%.0f-%.0f', own_ms, own_number)
end
if #found > 0 then table.insert(found, 1, first) end
return found
