-- Replace a log's entries up to a version, which is not the newest, by their packed form, unless they have changed.
-- KEYS  log, packed
-- ARGV  the version, chain and command id in its header, what is packed so far ('' for nothing), its successor
-- Gives 1, or 0 if something has changed meanwhile.
local log, packed = KEYS[1], KEYS[2]
if newest(log) <= tonumber(ARGV[1]) then return 0 end
local last = opening(log, ARGV[1])
if not last or string.match(header(last), '^%S+ %S+') ~= ARGV[2] then return 0 end
local before = redis.call('GET', packed)
if (before and string.match(before, '^[^\n]*') or '') ~= ARGV[3] then return 0 end
redis.call('SET', packed, ARGV[4])
redis.call('XTRIM', log, 'MINID', '=', (tonumber(ARGV[1]) + 1) .. '-0')
return 1
