-- The newest version of a game's log and its header. It writes nothing.
-- KEYS  log
-- Gives {version, header}, without a log {0}, and {version} where its entries were trimmed away.
local log = KEYS[1]
if redis.call('EXISTS', log) == 0 then return {0} end
local info = redis.call('XINFO', 'STREAM', log)
for i = 1, #info, 2 do
  if info[i] == 'last-generated-id' then
    local version = string.match(info[i + 1], '^%d+')
    local entry = redis.call('XRANGE', log, version .. '-0', version .. '-0')[1]
    return {tonumber(version), entry and entry[2][4]}
  end
end
