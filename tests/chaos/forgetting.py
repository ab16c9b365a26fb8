"""Makes a store forget the last versions of a game, as a failover to a replica that lagged behind does."""

from typing import Any, Final

from eventstore import keys
from eventstore.log.wire import unpack_entries
from eventstore.streams import RedisEventStore
from service.game.deadlines import AI_DEADLINE
from service.process.wall_clock import now_ms, write_time
from tests.trials.tables import Forgotten

FORGET: Final = """
local entries = redis.call('XRANGE', KEYS[1], '-', '+')
if #entries == 0 then return {} end
local last = tonumber(string.match(entries[#entries][1], '^%d+'))
if ARGV[5] ~= '' and tonumber(ARGV[5]) ~= last then return {} end
local kept, gone = math.max(1, last - tonumber(ARGV[2])), {}
redis.call('DEL', KEYS[1], KEYS[4])
for _, entry in ipairs(entries) do
  if tonumber(string.match(entry[1], '^%d+')) > kept then
    gone[#gone + 1] = entry
  else
    redis.call('XADD', KEYS[1], entry[1], unpack(entry[2]))
  end
end
for _, item in ipairs(redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 500)) do
  local game, version = string.match(item[2][2], '^(.*):(%d+)$')
  if game == ARGV[1] and tonumber(version) > kept then redis.call('XDEL', KEYS[2], item[1]) end
end
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1] .. ':' .. ARGV[4])
return gone
"""
"""Removes the last versions from the game's stream and from the feed, and its snapshots, in one step.

It also makes the deadline of the AI seats due at once, because the newer versions had replaced the older deadline.
"""


def forget(store: RedisEventStore, game: str, versions: int, newest: int | None = None) -> list[Forgotten]:
    """Make the store forget that many versions of a game, but never the first, and return those that it forgot.

    With `newest`, nothing is forgotten where the game has gone on since that version.
    """
    redis: Any = store._redis
    shard = keys.shard_of(game)
    places = [keys.log(game), keys.feed(shard), keys.due(shard), keys.snapshots(game)]
    gone = redis.eval(FORGET, len(places), *places, game, versions, now_ms(), AI_DEADLINE, newest or "")
    entries = [(place, dict(zip(fields[::2], fields[1::2], strict=True))) for place, fields in gone]
    times = {event.version: write_time(event.header.time_ms) for event in unpack_entries(entries)}
    return [Forgotten(version, time) for version, time in times.items()]
