"""Tests that a game stored before an option existed is played on, shown, replayed, branched and imported."""

from random import Random

import pytest
from redis import Redis

from domain.core.ruleset import Ruleset
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.clients.authentication import authenticate
from service.game.context import Context, compose
from service.game.ids import new_id
from service.game.results import Created
from service.handlers.accept import write
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import open_table
from service.handlers.plans import Plan
from service.handlers.rematches import rematch
from service.handlers.resignation import resign
from service.handlers.seating import SeatWish, take_seat
from service.queue.jobs import Jobs
from service.records.replay import replay
from service.settings import read_settings
from service.table.events import TableOptions
from service.views.events_pages import events_page
from tests.domain.every_option import configured, each_option, without
from tests.service.looking import legal_actions, view
from tests.service.recorded import imported, record_of
from tests.service.tables import Clock, caller

DEEDS = 12


@pytest.fixture
def memory(rq_redis: Redis) -> Context:
    """Return a context of the games on offer whose log is in memory."""
    return compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs(rq_redis), Clock())


def old_game(ctx: Context, ruleset: Ruleset, option: str, kind: str = "human") -> Created:
    """Return a game as it was stored before an option existed; its last seat is of the given kind."""
    config = without(configured(ruleset), option)
    seats = [NewSeat("human")] * (config.seats - 1) + [NewSeat(kind)]
    plan = Plan(ruleset, config, seats, TableOptions("free", private=False, analyses="all"), seed=b"old", unfair=True)
    opened = open_table(ctx, new_id(None), plan)
    write(ctx, opened)
    return opened.answer


def play_on(ctx: Context, game_id: str) -> None:
    """Make some random commands."""
    rng = Random(0)
    for _ in range(DEEDS):
        game = ctx.games.load(game_id)
        if game.table.finished:
            return
        seat = rng.choice([entry.seat for entry in game.awaiting() if entry.must])
        actions = game.ruleset.actions(game.position, seat)
        submit(ctx, game_id, seat, [rng.choice(actions.commands or [t.sample(rng) for t in actions.templates])])


def proven(ctx: Context, game_id: str) -> int:
    """Return how many digests of a game's log were proven, reading the log again."""
    ctx.store.drop_snapshots(game_id)
    afresh = compose(ctx.settings, ctx.store, ctx.rulesets, ctx.jobs, ctx.clock)
    game = afresh.games.load(game_id)
    told = replay(afresh, game_id, authenticate(afresh, game, None), {"format": "json"}, lambda fraction: None)
    assert told["verified"]
    digests: int = told["digests"]
    return digests


@each_option
def test_an_old_game_goes_on(memory: Context, ruleset: Ruleset, option: str) -> None:
    made = old_game(memory, ruleset, option)
    opened = events_page(memory, caller(memory, made))["events"][0]

    play_on(memory, made.id)
    seen = view(memory, caller(memory, made, 0))

    assert option not in opened["options"]
    assert seen["options"] == ruleset.completed(without(configured(ruleset), option)).options
    assert seen["version"] == DEEDS + 1
    assert legal_actions(memory, caller(memory, made, 0), "en")["seat"] == 0
    assert proven(memory, made.id) == DEEDS + 1


@each_option
def test_an_old_game_is_branched(memory: Context, ruleset: Ruleset, option: str) -> None:
    made = old_game(memory, ruleset, option)
    play_on(memory, made.id)

    made = branch(memory, caller(memory, made, 0), NewBranch(5))
    play_on(memory, made.id)

    assert view(memory, caller(memory, made))["options"].keys() == configured(ruleset).options.keys()
    assert proven(memory, made.id) == DEEDS + 1


@each_option
def test_an_old_table_is_filled_later(memory: Context, ruleset: Ruleset, option: str) -> None:
    made = old_game(memory, ruleset, option, "open")

    take_seat(memory, made.id, None, SeatWish())
    play_on(memory, made.id)

    assert view(memory, caller(memory, made, 0))["status"] == "running"
    assert proven(memory, made.id) == memory.store.head(made.id) - 1


@each_option
def test_the_record_of_an_old_game_is_imported_and_its_table_meets_again(
    memory: Context, ruleset: Ruleset, option: str
) -> None:
    made = old_game(memory, ruleset, option, "open")
    taken = take_seat(memory, made.id, None, SeatWish())
    play_on(memory, made.id)
    for place in made.seats[:-1]:
        if not memory.games.load(made.id).table.finished:
            resign(memory, caller(memory, made, place["seat"]))
    if not memory.games.load(made.id).table.finished:
        resign(memory, authenticate(memory, memory.games.load(made.id), taken.token))

    record = record_of(memory, made.id)
    again = imported(memory, record)
    met = rematch(memory, caller(memory, made, owner=True))

    assert option not in record["options"]
    assert proven(memory, again.id) == again.version - 1
    completed = ruleset.completed(without(configured(ruleset), option)).options
    assert view(memory, caller(memory, met))["options"] == completed
    assert view(memory, caller(memory, again))["options"] == completed
