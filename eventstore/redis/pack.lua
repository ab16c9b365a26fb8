-- Replace a log's entries, except those of its newest version, by their packed form, unless the log has changed.
-- KEYS  log, packed
-- ARGV  newest version, chain and command id in its header, what is packed so far ('' for nothing), its successor
-- Gives 1, or 0 if something has changed meanwhile.
local log, packed = KEYS[1], KEYS[2]
local version = ARGV[1]
if redis.call('EXISTS', log) == 0 then return 0 end
local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
if not newest or string.match(newest[1], '^%d+') ~= version then return 0 end
local kept = redis.call('XRANGE', log, version, version)
if string.match(header(kept[1]), '^%S+ %S+') ~= ARGV[2] then return 0 end
local before = redis.call('GET', packed)
if (before and string.match(before, '^[^\n]*') or '') ~= ARGV[3] then return 0 end

redis.call('SET', packed, ARGV[4])
redis.call('DEL', log)
for _, entry in ipairs(kept) do redis.call('XADD', log, entry[1], unpack(entry[2])) end
-- a stream reserves 4 kB for its next entries; one that is restored does not (where RESTORE is not allowed, it stays so)
local dumped = redis.pcall('DUMP', log)
if type(dumped) == 'string' then redis.pcall('RESTORE', log, 0, dumped, 'REPLACE') end
return 1
