-- Say where a game is that has no log here: in the archive, or nowhere. Writes nothing.
-- KEYS  log, away, shelf
-- ARGV  game
-- Gives nothing if it has a log; else its place ('' if none is known here), and the runs of the index ('' for none).
if redis.call('EXISTS', KEYS[1]) == 1 then return {} end
return {redis.call('HGET', KEYS[2], ARGV[1]) or '', redis.call('HGET', KEYS[3], 'runs') or ''}
