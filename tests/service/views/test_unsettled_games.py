"""Tests that a game that cannot be read at the moment, though its log is sound, is taken neither for gone nor for read.

That is so where a failover replaces versions while they are read.
"""

from typing import Any

import pytest
from redis import Redis

from eventstore.log.chain import ChainBroken
from eventstore.memory.store import MemoryEventStore
from eventstore.records import Glance, Tip
from service.clients import fact_names
from service.clients.api_keys import ApiKey, NewKey, make_key
from service.clients.ownership import Maker, Party
from service.game.context import Context
from service.game.quarantine import make_good
from service.handlers.administration import begin_removal, remove_some
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.views.client_games import counts, look_again
from service.views.lobby import list_of
from service.views.lobby_projection import LOBBY, Lobby
from service.views.owed_games import OWED, OwedGames
from service.views.rated_games import RatedGames
from service.webhooks.notices import Notices
from tests.service.following import follow
from tests.service.tables import first_chip, new_context

CLIENT = "client-0123"


class Faltering(MemoryEventStore):
    """Represents a store in which the newest versions of some games are replaced whenever their tip is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.games: set[str] = set()

    def _falter(self, game: str) -> None:
        if game in self.games:
            raise ChainBroken(1, "it is replaced")

    def glance(self, game: str, key: str, after: int) -> Glance:
        self._falter(game)
        return super().glance(game, key, after)

    def tip(self, game: str, version: int | None = None) -> Tip:
        self._falter(game)
        return super().tip(game, version)

    def head(self, game: str) -> int:
        return super().tip(game).version


@pytest.fixture
def store() -> Faltering:
    return Faltering()


@pytest.fixture
def ctx(store: Faltering, rq_redis: Redis) -> Context:
    return new_context(store, rq_redis)


@pytest.fixture
def key(ctx: Context) -> ApiKey:
    return make_key(ctx, None, NewKey())[0]


@pytest.fixture
def games(ctx: Context, key: ApiKey) -> list[str]:
    """Return two games of an API key."""
    wish = NewGame("toy", [NewSeat("human")] * 2, seed="a", clock={"seconds": 600, "on_timeout": "default"})
    return [create_game(ctx, wish, maker=Maker(CLIENT, key.id)).id for _ in range(2)]


def act(ctx: Context, games: list[str], seat: int) -> None:
    """Let a seat of each game act, which the projections have not seen yet."""
    for game in games:
        submit(ctx, game, seat, [first_chip(ctx.games.load(game), seat)])


def test_its_rows_stay_and_are_made_again_later(ctx: Context, store: Faltering, key: ApiKey, games: list[str]) -> None:
    projections = lobby, owed = Lobby(ctx), OwedGames(ctx)

    def rows() -> list[dict[str, Any]]:
        """Return what the lobby shows of each game, and what is owed there."""
        of = ((LOBBY, list_of("running", None)), (OWED, f"owner={key.id}"))
        return [{row.game: row for row in store.rows.list_rows(name, where, 10)} for name, where in of]

    follow(ctx, lobby, owed)
    old = rows()
    act(ctx, games, 0)
    store.games = {games[0]}
    follow(ctx, lobby, owed)
    for _ in range(3):
        for was, now in zip(old, rows(), strict=True):
            assert [now[game] == was[game] for game in games] == [True, False]
        assert counts(ctx, CLIENT).games == 2
        ctx.games.quarantine.read()
        for one in projections:
            assert ctx.games.quarantine.list_missed(one.name) == [(games[0], 1)]
            make_good(ctx.games.quarantine, one)
    store.games = set()
    for one in projections:
        make_good(ctx.games.quarantine, one)
        assert ctx.games.quarantine.list_missed(one.name) == []
    for was, now in zip(old, rows(), strict=True):
        assert [now[game] == was[game] for game in games] == [False, False]


def test_its_client_and_its_party_keep_it(ctx: Context, store: Faltering, key: ApiKey, games: list[str]) -> None:
    follow(ctx, Lobby(ctx))
    store.games = {games[0]}
    look_again(ctx, games)
    assert counts(ctx, CLIENT).games == 2
    party = Party(key=key)
    assert party.load(ctx, games[0]) is None
    assert set(party.games(ctx)) == set(games)
    done = remove_some(ctx, CLIENT, begin_removal(ctx, CLIENT), people=True)
    assert (done.removed, done.kept) == (1, 1)
    assert store.find_existing(games) == {games[0]}


def test_its_result_and_its_notices_wait_for_it(ctx: Context, store: Faltering, games: list[str]) -> None:
    told, quarantine = {fact_names.RATED: b"toy", f"{fact_names.HOOKS}0": b"1"}, ctx.games.quarantine
    for game in games:
        store.set_facts(game, told)
    store.games = {games[0]}
    for projection in (RatedGames(ctx), Notices(ctx, lambda hook, n: None)):
        projection.begin([])
        projection.apply(games[0], 1)
        projection.settle()
        for _ in range(2):
            quarantine.read()
            assert quarantine.list_missed(projection.name) == [(games[0], 1)]
            make_good(quarantine, projection)
    store.games = set()
    store.set_facts(games[0], dict.fromkeys(told, b""))
    for projection in (RatedGames(ctx), Notices(ctx, lambda hook, n: None)):
        make_good(quarantine, projection)
        assert quarantine.list_missed(projection.name) == []
