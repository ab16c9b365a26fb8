"""Tests that archived games are deleted in time, and that indexes of segments are read only when a game may be due."""

from array import array
from collections.abc import Sequence
from dataclasses import replace

import pytest

from eventstore.archive.archiver import archive_batch
from eventstore.archive.objects import ObjectsAway, Reason
from eventstore.archive.places import shard_of_segment
from eventstore.archive.segments import Filed
from service.game.context import Context
from service.handlers.branches import NewBranch, branch
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from tests.eventstore.archive.putting_away import clear_away, collect
from tests.service.recorded import imported, record_of
from tests.service.tables import caller
from tests.workers.serving.given_shares import GivenShares
from tests.workers.sweeping.aged import DAY_MS, clock, ended
from workers.serving.shares import ALL, Shares
from workers.sweeping import retention
from workers.sweeping.retention import OTHERS_MS, PASS_MS, Retention
from workers.sweeping.strays import LATE_MS

DAYS = 10


class Walk:
    """Represents the walk of one sweep, and lists which segments' indexes it reads."""

    def __init__(self, ctx: Context, monkeypatch: pytest.MonkeyPatch, shares: Shares = ALL) -> None:
        self._ctx = ctx
        self._walk = Retention(ctx, shares)
        self._read: list[int] = []
        self.after: list[int] = []
        archive = ctx.store.archive
        usual, listed = archive.index_of, archive.list_segments

        def list_segments(after: int = 0) -> "array[int]":
            self.after.append(after)
            return listed(after)

        def index_of(number: int) -> list[Filed]:
            self._read.append(number)
            return usual(number)

        monkeypatch.setattr(archive, "index_of", index_of)
        monkeypatch.setattr(archive, "list_segments", list_segments)

    def go(self, ms: int = PASS_MS) -> tuple[list[int], int]:
        """Do a pass `ms` later; return which segments it read, and how many games it deleted."""
        clock(self._ctx).ms += ms
        self._read.clear()
        before = self._walk.deleted
        while not self._walk.is_resting:
            self._walk.step()
        clear_away(self._ctx.store)
        return sorted(self._read), self._walk.deleted - before


@pytest.fixture
def ctx(archiving: Context) -> Context:
    """Return a context with an archive, whose finished games go after some days."""
    return replace(archiving, settings=replace(archiving.settings, keep_finished_days=DAYS))


def archived(ctx: Context, *games: str) -> int:
    """Archive games in one segment at the present time, and return its number."""
    before = set(ctx.store.archive.list_segments())
    assert archive_batch(ctx.store, collect(ctx.store, games), ctx.clock()) == list(games)
    (number,) = set(ctx.store.archive.list_segments()) - before
    return number


def test_a_segment_is_read_again_only_when_its_first_game_is_due(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    early, old = ended(ctx), ended(ctx)
    clock(ctx).ms += 2 * DAY_MS
    late, young = ended(ctx), ended(ctx)
    mixed, alone = archived(ctx, early, late), archived(ctx, young)
    other = archived(ctx, old)
    walk = Walk(ctx, monkeypatch)
    segments = sorted([mixed, alone, other])

    assert walk.go(0) == (segments, 0)
    assert walk.go() == ([], 0)
    assert walk.go((DAYS - 2) * DAY_MS - PASS_MS - 1) == ([], 0)
    assert walk.go(PASS_MS) == (sorted([mixed, other]), 2)
    assert ctx.store.find_existing([early, old, late, young]) == {late, young}
    assert walk.go() == ([mixed], 0), "the one that is gone is not looked for"
    assert walk.go() == ([], 0)
    assert walk.go(2 * DAY_MS) == (sorted([mixed, alone]), 2)
    assert not ctx.store.archive.list_segments()


def test_a_segment_of_games_kept_for_ever_is_read_once(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = replace(ctx, settings=replace(ctx.settings, keep_finished_days_of=("toy=ever",)))
    number = archived(kept, ended(kept))
    walk = Walk(kept, monkeypatch)

    assert walk.go(0) == ([number], 0)
    assert [walk.go(ms) for ms in (PASS_MS, DAYS * DAY_MS, 1_000 * DAY_MS)] == [([], 0)] * 3


def test_an_imported_game_is_due_when_its_days_in_the_archive_are_over(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = record_of(ctx, ended(ctx))
    clock(ctx).ms += 5 * DAYS * DAY_MS
    number = archived(ctx, imported(ctx, record).id)
    walk = Walk(ctx, monkeypatch)

    assert walk.go(0)[0] == [number]
    assert walk.go(DAYS * DAY_MS - 1) == ([], 0)
    assert walk.go() == ([number], 1)


def test_a_segment_with_a_game_that_is_due_but_needed_is_read_again(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = create_game(ctx, NewGame("toy", [NewSeat("human"), NewSeat("human")]))
    child = branch(ctx, caller(ctx, parent, 0), NewBranch(1))
    resign(ctx, caller(ctx, child, 0))
    number = archived(ctx, child.id)
    walk = Walk(ctx, monkeypatch)

    assert walk.go(DAYS * DAY_MS) == ([number], 0)
    assert walk.go() == ([number], 0)
    resign(ctx, caller(ctx, parent, 0))
    assert walk.go() == ([number], 1)


@pytest.mark.parametrize(("reason", "ms"), [("unreachable", PASS_MS), ("missing", OTHERS_MS)])
def test_segments_that_cannot_be_read_are_looked_at_again(
    ctx: Context, monkeypatch: pytest.MonkeyPatch, reason: Reason, ms: int
) -> None:
    number = archived(ctx, ended(ctx))
    objects = ctx.store.archive.objects
    assert objects is not None
    walk, usual = Walk(ctx, monkeypatch), objects.get

    def refuse(name: str, start: int = 0, size: int | None = None) -> bytes:
        raise ObjectsAway(reason, f"no way to {name}")

    objects.get = refuse  # type: ignore[method-assign]
    assert walk.go(0) == ([number], 0)
    objects.get = usual  # type: ignore[method-assign]
    assert walk.go(ms) == ([number], 0)
    assert walk.go() == ([], 0)


def test_segments_for_which_there_is_no_room_are_read_once_a_day(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "SEGMENTS", 1)
    first, second = _in_order(ctx)
    walk = Walk(ctx, monkeypatch)

    assert walk.go(0) == ([first, second], 0)
    assert walk.go() == ([], 0)
    assert walk.go(OTHERS_MS - PASS_MS) == ([second], 0)
    assert walk.go((DAYS + 1) * DAY_MS) == ([first, second], 2)


def _in_order(ctx: Context) -> Sequence[int]:
    numbers = []
    for _ in range(2):
        numbers.append(archived(ctx, ended(ctx)))
        clock(ctx).ms += 1
    return numbers


def test_only_segments_that_may_be_new_are_listed(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    old = archived(ctx, ended(ctx))
    clock(ctx).ms += 3 * LATE_MS
    young = archived(ctx, ended(ctx))
    walk = Walk(ctx, monkeypatch)
    assert walk.go(0) == (sorted([old, young]), 0)
    assert walk.after[-1] == 0
    new = archived(ctx, ended(ctx))
    clock(ctx).ms -= LATE_MS // 2
    late = archived(ctx, ended(ctx))
    clock(ctx).ms += LATE_MS // 2
    walk.after.clear()
    assert walk.go() == (sorted([new, late]), 0), "also where a clock is wrong"
    assert walk.go() == ([], 0)
    assert all(old < after < late for after in walk.after)
    walk.after.clear()
    assert walk.go(OTHERS_MS) == ([], 0)
    assert walk.go() == ([], 0)
    assert [after == 0 for after in walk.after] == [True, False]


def test_a_segment_that_went_is_looked_for_once(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = archived(ctx, ended(ctx))
    clock(ctx).ms += 3 * LATE_MS
    archived(ctx, ended(ctx))
    walk = Walk(ctx, monkeypatch)
    walk.go(0)
    walk.go(DAYS * DAY_MS - 4 * LATE_MS)
    assert walk.go() == ([gone], 1)
    assert gone not in ctx.store.archive.list_segments()
    assert walk.go()[0] == [gone]
    assert walk.go()[0] == []


def test_all_segments_of_shards_that_are_new_to_a_sweep_are_read(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    first = archived(ctx, ended(ctx))
    clock(ctx).ms += 3 * LATE_MS
    second = archived(ctx, ended(ctx))
    while shard_of_segment(second) == shard_of_segment(first):
        second = archived(ctx, ended(ctx))
    shares = GivenShares(frozenset((shard_of_segment(second),)))
    walk = Walk(ctx, monkeypatch, shares)
    assert first not in walk.go(0)[0]
    assert walk.go()[0] == []
    shares.own = ALL.shards
    assert first in walk.go()[0]
    assert second not in walk.go()[0]


def test_a_sweep_that_serves_nothing_for_a_moment_forgets_nothing(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, shares = archived(ctx, ended(ctx)), GivenShares(ALL.shards)
    walk = Walk(ctx, monkeypatch, shares)
    assert walk.go(0) == ([number], 0)
    shares.own = frozenset()
    assert walk.go() == ([], 0)
    shares.own = ALL.shards
    assert walk.go() == ([], 0)


def test_a_clock_that_is_set_back_delays_nothing(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    clock(ctx).ms += 5 * DAY_MS
    ahead, walk = archived(ctx, ended(ctx)), Walk(ctx, monkeypatch)
    assert walk.go(0) == ([ahead], 0)
    clock(ctx).ms -= 5 * DAY_MS
    right = archived(ctx, ended(ctx))
    assert walk.go(0) == ([right], 0)
