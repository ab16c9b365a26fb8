"""Rematches: the table of a finished game again, everybody one seat on.

Whoever asks first opens it and owns it; the others take the seats that are kept for them with the tokens of the game
before, and the last one starts it.
"""

from domain.core.errors import InvalidConfiguration
from eventstore.store import Conflict, Duplicate
from service import seats
from service.answers import Created, Seated
from service.appending import Act, append
from service.attempts import judged_again
from service.context import Context
from service.creating import NewSeat, Plan, new_id, new_seed, open_table, with_agents
from service.games import Game
from service.holdings import NOBODY, Maker
from service.idempotency import Key, claimed_by
from service.imported import refuse_imported
from service.problems import Problem, misconfigured, refused, unauthorized
from service.seating import SeatWish, remove, sit_down
from service.seats import Caller
from service.sittings import Seat
from service.table_events import RematchOpened


def rematch(ctx: Context, caller: Caller, key: Key | None = None, maker: Maker = NOBODY) -> Created:
    """Open the rematch of a finished game, or sit down at it; 409 for a game that is not over."""
    if caller.credential is None:
        raise unauthorized()
    return judged_again(ctx, caller.game, lambda: _once(ctx, caller, key, maker))


def _once(ctx: Context, caller: Caller, key: Key | None, maker: Maker) -> Created:
    refuse_imported(caller.game)
    game = ctx.games.load(caller.game)
    if not game.table.finished:
        raise refused("game.not_finished")
    earlier = None if key is None else ctx.store.claimed(game.id, key.scope_key)
    if key is not None and earlier is not None:
        return key.opened(Created, *earlier)
    follower = _follower(ctx, game)
    if follower is None:
        return _open(ctx, game, caller, key, maker)
    return _join(ctx, game, follower, caller, maker)


def _follower(ctx: Context, game: Game) -> Game | None:
    """The rematch that was opened, unless it has expired since."""
    try:
        return ctx.games.load(game.table.rematch) if game.table.rematch else None
    except Problem:
        return None


def turned(game: Game, seat: int) -> int:
    """Where somebody sits in the rematch."""
    return (seat + 1) % len(game.table.seats)


def _open(ctx: Context, game: Game, caller: Caller, key: Key | None, maker: Maker) -> Created:
    created = open_table(ctx, new_id(None), _plan(ctx, game, caller), None, maker)
    act = Act(None, [RematchOpened(created.id)], ctx.clock(), game.play)
    try:
        append(ctx, game, [act], claim=claimed_by(key, created))
    except (Conflict, Duplicate):
        remove(ctx, created.id)
        raise
    return created


def _plan(ctx: Context, game: Game, caller: Caller) -> Plan:
    opened, names = game.table.opened, ctx.store.names(game.id)
    old = [
        _wanted(place, names.get(number), _brings(game, caller, number))
        for number, place in enumerate(game.table.seats)
    ]
    try:
        config = game.ruleset.configure(len(old), opened.map, opened.modules, game.config.options)
    except InvalidConfiguration as error:
        raise misconfigured(error) from None
    return Plan(
        ruleset=game.ruleset,
        config=config,
        seats=with_agents(game.ruleset, [*old[-1:], *old[:-1]]),
        undo=opened.undo,
        private=opened.private,
        seed=new_seed(),
        unfair=False,
        clock=opened.clock,
        spectator_delay=opened.spectator_delay,
        analyses=opened.analyses,
        hot_seat=opened.hot_seat,
        overdue_after_s=opened.overdue_after_s,
        rematch_of=game.id,
    )


def _brings(game: Game, caller: Caller, number: int) -> bool:
    """Whether the caller is given the token of whoever sat there: of the own seat, the owner of all that were given."""
    return number == caller.seat or (caller.is_owner and not game.table.seats[number].joined)


def _wanted(place: Seat, name: str | None, is_brought: bool) -> NewSeat:
    if place.belongs_to == "ai":
        return NewSeat("ai", name, place.agent)
    if place.belongs_to == "open" or not is_brought:
        return NewSeat("open")
    return NewSeat(place.belongs_to, name)


def _join(ctx: Context, game: Game, follower: Game, caller: Caller, maker: Maker) -> Created:
    """The seat that is kept for the caller, with its token; whoever has it already gets a new token."""
    if caller.seat is None:
        raise refused("rematch.opened")
    seat = turned(game, caller.seat)
    place = follower.table.seats[seat]
    if place.belongs_to == "open":
        wish = SeatWish(seat, ctx.store.names(game.id).get(caller.seat))
        return _joined(sit_down(ctx, follower, wish, None, maker))
    if place.belongs_to == "ai":
        raise refused("seat.taken", seat=seat)
    token = seats.reissue(ctx, follower.id, seat, place.holder)
    return _joined(Seated(follower.id, seat, place.belongs_to, follower.version, follower.table.status, token))


def _joined(seated: Seated) -> Created:
    own = {"seat": seated.seat, "kind": seated.kind, "token": seated.token}
    return Created(seated.id, seated.version, seated.status, [own], None)
