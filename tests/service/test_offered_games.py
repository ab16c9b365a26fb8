"""Tests that every offered game goes through the whole service: random play, undos, branches, and a proven record."""

from base64 import b64decode
from random import Random
from typing import Any

import orjson
import pytest
from redis import Redis

from eventstore.streams import open_store
from service.catalog import RULESETS
from service.clients.authentication import Caller
from service.game.context import Context, compose
from service.game.games import Game
from service.game.results import Created
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.undo_requests import move_head
from service.queue.jobs import Jobs
from service.records.replay import replay
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.looking import legal_actions, picture, view
from tests.service.tables import Clock, fresh

COMMANDS = 250
LARGEST_VIEW = 15_000


@pytest.fixture
def hosted(stores: StorePair, events_redis: Redis, rq_redis: Redis) -> Context:
    """Return a context of all offered games over the real store."""
    return compose(read_settings({}), open_store(stores.events_url), RULESETS, Jobs(rq_redis), Clock())


def chosen(game: Game, rng: Random) -> tuple[int, Any] | None:
    """Return a seat that may act with something it may do, or None after the end."""
    for entry in rng.sample(game.awaiting(), len(game.awaiting())):
        actions = game.ruleset.actions(game.position, entry.seat)
        options = [*actions.commands, *(template.sample(rng) for template in actions.templates)]
        if options:
            return entry.seat, rng.choice(options)
    return None


def check_branch(ctx: Context, made: Created, seat: int, version: int) -> None:
    """Check that a branch shows the seat the state of the version that it came from, and can be played on."""
    other = branch(ctx, Caller(made.id, seat), NewBranch(version))
    assert view(ctx, Caller(other.id, seat))["state"] == view(ctx, Caller(made.id, seat), version)["state"]
    offered = legal_actions(ctx, Caller(other.id, seat), "en")["actions"]
    ruleset = ctx.games.load(made.id).ruleset
    if offered:
        submit(ctx, other.id, seat, [ruleset.commands.decode(offered[0]["command"])])


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_played_undone_branched_and_proven(hosted: Context, name: str) -> None:
    fewest = RULESETS[name].describe()["seats"]["minimum"]
    made = create_game(hosted, NewGame(name, [NewSeat("human")] * fewest, undo="free", hot_seat=True, seed="1"))
    rng = Random(1)
    for number in range(1, COMMANDS):
        game = hosted.games.load(made.id)
        move = chosen(game, rng)
        if move is None:
            break
        submit(hosted, made.id, move[0], [move[1]], expected=game.version)
        head = hosted.store.head(made.id)
        if number % 50 == 0:
            check_branch(hosted, made, move[0], rng.randint(1, head))
            move_head(hosted, made.id, head - 5, head, move[0])
        assert len(orjson.dumps(view(hosted, Caller(made.id, move[0])))) < LARGEST_VIEW

    head = hosted.store.head(made.id)
    for version in (1, head // 2, head):
        assert view(fresh(hosted), Caller(made.id, 0), version) == view(hosted, Caller(made.id, 0), version)
    done = replay(hosted, made.id, Caller(made.id), {"format": "json"}, lambda fraction: None)
    assert (done["versions"], done["digests"]) == (head, head)
    check_pictures(hosted, Caller(made.id, 0))


def check_pictures(ctx: Context, who: Caller) -> None:
    """Check that pictured records have the frames that they name, and that the last one is drawn as it is now."""
    shown = replay(ctx, who.game, who, {"format": "svg", "every": 40}, lambda fraction: None)["record"]
    assert [frame["version"] for frame in shown["frames"]] == shown["versions"]
    assert shown["frames"][-1]["svg"].encode() == picture(ctx, who, "en")
    moving = replay(ctx, who.game, who, {"format": "gif", "every": 100}, lambda fraction: None)["record"]
    assert b64decode(moving["base64"]).startswith(b"GIF89a")
