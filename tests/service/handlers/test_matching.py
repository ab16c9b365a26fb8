"""Tests the matching of seeks where a process dies at any of its writes, and where several match at once."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest

from service.clients.api_keys import ApiKey, NewKey, make_key
from service.clients.limits import Limits, set_limits
from service.clients.players import NewPlayer, Player, make_player
from service.clients.seek_terms import choose, meet, range_of
from service.clients.seeks import LIFE_MS, MOST_IN_POOL, SEEKS, Seek, list_ended_of, open_seeks_of, pool_with, read_pool
from service.game.context import Context, compose
from service.handlers import matching, seeking
from service.handlers.matching import MAKING_MS
from service.handlers.seeking import NewSeek, post_seek
from service.problems import Problem
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.views.seeks import show_seek
from tests.conftest import StorePair
from tests.service.mortal_store import Killed, Mortal
from tests.toy import TOY
from workers.sweeping.due_work import sweep

WISH = NewSeek("toy", 2)


@pytest.fixture
def ctx(stores: StorePair) -> Context:
    settings = read_settings({"LONGROAD_STORE_PROMISES": "may-lose-games"})
    return compose(settings, Mortal(), {TOY.name: TOY}, Jobs.at(stores.rq_url))


@pytest.fixture
def key(ctx: Context) -> ApiKey:
    return make_key(ctx, None, NewKey())[0]


def seek(ctx: Context, player: Player, wish: NewSeek = WISH) -> tuple[str, str | None]:
    """Post a seek; return its id and its game."""
    found, game = post_seek(ctx, player, "share", wish)
    return found.id, game


def pass_time(ctx: Context, ms: int) -> None:
    """Move the clock, and do what is due."""
    moved = ctx.clock() + ms
    object.__setattr__(ctx, "clock", lambda: moved)
    sweep(ctx)


def test_death_at_any_write_leaves_every_seek_filled_once_or_ended(ctx: Context, key: ApiKey) -> None:
    store: Any = ctx.store
    for writes in count():
        ana, bea = (make_player(ctx, key, NewPlayer(name)) for name in ("Ana", "Bea"))
        first, _ = seek(ctx, ana)
        store.left = writes
        died = False
        try:
            seek(ctx, bea)
        except Killed:
            died = True
        store.left = None
        told = show_seek(ctx, first) or {}
        assert told["status"] == "open" or store.head(told["game"]), "who is told of a game can read it"
        pass_time(ctx, MAKING_MS + 1)
        pass_time(ctx, LIFE_MS + 1)

        games = [game for page in store.all_games() for game in page if store.head(game)]
        ended = {**list_ended_of(ctx, ana.id), **list_ended_of(ctx, bea.id)}
        found = {one.get("game") for one in ended.values() if one["status"] == "filled"}
        assert first in ended, writes
        assert found == set(games), writes
        assert len(games) <= 1
        assert not games or len([one for one in ended.values() if one["status"] == "filled"]) == 2
        assert open_seeks_of(ctx, ana.id) == []
        assert open_seeks_of(ctx, bea.id) == []
        assert store.rows.counts(SEEKS, ["all"]) == [0]
        [pool] = {f"pool-{first.removeprefix('seek-')[18:36]}"}
        assert store.facts(pool) == {}
        for game in games:
            store.delete(game)
        if not died:
            assert games
            assert writes > 10
            return


def test_client_that_was_blocked_meanwhile_takes_no_seat(ctx: Context, key: ApiKey) -> None:
    ana, bea, cyd = (make_player(ctx, key, NewPlayer(name)) for name in ("Ana", "Bea", "Cyd"))
    blocked, _ = post_seek(ctx, ana, "address-of-ana", WISH)
    set_limits(ctx, "address-of-ana", Limits(blocked=True))

    assert seek(ctx, bea)[1] is None
    assert seek(ctx, cyd)[1] is not None
    assert open_seeks_of(ctx, ana.id) == [blocked.id]


def test_seeks_at_the_same_moment_are_each_filled_once(ctx: Context, key: ApiKey) -> None:
    players = [make_player(ctx, key, NewPlayer(f"Player {number}")) for number in range(30)]

    with ThreadPoolExecutor(10) as pool:
        posted = [pool.submit(seek, ctx, player) for player in players]
    ids = [one.result()[0] for one in posted]

    ended = {id: one for player in players for id, one in list_ended_of(ctx, player.id).items()}
    assert {ended[id]["status"] for id in ids} == {"filled"}
    assert len({ended[id]["game"] for id in ids}) == 15


def test_a_seek_that_another_fills_at_once_stays_on_no_list(ctx: Context, key: ApiKey, monkeypatch: Any) -> None:
    ana, bea = (make_player(ctx, key, NewPlayer(name)) for name in ("Ana", "Bea"))
    listing = seeking.list_seek
    rounds = iter((True, False))

    def let_another_in(context: Context, one: Seek) -> None:
        if next(rounds):
            seek(context, bea)
        listing(context, one)

    monkeypatch.setattr(seeking, "list_seek", let_another_in)
    _, game = seek(ctx, ana)

    assert game is not None
    assert ctx.store.rows.counts(SEEKS, ["all"]) == [0]


def test_two_that_finish_a_match_at_once_make_one_game(ctx: Context, key: ApiKey, monkeypatch: Any) -> None:
    ana, bea = (make_player(ctx, key, NewPlayer(name)) for name in ("Ana", "Bea"))
    seek(ctx, ana)
    made = matching._make_game
    rounds = iter((True, False))

    def twice(context: Context, match: Any) -> None:
        if next(rounds, False):
            matching._finish(context, pool_with(match.seeks[0].id), match)
        made(context, match)

    monkeypatch.setattr(matching, "_make_game", twice)
    _, game = seek(ctx, bea)

    games = [one for page in ctx.store.all_games() for one in page if ctx.store.head(one)]
    assert games == [game]
    assert {one["status"] for one in list_ended_of(ctx, ana.id).values()} == {"filled"}


def test_game_that_is_refused_ends_its_seeks(ctx: Context, key: ApiKey, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bea = (make_player(ctx, key, NewPlayer(name)) for name in ("Ana", "Bea"))
    first, _ = seek(ctx, ana)

    def refuse(context: Context, match: Any) -> None:
        raise Problem("budget_used_up", params={"why": "cpu"}, retry_after=1)

    monkeypatch.setattr(matching, "_make_game", refuse)
    second, game = seek(ctx, bea)

    assert game is None
    for player, id in ((ana, first), (bea, second)):
        assert list_ended_of(ctx, player.id)[id]["reason"] == "budget_used_up"
        assert open_seeks_of(ctx, player.id) == []


def test_pool_has_a_bound(ctx: Context, key: ApiKey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.clients.seeks.MOST_IN_POOL", 3)
    wish = NewSeek("toy", 4)
    for number in range(3):
        seek(ctx, make_player(ctx, key, NewPlayer(f"Player {number}")), wish)
    late = make_player(ctx, key, NewPlayer("Late"))

    with pytest.raises(Problem) as refused:
        seek(ctx, late, wish)

    assert refused.value.slug == "too_many_requests"
    assert open_seeks_of(ctx, late.id) == []
    assert MOST_IN_POOL >= 500


def test_terms_meet_in_what_both_would_play() -> None:
    one = {"a": {"n": range_of(2, 5), "x": True}, "b": {"n": 3, "x": True}}
    assert meet(one, {"a": {"n": range_of(4, 9), "x": True}}) == {"a": {"n": range_of(4, 5), "x": True}}
    assert meet(one, {"a": {"n": 4, "x": True}}) == {"a": {"n": 4, "x": True}}
    assert meet(one, {"b": {"n": range_of(1, 3), "x": True}}) == {"b": {"n": 3, "x": True}}
    assert meet(one, {"a": {"n": 6, "x": True}, "c": {}}) == {}
    assert meet(one, {"a": {"n": 4, "x": False}}) == {}
    assert meet(one, {"a": {"n": True, "x": True}}) == {}
    assert choose(one) == ("a", {"n": 2, "x": True})


def test_pool_of_all_that_is_open_is_read_as_it_was_written(ctx: Context, key: ApiKey) -> None:
    player = make_player(ctx, key, NewPlayer("Ana"))
    id, _ = seek(ctx, player, NewSeek("toy", 3, clock={"kind": "move", "seconds": 9, "on_timeout": "resign"}))
    pool = read_pool(ctx, pool_with(id))
    assert [one.clock for one, _ in pool.seeks.values()] == [{"kind": "move", "seconds": 9, "on_timeout": "resign"}]
