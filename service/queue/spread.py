"""Divides games over the queues' stores, by the shard in which the log keeps a game.

Every process that knows the same stores comes to the same division, in whatever order they are listed. The shards are
shared out evenly, and a store that is added or taken away leaves most of them where they are.
"""

from collections.abc import Sequence
from hashlib import blake2b

from eventstore.keys import SHARDS


def divide(stores: Sequence[str]) -> tuple[int, ...]:
    """Return for each shard the number of the store, of these by name, that has the jobs of its games.

    The ranks of a store for each shard are drawn by its name (rendezvous hashing); the best ranks of all are granted
    first, as long as the store has room.
    """
    if len(stores) == 1:
        return (0,) * SHARDS
    most = -(-SHARDS // len(stores))
    ranks = sorted(
        (blake2b(f"{shard} {name}".encode(), digest_size=8).digest(), shard, number)
        for shard in range(SHARDS)
        for number, name in enumerate(stores)
    )
    homes: dict[int, int] = {}
    taken = [0] * len(stores)
    for _, shard, number in ranks:
        if shard not in homes and taken[number] < most:
            homes[shard] = number
            taken[number] += 1
    return tuple(homes[shard] for shard in range(SHARDS))
