"""Deletes finished games for an administrator, or counts them, in small steps between which it may be interrupted.

It looks at the games in the store first, then at the segments of the archive. A step that was cut short is done again;
it then deletes the same games, and skips none.
"""

import logging
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import orjson

from eventstore.archive.archiver import counts_in, list_filed
from eventstore.archive.objects import ArchiveAway, ObjectsAway
from eventstore.archive.segments import Filed
from eventstore.log.chain import ChainBroken
from eventstore.store import FIRST
from service.faults import offer_names
from service.game.context import Context
from service.game.idempotency import Key, queue_long
from service.game.quarantine import AWAY, AWAY_RETRY_S
from service.game.results import Queued
from service.handlers.retention import ChosenTerms, delete_game, is_due, is_due_by_index, may_be_due
from service.problems import Problem, invalid_parameter, not_found
from service.queue.keys import removal

KEYS: Final = 200
"""Sets about how many games are looked at together."""
FILED: Final = 200
"""Limits how many games of a segment a step looks at."""
KEPT_S: Final = 24 * 3600

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Expiry:
    """Holds how far a deletion has come: how many games were `removed`, or are `due` in a dry run, and were `kept`.

    It goes on after a `place` in the store, or in the archive in a `segment` with the games from its byte `at` on: that
    stays right if games before it leave the index of the segment.
    """

    removed: int = 0
    due: int = 0
    kept: int = 0
    place: str = FIRST
    is_in_archive: bool = False
    segment: int = 0
    at: int = 0
    is_over: bool = False
    progress: float = 0.0

    def document(self, *, dry_run: bool) -> dict[str, int]:
        """Return the progress as the API shows it."""
        return {"removed": self.removed, "kept": self.kept} | ({"due": self.due} if dry_run else {})


def request_expiry(
    ctx: Context, terms: ChosenTerms, credential: str | None, key: Key | None, *, dry_run: bool
) -> Queued:
    """Queue the deletion of finished games; raises Problem as `check_terms` does."""

    def judge() -> list[Any]:
        check_terms(ctx, terms)
        return [terms.least, terms.ruleset, terms.key, dry_run]

    return queue_long(ctx, "removal", "remove_finished", judge, credential, key)


def check_terms(ctx: Context, terms: ChosenTerms) -> None:
    """Raise Problem for a ruleset that is not known here (422), or a key that cannot be the id of an API key (404)."""
    unknown = terms.find_unknown(ctx.rulesets)
    if unknown == "ruleset":
        raise invalid_parameter("ruleset", "choice", **offer_names(terms.ruleset, sorted(ctx.rulesets)))
    if unknown == "key":
        raise not_found("key")


class Deletion:
    """Deletes the games that the terms select, or counts them."""

    def __init__(self, ctx: Context, terms: ChosenTerms, at: Expiry, *, dry_run: bool) -> None:
        self._ctx, self._terms, self._dry_run = ctx, terms, dry_run
        self.at = at
        self._segments: Sequence[int] | None = None
        self._open: tuple[int, list[Filed]] | None = None
        self._deleted: list[str] = []

    def step(self) -> None:
        """Look at the next games; raises RedisError, and Problem (503) if the archive cannot be reached."""
        try:
            if self.at.is_in_archive:
                self._look_away()
            else:
                self._look_here()
        except (ObjectsAway, ArchiveAway) as away:
            raise Problem(AWAY, retry_after=AWAY_RETRY_S, reason=away.reason) from away
        finally:
            deleted, self._deleted = self._deleted, []
            if deleted:
                self._ctx.jobs.drop_replays(*deleted)

    def _look_here(self) -> None:
        place, games = self._ctx.store.games(self.at.place, KEYS)
        for game in may_be_due(self._ctx, self._terms, games):
            self._judge(game)
        is_last = place == FIRST
        has_archive = self._ctx.store.archive.is_there
        self.at = replace(
            self.at, place=place, is_in_archive=is_last and has_archive, is_over=is_last and not has_archive
        )

    def _look_away(self) -> None:
        if self._segments is None:
            self._segments = self._ctx.store.archive.list_segments()
        number = bisect_left(self._segments, self.at.segment)
        if number == len(self._segments):
            self.at = replace(self.at, is_over=True, progress=1.0)
            return
        segment = self._segments[number]
        first = self.at.at if segment == self.at.segment else 0
        left = [one for one in self._index_of(segment) if one.offset >= first]
        for one in left[:FILED]:
            if is_due_by_index(self._ctx, self._terms, one, segment) and counts_in(self._ctx.store, segment, one):
                self._judge(one.game)
        following = (segment, left[FILED].offset) if len(left) > FILED else (segment + 1, 0)
        self.at = replace(self.at, segment=following[0], at=following[1], progress=number / len(self._segments))

    def _index_of(self, segment: int) -> list[Filed]:
        """Return the games of a segment; none if it is gone, or if its index is damaged, which keeps its games."""
        if self._open is None or self._open[0] != segment:
            try:
                self._open = segment, list_filed(self._ctx.store.archive, segment)
            except ChainBroken as broken:
                log.error("segment %016x is left out: %s", segment, broken)
                self._open = segment, []
        return self._open[1]

    def _judge(self, game: str) -> None:
        found = is_due(self._ctx, self._terms, game, is_noted=not self._dry_run)
        if found is None:
            self.at = replace(self.at, kept=self.at.kept + 1)
        elif found and self._dry_run:
            self.at = replace(self.at, due=self.at.due + 1)
        elif found:
            delete_game(self._ctx, game)
            self._deleted.append(game)
            self.at = replace(self.at, removed=self.at.removed + 1)


def remove_finished_while(
    ctx: Context,
    job_id: str,
    terms: ChosenTerms,
    *,
    dry_run: bool,
    goes_on: Callable[[], bool],
    tell: Callable[[float], None],
) -> dict[str, int] | None:
    """Continue the deletion of a job while `goes_on` allows; return the result once it is complete, else None."""
    found: Any = ctx.jobs.redis.get(removal(job_id))
    deletion = Deletion(ctx, terms, Expiry(**orjson.loads(found)) if found else Expiry(), dry_run=dry_run)
    while not deletion.at.is_over:
        deletion.step()
        ctx.jobs.redis.set(removal(job_id), orjson.dumps(asdict(deletion.at)), ex=KEPT_S)
        tell(deletion.at.progress)
        if not goes_on():
            break
    return deletion.at.document(dry_run=dry_run) if deletion.at.is_over else None
