"""Tests that games of a key whose budget is used up go on with quick agents, which the log names."""

import pytest
from redis import Redis

from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.clients.api_keys import NewKey, make_key
from service.clients.ownership import Maker, share_of_game
from service.game.context import Context, compose
from service.handlers.budgets import play_cheaply
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.votes import abandon
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.service.recorded import imported, record_of
from tests.service.tables import Clock, caller
from workers.agents.catalog import default_agent, newest


@pytest.fixture
def ctx(rq_redis: Redis) -> Context:
    """Return a context that offers the games of the project."""
    return compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs(rq_redis), Clock())


def agents(ctx: Context, game: str) -> list[str]:
    return [seat.agent for seat in ctx.games.load(game).table.seats]


def test_quick_agents_take_the_seats_of_slow_ones_by_events_of_the_table(ctx: Context) -> None:
    quick = newest(default_agent("catan"))
    key, _ = make_key(ctx, None, NewKey(budget={"cpu_seconds": 10}))
    maker = Maker(f"address-0123456789abcdef01/{key.id}", key.id)
    seats = [
        NewSeat("human"),
        NewSeat("ai", agent="lookahead"),
        NewSeat("ai", agent=quick),
        NewSeat("ai", agent="graded", level=8),
    ]
    made = create_game(ctx, NewGame("catan", seats, seed="a"), maker=maker)
    change_seat(ctx, caller(ctx, made, 0), 0, SeatChange(agent="lookahead"))
    before, share = agents(ctx, made.id), share_of_game(ctx, made.id)
    assert before == [newest("lookahead")] * 2 + [quick, newest("graded@8")]

    ctx.usage.count_more(key.id, "playAgents", worker_us=9_000_000)
    assert not play_cheaply(ctx, made.id, share)
    assert agents(ctx, made.id) == before
    ctx.usage.count_more(key.id, "playAgents", worker_us=1_000_000)
    assert play_cheaply(ctx, made.id, share)
    assert agents(ctx, made.id) == [quick] * 4
    version = ctx.games.load(made.id).version
    assert play_cheaply(ctx, made.id, share)  # once is enough
    assert ctx.games.load(made.id).version == version
    game = ctx.games.load(made.id)
    stored = [game.codec.decode(event) for event in ctx.store.read(made.id, version - 1)]
    assert [(event.seat, f"{event.agent}@@{event.agent_version}") for event in stored] == [
        (0, quick),
        (1, quick),
        (3, quick),
    ]
    change_seat(ctx, caller(ctx, made, 0), 0, SeatChange(back=True))  # the holder takes the lent seat back
    assert ctx.games.load(made.id).table.seats[0].kind == "human"


def test_a_record_of_such_a_game_is_proven(ctx: Context) -> None:
    key, _ = make_key(ctx, None, NewKey(budget={"cpu_seconds": 0}))
    maker = Maker(key.id, key.id)
    seats = [NewSeat("human"), NewSeat("ai", agent="lookahead"), NewSeat("ai", agent="lookahead")]
    ctx.budgets.put(key.id, (float("inf"), None))
    made = create_game(ctx, NewGame("catan", seats, seed="a"), maker=maker)
    ctx.budgets.drop_all()
    assert play_cheaply(ctx, made.id, share_of_game(ctx, made.id))
    abandon(ctx, caller(ctx, made, 0))
    assert ctx.games.load(made.id).table.finished
    assert imported(ctx, record_of(ctx, made.id)).status == "finished"


def test_a_client_without_a_budget_keeps_its_agents(ctx: Context) -> None:
    seats = [NewSeat("human"), NewSeat("ai", agent="lookahead"), NewSeat("ai", agent="lookahead")]
    key, _ = make_key(ctx, None, NewKey())
    for maker in (Maker("address-0123456789abcdef01"), Maker(key.id, key.id)):
        made = create_game(ctx, NewGame("catan", seats, seed="a"), maker=maker)
        ctx.usage.count_more(key.id, "playAgents", worker_us=10**12)
        assert not play_cheaply(ctx, made.id, share_of_game(ctx, made.id))
        assert agents(ctx, made.id)[1:] == [newest("lookahead")] * 2
