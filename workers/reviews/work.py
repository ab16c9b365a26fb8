"""A review is a list of small pieces of work, each of which comes out the same in every process.

What is done is kept beside the queue, so that a review goes on where it was when its worker is killed.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import orjson
from redis import Redis

from domain.core.ruleset import Ruleset
from service.queue.keys import REVIEW_PART, review_pieces
from workers.reviews.checking import Checker
from workers.reviews.judging import Judge, Step

_PART: Final = (REVIEW_PART, REVIEW_PART.encode())
SLICE_S: Final = 1.0
MOST_DECISIONS: Final = 2_000
"""How many decisions are judged at most; of a longer game every second one, or every third."""

GRAPH: Final = "graph"
DECISION: Final = "decision"
FORTUNE: Final = "fortune"


class Piece(NamedTuple):
    """Names a piece of work: what is to be done at which place of the course."""

    kind: str
    place: int


class Notes:
    """Keeps the pieces of a review's job that are done, by number, for an hour after the newest."""

    KEPT_S: Final = 3600

    def __init__(self, redis: Redis, job_id: str) -> None:
        self.redis = redis
        self.key = review_pieces(job_id)

    def keep(self, done: Mapping[int, Any]) -> None:
        """Keep what pieces came to; one that is done twice comes out the same."""
        with self.redis.pipeline() as pipe:
            pipe.hset(self.key, mapping={str(number): orjson.dumps(found) for number, found in done.items()})
            pipe.expire(self.key, self.KEPT_S)
            pipe.execute()

    def load_all(self) -> dict[int, Any]:
        """Return all of them."""
        rows: Any = self.redis.hgetall(self.key)
        return {int(number): orjson.loads(found) for number, found in rows.items() if number not in _PART}

    def keep_part(self, found: Mapping[str, Any]) -> None:
        """Keep the part of the review that its job shows before all of it is done."""
        self.redis.hset(self.key, REVIEW_PART, orjson.dumps(found))

    def has_part(self) -> bool:
        """Say whether a part is kept."""
        return bool(self.redis.hexists(self.key, REVIEW_PART))


def pieces_of(ruleset: Ruleset, course: Sequence[Step]) -> list[Piece]:
    """List the work: the position at which each turn began, the decisions, and the draws that they led to."""
    numbers = [ruleset.turn(step.after) for step in course]
    turns = [place for place, number in enumerate(numbers) if not place or number != numbers[place - 1]]
    given = [place for place, step in enumerate(course) if step.command is not None and step.before is not None]
    decided = [place for place in given if course[place].decided]
    judged = decided[:: max(1, math.ceil(len(decided) / MOST_DECISIONS))]
    drawn = [place for place in given if course[place].draws]
    kinds = ((GRAPH, turns), (DECISION, judged), (FORTUNE, drawn))
    return [Piece(kind, place) for kind, places in kinds for place in places]


def work_slice(
    notes: Notes, judge: Judge, course: Sequence[Step], pieces: Sequence[Piece], progress: Callable[[float], None]
) -> list[Any] | None:
    """Work on for about a second; return what all pieces came to once the last one is done, else None."""
    kept, fresh, until = notes.load_all(), dict[int, Any](), time.monotonic() + SLICE_S
    done = {number: found for number, found in kept.items() if number >= 0}
    for number, piece in enumerate(pieces):
        if number not in done:
            fresh[number] = done[number] = _DOING[piece.kind](judge, course[piece.place])
            if time.monotonic() >= until:
                break
    if fresh:
        notes.keep(fresh)
    progress(len(done) / max(1, len(pieces)))
    return [done[number] for number in range(len(pieces))] if len(done) == len(pieces) else None


def check_slice(notes: Notes, checker: Checker, mistakes: Sequence[tuple[Step, Any]]) -> list[Any] | None:
    """Check mistakes, each with what was better, for about a second; return what all came to, else None.

    They are kept under negative numbers.
    """
    done, until = notes.load_all(), time.monotonic() + SLICE_S
    for number, (step, best) in enumerate(mistakes):
        key = -1 - number
        if key not in done:
            done[key] = checker.check(step, best)
            notes.keep({key: done[key]})
            if time.monotonic() >= until:
                break
    keys = [-1 - number for number in range(len(mistakes))]
    return [done[key] for key in keys] if all(key in done for key in keys) else None


def _chances(judge: Judge, step: Step) -> Any:
    return [round(chance, 4) for chance in judge.chances(step.after, str(step.version))]


def _verdict(judge: Judge, step: Step) -> Any:
    verdict = judge.decision(step)
    if verdict is None:
        return None
    best = None if verdict.best is None else judge.ruleset.commands.encode(verdict.best)
    return {"cost": round(verdict.cost, 4), "best": best, "stake": round(max(verdict.stake, verdict.cost), 4)}


def _fortune(judge: Judge, step: Step) -> Any:
    fortune = judge.fortune(step)
    return None if fortune is None else fortune._asdict()


_DOING: Final[dict[str, Callable[[Judge, Step], Any]]] = {GRAPH: _chances, DECISION: _verdict, FORTUNE: _fortune}
