"""Tests that an administrator deletes finished games, here and in the archive, and that nothing names them then."""

from array import array
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from eventstore import keys
from eventstore.archive.objects import ObjectsAway
from eventstore.archive.opening import open_archive
from eventstore.archive.segments import LAST_SIZE
from eventstore.interfaces import START
from eventstore.streams import RedisEventStore, open_store
from service.clients.api_keys import NewKey, make_key
from service.clients.ownership import Maker
from service.game.clocks import DAY_MS
from service.game.context import Context, compose
from service.handlers import finished_games
from service.handlers.branches import NewBranch, branch
from service.handlers.finished_games import Deletion, Expiry, request_expiry
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.handlers.retention import ChosenTerms
from service.problems import Problem
from service.views.lobby_projection import Lobby
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import clear_away, put_away
from tests.service.following import follow_feeds
from tests.service.tables import caller
from tests.workers.conftest import later, standing, work
from workers import jobs
from workers.sweeping.due_work import sweep
from workers.sweeping.tidying import KEPT_MS, Trimming

DAYS = 10
DAY_S = DAY_MS // 1000
SOMEBODY = Maker("address-" + "1" * 18)


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a context whose clock stands still."""
    return standing(ctx)


def made(ctx: Context, maker: Maker = SOMEBODY, **wish: Any) -> Any:
    return create_game(ctx, NewGame("toy", [NewSeat("human"), NewSeat("human")], **wish), None, maker)


def ended(ctx: Context, maker: Maker = SOMEBODY, **wish: Any) -> str:
    game = made(ctx, maker, **wish)
    resign(ctx, caller(ctx, game, 0))
    return str(game.id)


def of_key(ctx: Context) -> Maker:
    """Return the maker that a new API key is."""
    key, _ = make_key(ctx, None, NewKey("a club"))
    return Maker(f"address-{'2' * 18}/{key.id}", key.id)


def deleted(ctx: Context, terms: ChosenTerms, *, dry_run: bool = False) -> dict[str, int]:
    """Return what a deletion came to."""
    deletion = Deletion(ctx, terms, Expiry(), dry_run=dry_run)
    while not deletion.at.is_over:
        deletion.step()
    return deletion.at.document(dry_run=dry_run)


def there(ctx: Context, *games: str) -> list[bool]:
    return [bool(ctx.store.head(game)) for game in games]


def test_age_ruleset_and_key_say_which_games_go(ctx: Context) -> None:
    club = of_key(ctx)
    own, other, going = ended(ctx, club), ended(ctx), made(ctx, club)
    aged = later(ctx, DAYS * DAY_S)
    for terms in (ChosenTerms(DAYS + 1), ChosenTerms(DAYS, "catan"), ChosenTerms(DAYS, key="key-" + "0" * 18)):
        assert deleted(aged, terms) == {"removed": 0, "kept": 0}
    assert deleted(aged, ChosenTerms(DAYS, "toy", club.key), dry_run=True) == {"removed": 0, "kept": 0, "due": 1}
    assert there(ctx, own, other, going.id) == [True, True, True]
    assert deleted(aged, ChosenTerms(DAYS, "toy", club.key)) == {"removed": 1, "kept": 0}
    assert there(ctx, own, other, going.id) == [False, True, True]
    assert deleted(later(ctx, 1_000 * DAY_S), ChosenTerms(1)) == {"removed": 1, "kept": 0}
    assert there(ctx, other, going.id) == [False, True]


def test_a_branch_that_is_needed_is_kept(ctx: Context) -> None:
    parent = made(ctx)
    child = branch(ctx, caller(ctx, parent, 0), NewBranch(1))
    resign(ctx, caller(ctx, child, 0))
    assert deleted(later(ctx, DAYS * DAY_S), ChosenTerms(DAYS)) == {"removed": 0, "kept": 1}
    assert there(ctx, child.id, parent.id) == [True, True]


@pytest.fixture
def archiving(ctx: Context, stores: StorePair, tmp_path: Path) -> Context:
    """Return a context with an archive."""
    store = open_store(stores.events_url, archive=open_archive(tmp_path))
    return compose(ctx.settings, store, ctx.rulesets, ctx.jobs, ctx.clock)


@pytest.mark.parametrize("is_cleared", [False, True])
def test_games_of_the_archive_go_in_bounded_steps(
    archiving: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_cleared: bool
) -> None:
    monkeypatch.setattr(finished_games, "FILED", 2)
    games = [ended(archiving) for _ in range(5)]
    put_away(archiving.store, *games)
    here, aged = ended(archiving), later(archiving, DAYS * DAY_S)
    assert deleted(aged, ChosenTerms(DAYS), dry_run=True) == {"removed": 0, "kept": 0, "due": 6}
    at, counts = Expiry(), [0]
    while not at.is_over:
        deletion = Deletion(aged, ChosenTerms(DAYS), at, dry_run=False)  # each time another process
        deletion.step()
        at = deletion.at
        counts.append(at.removed)
        if is_cleared:  # the index of the segment names fewer games from then on
            clear_away(archiving.store)
    assert max(after - before for before, after in pairwise(counts)) <= 2
    assert (at.removed, at.progress) == (6, 1.0)
    assert clear_away(archiving.store) == (0 if is_cleared else 5)
    assert not list(tmp_path.rglob("*.seg"))
    assert there(archiving, *games, here) == [False] * 6


def test_a_damaged_segment_keeps_its_games_and_holds_up_no_other(archiving: Context, tmp_path: Path) -> None:
    kept, gone = ended(archiving), ended(archiving)
    put_away(archiving.store, kept)
    [damaged] = tmp_path.rglob("*.seg")
    put_away(archiving.store, gone)
    damaged.write_bytes(damaged.read_bytes()[:-LAST_SIZE] + b"x" * LAST_SIZE)
    assert deleted(later(archiving, DAYS * DAY_S), ChosenTerms(DAYS)) == {"removed": 1, "kept": 0}
    assert archiving.store.find_away(gone) is None
    assert archiving.store.find_away(kept)


def test_a_segment_that_goes_meanwhile_holds_up_no_other(
    archiving: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in [ended(archiving) for _ in range(2)]:
        put_away(archiving.store, game)
    usual = archiving.store.archive.list_segments

    def listed() -> "array[int]":
        found = usual()
        min(tmp_path.rglob("*.seg")).unlink()
        return found

    monkeypatch.setattr(archiving.store.archive, "list_segments", listed)
    assert deleted(later(archiving, DAYS * DAY_S), ChosenTerms(DAYS)) == {"removed": 1, "kept": 0}


def test_an_archive_that_is_away_is_said_and_what_is_here_is_gone(
    archiving: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    away, here = ended(archiving), ended(archiving)
    put_away(archiving.store, away)
    aged = later(archiving, DAYS * DAY_S)
    with monkeypatch.context() as patch:
        patch.setattr(archiving.store.archive.objects, "pages", fail)
        with pytest.raises(Problem, match="archive_unavailable") as refused:
            deleted(aged, ChosenTerms(DAYS))
    assert refused.value.members["reason"] == "forbidden"
    assert there(archiving, away, here) == [True, False]
    assert deleted(aged, ChosenTerms(DAYS)) == {"removed": 1, "kept": 0}


def fail(*_: Any) -> Any:
    raise ObjectsAway("forbidden", "no entry")


def test_a_job_deletes_or_counts_and_goes_on_where_it_was(
    ctx: Context, here: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "REMOVING_S", 0.0)
    monkeypatch.setattr(finished_games, "KEYS", 2)
    long_ago = later(ctx, -DAYS * DAY_S)
    games = [ended(long_ago) for _ in range(3)]
    for dry_run, result in ((True, {"removed": 0, "kept": 0, "due": 3}), (False, {"removed": 3, "kept": 0})):
        job = request_expiry(ctx, ChosenTerms(DAYS), "admin", None, dry_run=dry_run).job
        work(ctx, "long")
        ended_job = ctx.jobs.read(job["id"], "admin")
        assert ended_job
        assert (ended_job["status"], ended_job["result"]) == ("finished", result)
    assert there(ctx, *games) == [False] * 3


@pytest.mark.parametrize(
    ("terms", "slug"),
    [(ChosenTerms(1, "tyo"), "invalid_body"), (ChosenTerms(1, key="somebody"), "not_found")],
)
def test_what_cannot_be_meant_is_refused(ctx: Context, terms: ChosenTerms, slug: str) -> None:
    with pytest.raises(Problem, match=slug):
        request_expiry(ctx, terms, "admin", None, dry_run=False)


def named_in(redis: Redis, game: str, but: tuple[str, ...] = ()) -> list[str]:
    """Return the keys of a store that name a game, or have it in their values."""
    found = []
    for key in redis.scan_iter(count=1_000):
        name = key.decode()
        value = redis.dump(key)
        read: Any = {
            b"string": lambda at: redis.get(at),
            b"hash": lambda at: redis.hgetall(at),
            b"zset": lambda at: redis.zrange(at, 0, -1),
            b"set": lambda at: redis.smembers(at),
            b"list": lambda at: redis.lrange(at, 0, -1),
            b"stream": lambda at: redis.xrange(at),
        }[redis.type(key)](key)
        if game in name or game.encode() in (value or b"") or game in repr(read):
            found.append(name)
    return [name for name in found if not name.endswith(but)]


@pytest.mark.parametrize("is_archived", [False, True])
def test_nothing_names_a_game_that_was_deleted(
    archiving: Context, events_redis: Redis, rq_redis: Redis, tmp_path: Path, is_archived: bool
) -> None:
    assert isinstance(archiving.store, RedisEventStore)
    game = ended(archiving, of_key(archiving))
    follow_feeds(archiving, Lobby(archiving))
    if is_archived:
        put_away(archiving.store, game)
    assert named_in(events_redis, game), "it was there"

    aged = later(archiving, DAYS * DAY_S)
    assert deleted(aged, ChosenTerms(DAYS)) == {"removed": 1, "kept": 0}
    clear_away(archiving.store)
    ended(aged, of_key(aged))
    sweep(aged)
    shard = keys.shard_of(game)
    for name in ("webhooks", "games", "owed", "ratings"):
        archiving.store.put_checkpoint(name, shard, archiving.store.feed_ends()[shard])
    Trimming(later(aged, KEPT_MS / 1000)).step()

    assert named_in(events_redis, game) in ([], [keys.feed(shard)]), "the feed says that it is gone"
    assert {item.version for item in archiving.store.feed(shard, START, 100) if item.game == game} <= {0, 1, 2}
    assert named_in(rq_redis, game) == []
    assert not any(game.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
