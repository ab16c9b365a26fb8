"""Tests what is kept of players where a process dies at any of its writes."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from service.clients.api_keys import NewKey, make_key
from service.clients.players import NewPlayer, list_players, make_player
from service.forgetting.entries import Entry
from service.forgetting.people import begin, finish
from service.game.context import Context, compose
from service.problems import Problem
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.mortal_store import Killed, Mortal
from tests.toy import TOY


@pytest.fixture
def ctx(stores: StorePair, tmp_path: Path) -> Context:
    settings = read_settings({"LONGROAD_STORE_PROMISES": "may-lose-games", "LONGROAD_DATA_DIR": str(tmp_path)})
    return compose(settings, Mortal(), {TOY.name: TOY}, Jobs.at(stores.rq_url))


def kept_of_players(store: Any) -> list[str]:
    """List the owners under which anything of a player is stored."""
    kept = [(owner, one) for owner, one in store._games.items() if "player" in owner]
    return [owner for owner, one in kept if any((*one.facts.values(), *one.names.values(), *one.data_keys.values()))]


def test_player_whose_making_was_cut_short_is_forgotten_with_the_key(ctx: Context) -> None:
    store: Any = ctx.store
    for writes in count():
        key, _ = make_key(ctx, None, NewKey())
        store.left, died = writes, False
        try:
            make_player(ctx, key, NewPlayer("Unica", "user-17"))
        except Killed:
            died = True
        store.left = None

        begin(ctx, [Entry(key=key.id)])
        finish(ctx, Entry(key=key.id))

        assert kept_of_players(store) == [], writes
        if not died:
            assert writes > 3
            return


def test_key_that_was_forgotten_meanwhile_makes_no_player(ctx: Context) -> None:
    key, _ = make_key(ctx, None, NewKey())
    begin(ctx, [Entry(key=key.id)])
    finish(ctx, Entry(key=key.id))

    with pytest.raises(Problem) as refused:
        make_player(ctx, key, NewPlayer("Unica"))

    assert refused.value.slug == "unauthorized"
    assert kept_of_players(ctx.store) == []
    assert list_players(ctx, key.id, 1) == []
