"""Tests that what many games owe is one list: always what the games say, and no game is loaded that has not changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import Mock

import pytest

from eventstore.outages import StoreAway
from service.clients.api_keys import ApiKey, NewKey, make_key
from service.clients.ownership import Maker, Party
from service.clients.seat_duties import Watch
from service.game.context import Context
from service.game.debts import Debt
from service.game.games import Games
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.handlers.seating import remove
from service.handlers.votes import abandon
from service.views import owed_games
from service.views.owed_games import OWED, OwedGames, watch_party
from service.views.seen_games import SeenGames
from tests.service.following import follow
from tests.service.tables import caller, first_chip, fresh


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owed_games, "FEW", 3)


def games_of(ctx: Context, key: ApiKey, count: int) -> list[str]:
    wish = NewGame("toy", [NewSeat("human"), NewSeat("human")], seed="a")
    return [create_game(ctx, wish, maker=Maker("share", key.id)).id for _ in range(count)]


def by_list(ctx: Context, party: Party) -> set[Debt]:
    watch = Watch(ctx, party)
    watch_party(ctx, watch, party.games(ctx))
    return set(watch.debts())


def by_games(ctx: Context, party: Party) -> set[Debt]:
    watch = Watch(ctx, party)
    watch.look(party.games(ctx))
    return set(watch.debts())


@contextmanager
def count_loads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Count the games that are loaded."""
    loaded: list[str] = []
    real = Games.load
    with monkeypatch.context() as patched:
        patched.setattr(
            Games, "load", lambda self, game, *more, **named: loaded.append(game) or real(self, game, *more, **named)
        )
        yield loaded


def act(ctx: Context, game: str, seat: int) -> None:
    submit(ctx, game, seat, [first_chip(ctx.games.load(game), seat)])


def test_the_list_says_what_the_games_say_whenever_it_was_made(ctx: Context) -> None:
    key, _ = make_key(ctx, None, NewKey())
    party, projection = Party(key=key), OwedGames(ctx)
    games = games_of(ctx, key, 6)
    assert by_list(ctx, party) == by_games(ctx, party) != set()
    follow(ctx, projection)
    assert by_list(ctx, party) == by_games(ctx, party)
    act(ctx, games[0], 0)
    act(ctx, games[1], 0)
    remove(ctx, games[2])
    assert by_list(ctx, party) == by_games(ctx, party)
    follow(ctx, projection)
    assert by_list(ctx, party) == by_games(ctx, party)


def test_only_games_that_changed_since_are_loaded(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    key, _ = make_key(ctx, None, NewKey())
    games = games_of(ctx, key, 8)
    follow(ctx, OwedGames(ctx))
    act(ctx, games[5], 1)
    with count_loads(monkeypatch) as loaded:
        by_list(fresh(ctx), Party(key=key))
    assert set(loaded) == {games[5]}


def test_a_list_that_is_too_far_behind_is_not_used(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    key, _ = make_key(ctx, None, NewKey())
    games = games_of(ctx, key, 5)
    follow(ctx, OwedGames(ctx))
    monkeypatch.setattr(owed_games, "MOST_BEHIND", 1)
    act(ctx, games[0], 0)
    with count_loads(monkeypatch) as loaded:
        found = by_list(ctx, Party(key=key))
    assert found == by_games(ctx, Party(key=key))
    assert set(loaded) == set(games)


def test_games_from_before_the_list_are_taken_in_over_many_rounds(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, _ = make_key(ctx, None, NewKey())
    games_of(ctx, key, 5)
    monkeypatch.setattr(owed_games, "BEGUN_AT_ONCE", 2)
    monkeypatch.setattr(type(ctx.store), "trim_cursor", lambda self, shard: "1-0")
    party, projection = Party(key=key), OwedGames(ctx)
    rounds = 0
    while projection.begin_with_games():
        rounds += 1
        assert by_list(ctx, party) == by_games(ctx, party)
    assert rounds >= 2
    with count_loads(monkeypatch) as loaded:
        assert by_list(ctx, party)
    assert loaded == []
    assert not OwedGames(ctx).begin_with_games()


def begin(projection: OwedGames) -> None:
    """Take in all games that are older than the list."""
    while projection.begin_with_games():
        pass


def cut_off(games: list[str]) -> Iterator[list[str]]:
    """Yield a page of games, before the store is away."""
    yield games
    raise StoreAway("away")


@pytest.mark.parametrize("away", ["facts_here", "all_games", "put_checkpoint"])
def test_a_store_that_is_away_meanwhile_leaves_no_game_out(
    ctx: Context, monkeypatch: pytest.MonkeyPatch, away: str
) -> None:
    key, _ = make_key(ctx, None, NewKey())
    games = games_of(ctx, key, 5)
    monkeypatch.setattr(owed_games, "BEGUN_AT_ONCE", 2)
    monkeypatch.setattr(type(ctx.store), "trim_cursor", lambda self, shard: "1-0")
    party, projection = Party(key=key), OwedGames(ctx)
    answers = {
        "facts_here": Mock(side_effect=[{}, StoreAway("away")]),
        "all_games": Mock(return_value=cut_off(games[:3])),
        "put_checkpoint": Mock(side_effect=StoreAway("away")),
    }
    with monkeypatch.context() as outage:
        outage.setattr(ctx.store, away, answers[away])
        with pytest.raises(StoreAway):
            begin(projection)

    begin(projection)

    with count_loads(monkeypatch) as loaded:
        listed = by_list(ctx, party)
    assert loaded == []
    assert listed == by_games(ctx, party)


def test_a_game_that_advanced_since_it_was_seen_is_read_again(ctx: Context) -> None:
    key, _ = make_key(ctx, None, NewKey())
    games, sweep = games_of(ctx, key, 5), fresh(ctx)
    seen = SeenGames(sweep)
    projection = OwedGames(sweep, seen)
    follow(sweep, projection)
    seen.look({game: sweep.games.load(game).tip for game in games})
    act(ctx, games[0], 0)

    follow(sweep, projection)

    assert by_list(ctx, Party(key=key)) == by_games(ctx, Party(key=key))


def test_votes_and_left_seats_are_in_the_list_as_in_the_games(ctx: Context) -> None:
    key, _ = make_key(ctx, None, NewKey())
    party, projection = Party(key=key), OwedGames(ctx)
    wish = NewGame("toy", [NewSeat("human"), NewSeat("human"), NewSeat("human")], seed="a")
    made = [create_game(ctx, wish, maker=Maker("share", key.id)) for _ in range(4)]
    abandon(ctx, caller(ctx, made[0], 0))
    resign(ctx, caller(ctx, made[1], 1))
    for _ in range(2):
        assert by_list(ctx, party) == by_games(ctx, party)
        follow(ctx, projection)


def test_games_that_belong_to_nobody_have_no_row(ctx: Context) -> None:
    create_game(ctx, NewGame("toy", [NewSeat("human"), NewSeat("human")]))
    follow(ctx, OwedGames(ctx))
    assert [*ctx.store.rows.games(OWED)] in ([], [[]])
