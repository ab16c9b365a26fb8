-- Delete a game that is in the archive: its bytes there are to be overwritten; the feed says so with version 0.
-- KEYS  log, feed, away, shelf, dead, then keys beside the log
-- ARGV  game, its place as it is noted here ('' where a run has it), its place, a place that stands for none
-- Gives 1, or 0 if it is not in that place any more.
local log, feed, away, shelf, dead = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
if not is_archived(log, away) then return 0 end
leave_archive(away, shelf, dead)
redis.call('XADD', feed, '*', 'g', ARGV[1], 'v', 0)
for i = 6, #KEYS do redis.call('DEL', KEYS[i]) end
return 1
