"""Plays games for the tests of records, with undo, votes, resigning and time-outs, and makes their records."""

from random import Random
from typing import Any

import orjson

from domain.core.ruleset import Ruleset
from service.clients.authentication import Caller, authenticate
from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.game.results import Created
from service.handlers.commands import Sender, submit
from service.handlers.holders import leave, renew_token
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.passed_deadlines import fall_due
from service.handlers.rematches import rematch
from service.handlers.resignation import resign
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish, take_seat
from service.handlers.undo_requests import move_head, request_undo
from service.handlers.votes import VOTE_MS, abandon, cast_vote
from service.records.importing import import_record
from service.records.replay import replay
from service.schemas.records import read_record
from tests.service.tables import Clock, caller, new_game, put_aside
from tests.toy import EndTurn, Roll, Step

MINUTE_MS = 61_000
SOON, OFTEN = 12, 83
"""At the first of these versions, and at each multiple of the second, a whole game goes back by three versions."""


def record_of(ctx: Context, game: str) -> dict[str, Any]:
    """Return the record of a game as a client reads it."""
    made = replay(ctx, game, Caller(game), {"format": "json"}, lambda fraction: None)
    record: dict[str, Any] = orjson.loads(orjson.dumps(made["record"]))
    return record


def imported(ctx: Context, record: dict[str, Any]) -> Created:
    """Import a record as the API does, and return the new game."""
    return import_record(ctx, read_record({"record": record}))


def pass_time(ctx: Context, ms: int) -> None:
    """Move the clock forward by that many ms."""
    assert isinstance(ctx.clock, Clock)
    ctx.clock.ms += ms


def act(ctx: Context, game_id: str, rng: Random) -> bool:
    """Let some seat that may act make a random command, and return False once the game is over."""
    game = ctx.games.load(game_id)
    if game.table.finished:
        return False
    seat = rng.choice(game.awaiting()).seat
    actions = game.ruleset.actions(game.position, seat)
    options = actions.commands or [template.sample(rng) for template in actions.templates]
    if options:
        submit(ctx, game_id, seat, [rng.choice(options)])
    return True


def whole_game(ctx: Context, ruleset: Ruleset) -> str:
    """Play a random game to its end, with undone lines, and return its id."""
    seats = [NewSeat("human")] * max(2, ruleset.describe()["seats"]["minimum"])
    made = create_game(ctx, NewGame(ruleset.name, seats, undo="free", seat_order="random", hot_seat=True, seed="whole"))
    rng = Random(f"whole {ruleset.name}")
    while act(ctx, made.id, rng):
        head = ctx.store.head(made.id)
        if (head == SOON or head % OFTEN == 0) and not ctx.games.load(made.id).table.finished:
            move_head(ctx, made.id, head - 3, head, 0)
    return made.id


def short_game(ctx: Context, ruleset: Ruleset, on_timeout: str, commands: int = 8) -> str:
    """Play some random moves, let one seat's time run out, let all resign, and return the game's id."""
    fewest = max(2, ruleset.describe()["seats"]["minimum"])
    clock = {"seconds": 60, "on_timeout": on_timeout}
    seats = [NewSeat("human")] * fewest
    made = create_game(ctx, NewGame(ruleset.name, seats, undo="free", clock=clock, hot_seat=True, seed="short"))
    rng = Random(f"short {ruleset.name}")
    for _ in range(commands):
        act(ctx, made.id, rng)
    head = ctx.store.head(made.id)
    move_head(ctx, made.id, head - 2, head, 0)
    while len(ctx.games.load(made.id).awaiting()) > 1:
        act(ctx, made.id, rng)
    pass_time(ctx, MINUTE_MS)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    for seat in range(fewest):
        game = ctx.games.load(made.id)
        if not game.table.finished and not game.table.seats[seat].left:
            resign(ctx, caller(ctx, made, seat))
    return made.id


def busy_table(ctx: Context) -> str:
    """Play a game of the toy in which everything happens that can happen at a table, and return its id."""
    kinds = ("human", "open", "open", "ai")
    clock = {"seconds": 60, "on_timeout": "agent"}
    delay = {"versions": 2}
    wish = NewGame("toy", [NewSeat(kind) for kind in kinds], undo="consent", clock=clock, spectator_delay=delay)
    made = create_game(ctx, wish)
    gone = take_seat(ctx, made.id, None, SeatWish(entropy="edge"))
    leave(ctx, authenticate(ctx, ctx.games.load(made.id), gone.token), gone.seat)
    cal = take_seat(ctx, made.id, None, SeatWish(entropy="heads"))
    owner = authenticate(ctx, ctx.games.load(made.id), made.owner_token)
    change_seat(ctx, owner, 2, SeatChange(agent="uniform"))
    change_seat(ctx, owner, 2, SeatChange(open=True))
    ben = take_seat(ctx, made.id, None, SeatWish(entropy="tails"))
    ann = caller(ctx, made, 0)
    every = Created(made.id, 1, "running", [{"seat": seat} for seat in range(4)], None)
    put_aside(ctx, every)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step(), Step()])
    _votes(ctx, made.id, ann, authenticate(ctx, ctx.games.load(made.id), ben.token))
    pass_time(ctx, MINUTE_MS)
    fall_due(ctx, made.id, CLOCK_DEADLINE)
    submit(ctx, made.id, 0, [EndTurn()], sender=Sender(ann.holder))  # who takes the seat back by that
    ben_again = _sittings(ctx, made.id, ben.token)
    change_seat(ctx, owner, 3, SeatChange(open=True))
    take_seat(ctx, made.id, None, SeatWish())
    for leaving in (ann, authenticate(ctx, ctx.games.load(made.id), cal.token), ben_again):
        resign(ctx, leaving)
    rematch(ctx, owner)
    return made.id


def _sittings(ctx: Context, game: str, token: str | None) -> Caller:
    """Let seat 2 renew its token, take another name, be lent and be taken back."""
    kept = renew_token(ctx, game, token, 2).token
    ben = authenticate(ctx, ctx.games.load(game), kept)
    for change in (SeatChange(name="Benjamin"), SeatChange(agent="uniform"), SeatChange(back=True)):
        change_seat(ctx, ben, 2, change)
    return ben


def _votes(ctx: Context, game: str, ann: Caller, ben: Caller) -> None:
    """Hold five votes: the first passes, the second is refused, and two more run out."""
    others = [seat for seat in ctx.games.load(game).table.seats_of("human", "bot") if seat != 0]
    request_undo(ctx, ann)
    for seat in others:
        cast_vote(ctx, Caller(game, seat), 1, yes=True)
    request_undo(ctx, ann)
    cast_vote(ctx, ben, 2, yes=False)
    abandon(ctx, ben)
    pass_time(ctx, VOTE_MS)
    fall_due(ctx, game, "vote")
    request_undo(ctx, ben)
    pass_time(ctx, VOTE_MS)
    abandon(ctx, ann)  # which ends the one that nobody answered
    submit(ctx, game, 0, [Step()])


def quietly(fraction: float) -> None:
    """Ignore the progress of a job."""


def rewound(ctx: Context) -> Created:
    """Return a running game with an abandoned line."""
    made = new_game(ctx, undo="free", hot_seat=True)
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    move_head(ctx, made.id, 2, 4, 0)
    return made
