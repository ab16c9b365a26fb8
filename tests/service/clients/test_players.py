"""Tests what is kept of players where a process dies at any of its writes."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from service.clients.api_keys import NewKey, is_key, make_key
from service.clients.ended_apps import ENDED, clear_some
from service.clients.players import NewPlayer, list_players, make_player
from service.clients.seeks import SEEKS
from service.forgetting.entries import Entry
from service.forgetting.people import begin, finish
from service.game.context import Context, compose
from service.handlers.seeking import NewSeek, post_seek
from service.problems import Problem
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.webhooks.registry import end_key
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


def test_what_is_left_of_players_is_removed_wherever_a_process_dies(ctx: Context) -> None:
    store: Any = ctx.store
    for writes in count():
        key, _ = make_key(ctx, None, NewKey(scopes=["games", "me"]))
        for number in range(2):
            player = make_player(ctx, key, NewPlayer("Unica", f"user-{number}"))
            post_seek(ctx, player, "share", NewSeek("toy", 2 + number, among="application"))
        store.left, died = writes, False
        try:
            end_key(ctx, key, key.id)
            while clear_some(ctx):
                pass
        except Killed:
            died = True
        store.left = None

        if is_key(ctx, key.id):  # whoever wanted it deleted had no answer, and asks again
            end_key(ctx, key, key.id)
        while clear_some(ctx):
            pass

        assert kept_of_players(store) == [], writes
        assert store.facts(ENDED) == {}
        assert [row for page in store.rows.games(SEEKS) for row in page] == []
        if not died:
            assert writes > 8
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
