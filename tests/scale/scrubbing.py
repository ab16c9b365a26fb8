"""Computes what the scrub of the archive takes: the bytes of all games in each round, and the index for some of them.

How many games are looked up in a round follows from `workers/sweeping/strays.py`, and how many pages of the index that
reads from the rule by which runs merge. A sweep reads one object after another, so it waits for each.
"""

import math
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from eventstore.archive.merging import is_merged
from eventstore.keys import SHARDS
from workers.sweeping.indexing import PLACES
from workers.sweeping.pace import CPU_SHARE
from workers.sweeping.segment_scrub import WAITING_S
from workers.sweeping.strays import TURNS

READ_S: Final = 0.02
"""Says how many seconds pass until an answer of the object store begins."""
BYTES_S: Final = 100e6
"""Says how many bytes of an answer come in a second from then on."""
_LAST: Final = 0.2
"""Says over which part of the index's growth its state is averaged, for it goes up and down as runs merge."""


class Work(NamedTuple):
    """Says what is done: seconds of processor, reads of the object store, and bytes that these bring."""

    cpu_s: float
    reads: float
    size: float

    @property
    def waiting_s(self) -> float:
        """Return how many seconds are spent waiting for the object store."""
        return self.reads * READ_S + self.size / BYTES_S

    @property
    def sweep_s(self) -> float:
        """Return in how many seconds one sweep does it: it uses a part of a core, and waits for a part of the time."""
        return max(self.cpu_s / CPU_SHARE, self.waiting_s / WAITING_S)


def share_looked_up(new: float) -> float:
    """Return which part of all games a round looks up, if a part of them is `new`: all of these, and some others."""
    return new + (1 - new) / TURNS


def reads_of_look_up(games: float) -> float:
    """Return how many pages of the index are read for a game on average, where so many are archived and none cached.

    A place that is still in the store takes none, others one of each run up to theirs, the newest first.
    """
    whole, sizes, found = games / SHARDS / PLACES, list[int](), list[float]()
    for count in range(1, math.floor(whole) + 1):
        sizes = _with_next(sizes)
        if count >= (1 - _LAST) * math.floor(whole):
            read = sum(position * size for position, size in enumerate(sizes, 1))
            found.append(read / min(count + 0.5, whole))
    return sum(found) / max(1, len(found))


def _with_next(sizes: list[int]) -> list[int]:
    """Return the sizes of the runs of a shard, in full loads of places, after the next load has become a run."""
    merged, taken = 1, 0
    while taken < len(sizes) and is_merged(sizes[taken], merged):
        merged, taken = merged + sizes[taken], taken + 1
    return [merged, *sizes[taken:]]


def usual_round(found: Mapping[str, Any]) -> Work:
    """Return what a round takes at one of the sizes that were measured, where no segment is new."""
    cpu_s = float(found["segment_proof_s"]) + float(found["look_up_s"]) / TURNS
    reads = found["segments"] + found["archived"] * reads_here(found) / TURNS
    return Work(cpu_s, reads, found["archived"] * found["segment_bytes_a_game"])


def reads_here(found: Mapping[str, Any]) -> float:
    """Return how many reads a look-up took at one of the sizes."""
    return float(found["look_up_reads_a_game"])


def look_up_us(found: Mapping[str, Any], reads: float) -> float:
    """Return the microseconds of a look-up that takes so many reads, from those of the look-ups that were measured."""
    here = reads_here(found)
    return float(found["look_up_us_a_game"]) * (reads / here if here else 1.0)
