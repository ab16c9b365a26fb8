-- Functions by which several scripts read a log. This text is prepended to theirs.

-- the newest version of a log without entries: never the length, for a stream that was trimmed keeps its last id
local function head_of_trimmed(log)
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

-- the newest version (0 without a log) and its first entry; nil if the log does not have that
local function newest(log)
  local last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
  if not last then return head_of_trimmed(log) end
  local version, index = string.match(last[1], '^(%d+)-(%d+)$')
  return tonumber(version), index == '0' and last or opening(log, version)
end

-- the header in the first entry of a version
local function header(entry)
  return entry[2][3] == 'h' and entry[2][4] or string.match(entry[2][2], '\n(.*)') or ''
end

