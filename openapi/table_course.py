"""Makes an example of every table event: the service makes them, and they are read back from its log."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from redis import Redis

from domain.core.ruleset import Ruleset
from eventstore.memory.store import MemoryEventStore
from eventstore.records import StoredEvent
from openapi.masks import Masks
from openapi.playing import START_MS
from service.catalog import RULESETS
from service.clients.authentication import Caller, authenticate
from service.game.clocks import late
from service.game.context import Context, compose
from service.game.games import Game
from service.game.results import Created
from service.handlers import (
    holders,
    passed_deadlines,
    pauses,
    rematches,
    resignation,
    seating,
    undo_requests,
    votes,
)
from service.handlers.accept import Accepted, Request, accept
from service.handlers.agent_versions import replace_ended
from service.handlers.branches import NewBranch, branch
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.sandboxes import choose_draws
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish
from service.queue.heads import Heads, Making
from service.queue.jobs import Jobs
from service.settings import read_settings
from workers.agents.catalog import BY_ID

STEP_MS: Final = 1_234
CLOCK_S: Final = 120
WEEK_MS: Final = 7 * 86_400_000
SHEETS: Final = "catan-dice"


class Hours:
    """Represents a clock that advances by a step at every look."""

    def __init__(self) -> None:
        self.ms = START_MS

    def __call__(self) -> int:
        self.ms += STEP_MS
        return self.ms


class NoAgents(Jobs):
    """Stands for the queues of a table without agents."""

    def __init__(self, redis: Redis, waiting: Redis | None = None) -> None:
        super().__init__(redis, waiting)
        self.heads = NoHeads(redis)

    def play_ai(self, game: str, version: int, *, by_person: bool = False) -> None:
        """Do nothing."""


class NoHeads(Heads):
    """Stands for the fingerprints of games about which no advice is asked."""

    def note(self, game: str, version: int, time_ms: int, making: Making) -> None:
        """Do nothing."""


def new_context(hours: Hours) -> Context:
    """Return a service over a log of its own."""
    return compose(read_settings({}), MemoryEventStore(), RULESETS, NoAgents.at("redis://127.0.0.1"), hours)


class Table:
    """Represents a game of some people, with what they do."""

    def __init__(self, ctx: Context, wish: NewGame) -> None:
        self.ctx = ctx
        self.made: Created = create_game(ctx, wish)
        self.tokens = [seat.get("token") for seat in self.made.seats]

    @property
    def game(self) -> Game:
        """Return the game's newest state."""
        return self.ctx.games.load(self.made.id)

    def caller(self, seat: int | None) -> Caller:
        """Return a seat as caller, or the owner."""
        token = self.made.owner_token if seat is None else self.tokens[seat]
        return authenticate(self.ctx, self.game, token)

    def sit(self, **wish: Any) -> None:
        """Sit down on the open seat."""
        seated = seating.take_seat(self.ctx, self.made.id, None, SeatWish(**wish))
        self.tokens[seated.seat] = seated.token

    def act(self) -> int:
        """Carry out the first legal command of the first awaited seat, and return the seat."""
        seat = self.game.awaiting()[0].seat
        submit(self.ctx, self.made.id, seat, [self.game.ruleset.actions(self.game.position, seat).commands[0]])
        return seat

    def vote(self, accepted: bool, *seats: int) -> None:
        """Cast these seats' votes in the newest vote."""
        for seat in seats:
            votes.cast_vote(self.ctx, self.caller(seat), len(self.game.table.votes), accepted)


def table_events() -> Iterator[tuple[Ruleset, StoredEvent]]:
    """Yield every event of a table, and the branching of every game, with random names replaced by constant ones."""
    masks = Masks()
    hours = Hours()
    ctx = new_context(hours)
    for table in (*_courses(ctx, hours), *(_branch(ctx, ruleset) for ruleset in RULESETS.values())):
        for stored in ctx.store.read(table.made.id, 0, table.game.version):
            body = masks.settle_text(stored.body.decode()).encode()
            yield table.game.ruleset, replace(stored, body=body)


def _courses(ctx: Context, hours: Hours) -> Iterator[Table]:
    seats = [NewSeat("human"), NewSeat("human"), NewSeat("human"), NewSeat("open")]
    clock = {"seconds": CLOCK_S, "on_timeout": "agent"}
    delay = {"versions": 10}
    table = Table(ctx, NewGame(SHEETS, seats, undo="consent", clock=clock, spectator_delay=delay, seed="example"))
    holders.leave(ctx, table.caller(0), 0)
    table.sit()
    table.sit(entropy="three sixes")
    open_seat = 3
    table.tokens[open_seat] = holders.renew_token(ctx, table.made.id, table.tokens[open_seat], open_seat).token
    by = table.act()
    others = [seat for seat in (1, 2, 0, 3) if seat != by]  # first one that is not held
    undo_requests.request_undo(ctx, table.caller(by))
    table.vote(True, *others)
    undo_requests.request_redo(ctx, table.caller(by))
    table.vote(False, others[0])
    hours.ms += 1000 * CLOCK_S
    passed_deadlines.run_out(ctx, table.made.id)
    seating.take_seat(ctx, table.made.id, table.tokens[by], SeatWish())
    for change in (SeatChange(name="Bea"), SeatChange(agent="uniform"), SeatChange(back=True)):
        change_seat(ctx, table.caller(by), by, change)
    change_seat(ctx, table.caller(None), others[0], SeatChange(agent="uniform"))
    resignation.resign(ctx, table.caller(others[1]))
    votes.abandon(ctx, table.caller(by))
    table.vote(True, others[2])
    rematches.rematch(ctx, table.caller(by))
    yield table
    yield _with_banks(ctx)
    yield _with_days(ctx)
    yield _with_grace(ctx, hours)
    yield _steer(ctx)
    yield _outlive(ctx)


def _with_banks(ctx: Context) -> Table:
    """Play a game under a clock with banks, up to the end of the first turn."""
    clock = {"kind": "bank", "seconds": 600, "increment_s": 5, "on_timeout": "default"}
    table = Table(ctx, NewGame(SHEETS, [NewSeat("human")] * 2, clock=clock, seed="example"))
    first = table.game.ruleset.turn(table.game.position)
    while table.game.ruleset.turn(table.game.position) == first:
        table.act()
    return table


def _with_days(ctx: Context) -> Table:
    """Play a game under a clock of days, with a holiday and a pause."""
    clock = {"kind": "days", "days": 3, "holidays": 14, "on_timeout": "default"}
    table = Table(ctx, NewGame(SHEETS, [NewSeat("human")] * 2, clock=clock, seed="example"))
    pauses.take_holiday(ctx, table.caller(0), 0, 2)
    pauses.ask_pause(ctx, table.caller(0), ctx.clock() + WEEK_MS)
    table.vote(True, 1)
    pauses.end_pause(ctx, table.caller(1))
    return table


def _with_grace(ctx: Context, hours: Hours) -> Table:
    """Let a seat be late that gets more time."""
    clock = {"seconds": CLOCK_S, "grace_s": 30, "on_timeout": "default"}
    table = Table(ctx, NewGame(SHEETS, [NewSeat("human")] * 2, clock=clock, seed="example"))
    hours.ms += 1000 * CLOCK_S
    accept(ctx, Request(table.made.id, bool), _give_grace)
    return table


def _give_grace(ctx: Context, game: Game) -> Accepted[bool]:
    return Accepted(game, True, [passed_deadlines.give_grace(ctx, game, late(game, ctx.clock())[0])])


def _steer(ctx: Context) -> Table:
    """Open a sandbox game, and choose its first dice."""
    table = Table(ctx, NewGame(SHEETS, [NewSeat("human")], sandbox=True, seed="example"))
    choose_draws(ctx, table.caller(None), [{"stream": "dice", "outcome": {"gold": 6}}])
    return table


def _outlive(ctx: Context) -> Table:
    """Let a game go on whose agent is of a version that is not served any more."""
    table = Table(ctx, NewGame(SHEETS, [NewSeat("human"), NewSeat("ai", agent="uniform")], seed="example"))
    served = BY_ID["uniform"]
    try:
        BY_ID["uniform"] = replace(served, version=served.version + 1)
        replace_ended(ctx, table.made.id)
    finally:
        BY_ID["uniform"] = served
    return table


def _branch(ctx: Context, ruleset: Ruleset) -> Table:
    """Branch a game after resignations left one seat."""
    fewest = max(2, ruleset.describe()["seats"]["minimum"])
    table = Table(ctx, NewGame(ruleset.name, [NewSeat("human")] * fewest, seed="example"))
    for seat in range(fewest - 1):
        resignation.resign(ctx, table.caller(seat))
    table.made = branch(ctx, table.caller(fewest - 1), NewBranch(1, chance="same"))
    return table
