"""What a version of a record must hold: rules and table decide it again from what somebody chose at the time.

Chosen were commands, seats, votes, moves of the head, agents, the seed. All else follows, and is not read.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from domain.core.chance import NotedChance, SeededChance
from domain.core.errors import InvalidConfiguration
from domain.core.position import PositionSet
from domain.core.ruleset import Config, Ruleset
from eventstore.store import check_game
from service import moves
from service.appending import Act, clocked
from service.causes import Cause
from service.clock_events import GameResumed, HolidayTaken, TimeUsed
from service.commands import decided, require_running
from service.context import Context
from service.creating import ORDER_STREAM, NewSeat, Plan, check_members, opened_by, shuffled, started
from service.ending import resignation
from service.games import Game
from service.overdue import overdue_seats
from service.problems import forbidden, misconfigured, refused
from service.reenacting_time import (
    check_time,
    holiday_taken,
    is_of_old,
    pause_asked,
    resumed,
    timed_out,
)
from service.seat_events import SeatLeft, SeatLent, SeatRenamed, TokenRenewed
from service.seating import handing_over, open_seat, taking
from service.sittings import BACK, RESIGNED, UNKNOWN_TURN
from service.table import config_of
from service.table_events import (
    MOVES,
    OWNER,
    SEAT_KINDS,
    HeadMoved,
    RematchOpened,
    SeatHandedOver,
    SeatResigned,
    SeatReturned,
    SeatStoodIn,
    SeatTaken,
    TableOpened,
    TimedOut,
    VoteCast,
    VoteClosed,
    VoteOpened,
)
from service.timeouts import DEFAULT, done_for
from service.told import PEOPLE, Told, Unaccountable, check_person
from service.undo_rights import (
    CONSENT,
    UNDO,
    Right,
    check_ancestor,
    check_revealed,
    check_table,
    redo_target,
    right_to_move,
)
from service.vote_kinds import closing
from service.voting import ABANDON, NO_VERSION, PAUSE, SEAT, answering, expiry, find_vote, opening, require_asked

HANDED: Final = tuple(SEAT_KINDS.index(kind) for kind in ("ai", "open"))


_BEFORE: Final = (VoteClosed, GameResumed, TimeUsed)
"""What may stand before the event that leads a version, or lead it where nothing else does, this first."""


def enacted(ctx: Context, game: Game, told: Told) -> Act:
    """The version that follows on a game, decided again at the time of `ctx`.

    Raises Problem where rules or table refuse it, Unaccountable where nothing leads to it.
    """
    if game.version == 0:
        return _opened(ctx, game, told)
    act = _led(ctx, game, told) if told.cause.command is None else _commanded(ctx, game, told)
    return act if is_of_old(game, told) else clocked(ctx, game, [act])[0]


def _led(ctx: Context, game: Game, told: Told) -> Act:
    lead = min(told.events, key=lambda event: _BEFORE.index(type(event)) if type(event) in _BEFORE else -1)
    enact = _HANDLERS.get(type(lead))
    if enact is None:
        raise Unaccountable
    return enact(ctx, game, lead, told)


def _opened(ctx: Context, game: Game, told: Told) -> Act:
    if any(isinstance(event, PositionSet) for event in told.events):
        raise refused("record.branch")
    plan, draws = _plan(game, told)
    chance = NotedChance(SeededChance(plan.seed))
    opened = opened_by(plan)
    events, play = started(plan, opened, chance, starts=all(seat.kind != "open" for seat in plan.seats))
    return Act(None, [opened, *events], ctx.clock(), play, Cause(draws=[*draws, *chance.draws]))


def _plan(game: Game, told: Told) -> tuple[Plan, Sequence[Any]]:
    """What was asked of a new game, and the draws that put its seats in order."""
    opened = told.events[0]
    if not isinstance(opened, TableOpened):
        raise Unaccountable
    try:
        config = _configured(game.ruleset, config_of(opened))
    except InvalidConfiguration as error:
        raise misconfigured(error) from None
    seats = [NewSeat(**seat) for seat in opened.seats]
    for number, seat in enumerate(seats):
        check_members(number, seat)
    plan = Plan(
        game.ruleset,
        config,
        seats,
        opened.undo,
        opened.private,
        bytes.fromhex(opened.seed),
        opened.unfair,
        clock=opened.clock,
        spectator_delay=opened.spectator_delay,
        analyses=opened.analyses,
        hot_seat=opened.hot_seat,
        overdue_after_s=opened.overdue_after_s,
        rematch_of=opened.rematch_of,
        salt=bytes.fromhex(opened.salt),
        held=opened.held,
    )
    chance = NotedChance(SeededChance(plan.seed))
    if any(draw.stream == ORDER_STREAM for draw in told.cause.draws):
        shuffled(seats, chance)
    return plan, chance.draws


def _configured(ruleset: Ruleset, stored: Config) -> Config:
    """What the rules make of a stored configuration, without the options that came later."""
    config = ruleset.configure(stored.seats, stored.map, stored.modules, ruleset.completed(stored).options)
    return replace(config, options={name: config.options[name] for name in stored.options})


def _commanded(ctx: Context, game: Game, told: Told) -> Act:
    seat = told.cause.seat
    if seat is None or seat >= len(game.table.seats) or game.table.seats[seat].kind == "open":
        raise Unaccountable
    command = game.ruleset.commands.decode(told.cause.command or {})
    back = [event for event in told.events if isinstance(event, SeatReturned)]
    for event in back:
        _check_returned(game, event)
        if event.seat != seat:
            raise Unaccountable
    late = next((event for event in told.events if isinstance(event, TimedOut)), None)
    if late is None:
        return decided(ctx, game, seat, [command], back)[0]
    check_time(ctx, game, late, told)
    if late.action != DEFAULT or late.seat != seat or back:
        raise Unaccountable
    act = done_for(ctx, game, late, command)
    return replace(act, seat=told.seat) if is_of_old(game, told) else act


def _taken(ctx: Context, game: Game, event: SeatTaken, told: Told) -> Act:
    open_seat(game, event.seat)
    return taking(ctx, game, event)


def _handed_over(ctx: Context, game: Game, event: SeatHandedOver, told: Told) -> Act:
    if event.kind not in HANDED or bool(event.agent) != (event.kind == HANDED[0]):
        raise Unaccountable
    passed = next((other for other in told.events if isinstance(other, VoteClosed)), None)
    return handing_over(ctx, game, event) if passed is None else _vote_closed(ctx, game, passed, told)


def _returned(ctx: Context, game: Game, event: SeatReturned, told: Told) -> Act:
    _check_returned(game, event)
    return _unplayed(ctx, game, event)


def _check_returned(game: Game, event: SeatReturned) -> None:
    if game.table.finished or game.table.seats[event.seat].left not in BACK:
        raise Unaccountable


def _unplayed(ctx: Context, game: Game, event: Any) -> Act:
    """An event of the table by which nothing is played."""
    return Act(None, [event], ctx.clock(), game.play)


def _lent(ctx: Context, game: Game, event: SeatLent, told: Told) -> Act:
    _check_holder(game, event.seat)
    if game.table.finished or not event.agent:
        raise Unaccountable
    return _unplayed(ctx, game, event)


def _renamed(ctx: Context, game: Game, event: SeatRenamed, told: Told) -> Act:
    _check_holder(game, event.seat)
    if game.table.finished:
        raise Unaccountable
    return _unplayed(ctx, game, event)


def _stood_in(ctx: Context, game: Game, event: SeatStoodIn, told: Told) -> Act:
    """An agent that a party, or the owner, put on a seat; what a clock does comes with its time-out."""
    require_running(game)
    _check_holder(game, event.seat)
    if event.by != OWNER:
        _check_holder(game, event.by)
    if event.seat not in overdue_seats(ctx, game) or event.by == event.seat or not event.agent:
        raise Unaccountable
    return _unplayed(ctx, game, event)


def _renewed(ctx: Context, game: Game, event: TokenRenewed, told: Told) -> Act:
    _check_holder(game, event.seat)
    if game.table.seats[event.seat].held and not event.held:
        raise Unaccountable
    return _unplayed(ctx, game, event)


def _seat_left(ctx: Context, game: Game, event: SeatLeft, told: Told) -> Act:
    _check_holder(game, event.seat)
    if game.table.started:
        raise Unaccountable
    return _unplayed(ctx, game, event)


def _check_holder(game: Game, seat: int) -> None:
    """Raise unless a seat is somebody's who has not resigned."""
    place = game.table.seats[seat]
    if place.belongs_to not in PEOPLE or place.left == RESIGNED:
        raise forbidden()


def _resigned(ctx: Context, game: Game, event: SeatResigned, told: Told) -> Act:
    require_running(game)
    check_person(game, event.seat)
    return Act(None, [*closing(game.table), *resignation(game, event.seat, event.agent)], ctx.clock(), game.play)


def _moved(ctx: Context, game: Game, event: HeadMoved, told: Told) -> Act:
    is_old = event.turn == UNKNOWN_TURN
    if is_old:
        _check_old_mover(game, event)
        if game.table.opened.undo == CONSENT:
            raise refused("undo.off")
    elif _right(game, event) is not Right.OWN:
        raise refused("undo.not_yours")
    return moves.moved(ctx, game, event.kind, event.to, event.by, UNKNOWN_TURN if is_old else None)[1]


def _right(game: Game, event: HeadMoved | VoteOpened) -> Right:
    if event.by != OWNER:
        check_person(game, event.by)
    return right_to_move(game, event.kind, event.to, event.by)


def _check_old_mover(game: Game, event: HeadMoved | VoteOpened) -> None:
    """Raise unless a seat might move the head by the rules of old logs: any seat, as the policy allowed."""
    if event.by != OWNER:
        check_person(game, event.by)
    check_table(game)
    if event.kind == UNDO:
        check_ancestor(game, event.to)
        if game.table.opened.undo != CONSENT:
            check_revealed(game, game.line.passed(event.to, game.version))
    elif redo_target(game) != event.to:
        raise refused("redo.nothing")


def _vote_opened(ctx: Context, game: Game, event: VoteOpened, told: Told) -> Act:
    if event.turn == UNKNOWN_TURN:
        return _old_vote_opened(ctx, game, event)
    if event.kind == ABANDON:
        if event.by != OWNER:
            check_person(game, event.by)
        require_running(game)
    elif event.kind == PAUSE:
        return pause_asked(ctx, game, event)
    elif event.kind == SEAT:
        return _seat_asked(ctx, game, event)
    elif event.kind >= len(MOVES) or _right(game, event) is not Right.VOTE:
        raise Unaccountable
    return opening(ctx, game, NO_VERSION if event.kind == ABANDON else event.to, event.kind, event.by)


def _seat_asked(ctx: Context, game: Game, event: VoteOpened) -> Act:
    if event.by != OWNER:
        check_person(game, event.by)
    require_running(game)
    if event.by == event.seat or not 0 <= event.seat < len(game.table.seats):
        raise Unaccountable
    if game.table.seats[event.seat].left != RESIGNED and event.seat not in overdue_seats(ctx, game):
        raise Unaccountable
    return opening(ctx, game, NO_VERSION, SEAT, event.by, seat=event.seat)


def _old_vote_opened(ctx: Context, game: Game, event: VoteOpened) -> Act:
    """A vote by the rules of old logs: every other person's and bot's seat was asked, by the owner the bots alone."""
    if event.kind == ABANDON:
        require_running(game)
        if event.by != OWNER:
            check_person(game, event.by)
    elif event.kind < len(MOVES) and game.table.opened.undo == CONSENT:
        _check_old_mover(game, event)
    else:
        raise Unaccountable
    kinds = ("bot",) if event.by == OWNER else PEOPLE
    asked = sum(1 << seat for seat in game.table.seats_of(*kinds) if seat != event.by)
    return opening(ctx, game, event.to, event.kind, event.by, (asked, UNKNOWN_TURN))


def _vote_cast(ctx: Context, game: Game, event: VoteCast, told: Told) -> Act:
    vote = find_vote(game, event.vote)
    require_asked(vote, event.seat)
    if vote.status != "open" or (vote.yes | vote.no) >> event.seat & 1:
        raise refused("vote.closed")
    return answering(ctx, game, vote, event.seat, event.accept)


def _vote_closed(ctx: Context, game: Game, event: VoteClosed, told: Told) -> Act:
    vote = game.table.vote
    if vote is None or ctx.clock() < vote.closes_at:
        raise refused("vote.closed")
    return expiry(ctx, game, vote)


def _rematch_opened(ctx: Context, game: Game, event: RematchOpened, told: Told) -> Act:
    if not game.table.finished:
        raise refused("game.not_finished")
    check_game(event.game)
    return Act(None, [event], ctx.clock(), game.play)


_HANDLERS: Final[dict[Any, Callable[[Context, Game, Any, Told], Act]]] = {
    SeatTaken: _taken,
    SeatHandedOver: _handed_over,
    SeatReturned: _returned,
    SeatLent: _lent,
    SeatStoodIn: _stood_in,
    SeatLeft: _seat_left,
    SeatRenamed: _renamed,
    TokenRenewed: _renewed,
    SeatResigned: _resigned,
    TimedOut: timed_out,
    HeadMoved: _moved,
    VoteOpened: _vote_opened,
    VoteCast: _vote_cast,
    VoteClosed: _vote_closed,
    RematchOpened: _rematch_opened,
    HolidayTaken: holiday_taken,
    GameResumed: resumed,
}
"""By the event that leads a version in which nobody gave a command; what ends or passes may stand before it."""
