"""Tests standing orders at random, in games of every ruleset: each sends commands, or ends with a reason.

The short form plays one game of some cases, the long form (`--long=N`) N games of each.
"""

from random import Random
from typing import Any, Final

import pytest
from redis import Redis

from domain.catan import CATAN
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.clients.standing_orders import DONE, MOST_ORDERS, VOID, OrderBook
from service.game.context import Context, compose
from service.game.order_choices import is_of_cards
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.orders import TAKEN_BACK
from service.handlers.resignation import resign
from service.handlers.undo_requests import move_head
from service.problems import Problem
from service.queue.jobs import Jobs
from service.schemas.orders import card_names, frame_names
from service.settings import read_settings
from tests.laws.cases import CASES, Case
from tests.laws.playing import uniform
from tests.service.handlers.ordering import give, let_orders_run, orders, sweep_once, take_back
from tests.service.recorded import imported, record_of
from tests.service.tables import Clock, caller

SHORT: Final = (
    "catan-3",
    "catan-5",
    "favors-4",
    "helpers-3",
    "dice-2",
    "elasund-english-2",
    "elasund-german-3",
    "goofspiel-2",
)
FOUNDING: Final = 24
"""So many commands are given by hand in Catan before orders are, so that its games are past their set-up."""
ROUNDS: Final = 8
MOST_KNOWN: Final = 12


class Follower:
    """Follows all orders that were set in a game, by their ids."""

    def __init__(self, ctx: Context, made: Created) -> None:
        self.ctx = ctx
        self.made = made
        self.ended: dict[str, str] = {}
        self.standing: set[str] = set()
        self.sent = 0

    def look(self) -> None:
        """Note which orders stand and how the others ended; none is ever lost."""
        standing: set[str] = set()
        for seat in range(len(self.made.seats)):
            book: OrderBook = orders(self.ctx, self.made, seat)
            assert len(book.orders) <= MOST_ORDERS
            standing |= {one.id for one in book.orders}
            for one in book.ended:
                assert one.status in (DONE, VOID, TAKEN_BACK)
                assert bool(one.reason) == (one.status == VOID)
                assert self.ended.setdefault(one.id, one.status) == one.status
        assert self.standing <= standing | self.ended.keys()
        self.standing = standing

    def wait(self) -> None:
        """Let half a minute pass, in which orders send one command at most."""
        assert isinstance(self.ctx.clock, Clock)
        before = self.ctx.store.head(self.made.id)
        self.ctx.clock.ms += 31_000
        sweep_once(self.ctx)
        after = self.ctx.store.head(self.made.id)
        assert before <= after <= before + 1
        self.sent += after - before
        self.look()


def invent(game: Any, seat: int, rng: Random) -> dict[str, Any]:
    """Return a random order for a seat of a game."""
    ruleset = game.ruleset
    rows = ruleset.commands
    actions = ruleset.actions(game.position, seat)
    known = [
        *rng.sample(actions.commands, min(len(actions.commands), 3)),
        *(one.sample(rng) for one in actions.templates),
    ]
    known += [cls() for cls in actions.idle if not rows.by_class[cls].fields]
    commands = [rows.encode(one) for one in rng.sample(known, min(len(known), 4))]
    types = rng.sample([row.name for row in rows.rows], min(len(rows.rows), 3))
    frames = frame_names(ruleset)
    some = {"frame": rng.choice(frames)} if frames and rng.random() < 0.4 else {}
    kinds: list[dict[str, Any]] = [
        {"kind": "pass", **some} | ({"unless": types} if rng.random() < 0.5 else {}),
        {"kind": "cards", "command": _name_of_cards(game, seat, rng, types), "first": _names(ruleset, rng)},
    ]
    if commands:
        kinds.append({"kind": "send", "commands": commands, "again": rng.random() < 0.3, **some})
        steps = [{"command": one, "or_skip": rng.random() < 0.5} for one in commands]
        kinds.append({"kind": "sequence", "steps": steps})
    if ruleset is CATAN:
        bound = {"give_any": _names(ruleset, rng)} if rng.random() < 0.5 else {"at_least": rng.randint(1, 3)}
        kinds.append({"kind": "answer", "accept": rng.random() < 0.5, **bound})
    return rng.choice(kinds)


def _name_of_cards(game: Any, seat: int, rng: Random, types: list[str]) -> str:
    templates = game.ruleset.actions(game.position, seat).templates
    names = [game.ruleset.commands.of(one.example).name for one in templates if is_of_cards(one)]
    return rng.choice([*names, types[0]])


def _names(ruleset: Any, rng: Random) -> list[str]:
    names = card_names(ruleset.commands)
    return rng.sample(names, min(len(names), 3)) or []


def act(ctx: Context, made: Created, rng: Random) -> None:
    """Let a seat that is asked act by hand."""
    game = ctx.games.load(made.id)
    if awaited := game.awaiting():
        seat = rng.choice(awaited).seat
        actions = game.ruleset.actions(game.position, seat)
        if actions.commands or actions.templates:
            submit(ctx, made.id, seat, [uniform(game.ruleset, game.position, seat, actions, rng)])


def undo(ctx: Context, made: Created, rng: Random) -> None:
    """Go back a version, if the table allows it."""
    game = ctx.games.load(made.id)
    if not game.awaiting():
        return
    try:
        move_head(ctx, made.id, game.version - 1, game.version, game.awaiting()[0].seat)
    except Problem:
        return


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_order_sends_commands_or_ends_with_a_reason(case: Case, rq_redis: Redis, long_games: int) -> None:
    if case.seats < 2 or (not long_games and case.name not in SHORT):
        pytest.skip("belongs to the long form")
    sent = 0
    for number in range(max(1, long_games)):
        ctx = compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs(rq_redis), Clock())
        sent += _play(ctx, case, Random(f"{case.name} {number}"))
    assert sent > 0 or long_games


def _play(ctx: Context, case: Case, rng: Random) -> int:
    """Play a game and return how many commands orders sent in it."""
    wish = {"map": case.map, "modules": case.modules, "options": dict(case.options), "undo": "free", "seed": "orders"}
    made = create_game(ctx, NewGame(case.ruleset.name, [NewSeat("human")] * case.seats, **wish))
    follower = Follower(ctx, made)
    for _ in range(FOUNDING if case.ruleset is CATAN else 1):
        act(ctx, made, rng)
    for _ in range(ROUNDS):
        for seat in range(case.seats):
            game = ctx.games.load(made.id)
            if game.table.status == "running" and len(orders(ctx, made, seat).orders) < MOST_KNOWN:
                give(ctx, made, seat, **invent(game, seat, rng))
        follower.look()
        _disturb(ctx, made, rng)
        for _ in range(2):
            follower.wait()
    if ctx.games.load(made.id).table.status == "running":
        for seat in range(case.seats - 1):
            resign(ctx, caller(ctx, made, seat))
    let_orders_run(ctx, made)
    assert orders(ctx, made, case.seats - 1).orders == []
    imported(ctx, record_of(ctx, made.id))  # each version follows by the rules from its command, as a posted one does
    return follower.sent


def _disturb(ctx: Context, made: Created, rng: Random) -> None:
    """Let a seat act by hand, go back, or end its orders; or nothing of that."""
    deed = rng.random()
    if deed < 0.5:
        act(ctx, made, rng)
    elif deed < 0.6:
        undo(ctx, made, rng)
    elif deed < 0.7:
        take_back(ctx, made, rng.randrange(len(made.seats)))
