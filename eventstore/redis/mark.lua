-- Record the places of versions in their shard's feed that neither their entries nor the marks beside the logs have.
-- KEYS  log and marks of each game
-- ARGV  for each version the place of its log in KEYS, its number, its mark
for i = 1, #ARGV, 3 do
  local at, version = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
  local entry = redis.call('XRANGE', KEYS[at], version .. '-0', version .. '-0')[1]
  local fields = entry and entry[2]
  if fields and fields[#fields - 1] ~= 'f' then
    local known = redis.call('GETRANGE', KEYS[at + 1], version * 10 - 10, version * 10 - 1)
    if known == '' or known == string.rep('\0', 10) then
      redis.call('SETRANGE', KEYS[at + 1], version * 10 - 10, ARGV[i + 2])
    end
  end
end
