-- Functions for scripts that take a game out of the archive. ARGV begins with the game, its place as it is noted here
-- ('' where a run has it), its place, and a place that stands for none.

local function is_archived(log, away)
  return redis.call('EXISTS', log) == 0 and (redis.call('HGET', away, ARGV[1]) or '') == ARGV[2]
end

-- Note that the bytes of the game are to be overwritten, and that it has no place any more.
local function leave_archive(away, shelf, dead)
  redis.call('HSET', dead, ARGV[3], '1')
  if redis.call('HEXISTS', shelf, 'runs') == 1 then
    redis.call('HSET', away, ARGV[1], ARGV[4])
  else
    redis.call('HDEL', away, ARGV[1])
  end
end
