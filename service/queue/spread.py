"""Divides shards of the log: over the queues' stores, which have the work for their games, and over sweeps.

Every process that knows the same names comes to the same division, in whatever order they are listed. The shards are
shared out evenly, and a name that is added or taken away leaves most of them where they are.
"""

from collections.abc import Sequence
from hashlib import blake2b

from eventstore.keys import SHARDS


def divide(names: Sequence[str], places: int = SHARDS) -> tuple[int, ...]:
    """Return for each place, such as a shard, the number of the name that it goes to.

    The ranks of a name for each place are drawn by the name (rendezvous hashing); the best ranks of all are granted
    first, as long as the name has room.
    """
    if len(names) == 1:
        return (0,) * places
    most = count_each(places, len(names))
    ranks = sorted(
        (blake2b(f"{place} {name}".encode(), digest_size=8).digest(), place, number)
        for place in range(places)
        for number, name in enumerate(names)
    )
    homes: dict[int, int] = {}
    taken = [0] * len(names)
    for _, place, number in ranks:
        if place not in homes and taken[number] < most:
            homes[place] = number
            taken[number] += 1
    return tuple(homes[place] for place in range(places))


def count_each(whole: int, parts: int) -> int:
    """Return how many of a whole each part has if they are as even as can be, rounded up."""
    return -(-whole // parts)
