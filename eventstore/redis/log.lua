-- Functions by which several scripts read a log. This text is prepended to theirs.

-- the newest version: never the length, for a stream that was trimmed keeps its last id, not its entries
local function head(log)
  if redis.call('EXISTS', log) == 0 then return 0 end
  local info = redis.call('XINFO', 'STREAM', log)
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then return tonumber(string.match(info[i + 1], '^%d+')) end
  end
end

-- the first entry of a version; nil if the log does not have it
local function opening(log, version)
  return redis.call('XRANGE', log, version .. '-0', version .. '-0')[1]
end

-- the header in the first entry of a version
local function header(entry)
  return entry[2][3] == 'h' and entry[2][4] or string.match(entry[2][2], '\n(.*)') or ''
end

