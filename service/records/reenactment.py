"""Decides each version of a record again, by rules and table, from the choices made at the time.

Choices are commands, seats, votes, moves of the head, agents, and the seed. Everything else follows and is not read.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from domain.core.chance import NotedChance, SeededChance
from domain.core.config import Config
from domain.core.packing import PositionSet
from domain.core.ruleset import Ruleset
from eventstore.records import check_game
from service.game.append import add_time_events
from service.game.causes import Cause
from service.game.context import Context
from service.game.debts import list_overdue
from service.game.games import Act, Game
from service.handlers.accept import require_running
from service.handlers.commands import decide
from service.handlers.expiring import expiring
from service.handlers.new_seats import ORDER_STREAM, NewSeat, check_members, configuring, shuffle
from service.handlers.openings import opening_event
from service.handlers.passed_deadlines import act_for
from service.handlers.plans import Plan, start
from service.handlers.resignation import resignation
from service.handlers.seating import handing_over, open_seat, taking
from service.problems import forbidden, refusal
from service.records import reenactment_time, reenactment_votes
from service.records.recorded_version import RecordedVersion, Unaccountable, check_person
from service.table import seat_events
from service.table.clock_events import GameResumed, GraceGiven, HolidayTaken, TimedOut, TimeUsed
from service.table.events import RematchOpened, TableOpened, options_of
from service.table.seat_events import agent_named_in
from service.table.state import config_of
from service.table.terms import BACK, OWNER, PEOPLE, RESIGNED, SeatKind, Timeout
from service.table.vote_events import HeadMoved, VoteCast, VoteClosed, VoteOpened
from service.table.votes import closing
from workers.agents.catalog import with_version

_BEFORE: Final = (VoteClosed, GameResumed, TimeUsed)
"""Lists events that may precede the leading event of a version, or lead it if there is no other, in this order."""


def enact(ctx: Context, game: Game, recorded: RecordedVersion) -> Act:
    """Decide the version after a game again, at the time of `ctx`.

    Raises Problem if rules or table refuse it, Unaccountable if nothing leads to it.
    """
    if game.version == 0:
        return _open_table(ctx, game, recorded)
    if recorded.cause.command is not None:
        act = _command(ctx, game, recorded)
    else:
        lead = min(recorded.events, key=lambda event: _BEFORE.index(type(event)) if type(event) in _BEFORE else -1)
        handler = _HANDLERS.get(type(lead))
        act = _expire(ctx, game) if handler is None else handler(ctx, game, lead, recorded)
    act = reenactment_votes.number_as_recorded(act, recorded)
    return act if reenactment_time.is_of_old(game, recorded) else add_time_events(ctx, game, [act])[0]


def _open_table(ctx: Context, game: Game, recorded: RecordedVersion) -> Act:
    if any(isinstance(event, PositionSet) for event in recorded.events):
        raise refusal("record.branch")
    plan, draws = _plan(game, recorded)
    chance = NotedChance(SeededChance(plan.seed))
    opened = replace(opening_event(plan), client=recorded.events[0].client)
    events, play = start(plan, opened, chance, starts=all(seat.kind != "open" for seat in plan.seats))
    return Act(None, [opened, *events], ctx.clock(), play, Cause(draws=[*draws, *chance.draws]))


def _plan(game: Game, recorded: RecordedVersion) -> tuple[Plan, Sequence[Any]]:
    """Return the plan of a new game, and the draws that ordered its seats."""
    opened = recorded.events[0]
    if not isinstance(opened, TableOpened):
        raise Unaccountable
    with configuring():
        config = _configure(game.ruleset, config_of(opened))
    seats = [_new_seat(seat) for seat in opened.seats]
    for number, seat in enumerate(seats):
        check_members(f"seats.{number}", seat)
    plan = Plan(
        game.ruleset,
        config,
        seats,
        options_of(opened),
        bytes.fromhex(opened.seed),
        opened.unfair,
        rematch_of=opened.rematch_of,
        salt=bytes.fromhex(opened.salt),
        held=opened.held,
    )
    chance = NotedChance(SeededChance(plan.seed))
    if any(draw.stream == ORDER_STREAM for draw in recorded.cause.draws):
        shuffle(seats, chance)
    return plan, chance.draws


def _new_seat(seat: Mapping[str, Any]) -> NewSeat:
    members = {name: value for name, value in seat.items() if name != "agent_version"}
    if "agent" in members:
        members["agent"] = with_version(members["agent"], seat.get("agent_version", 0))
    return NewSeat(**members)


def _configure(ruleset: Ruleset, stored: Config) -> Config:
    """Configure a stored game again by today's rules, without options added later."""
    config = ruleset.configure(stored.seats, stored.map, stored.modules, ruleset.completed(stored).options)
    return replace(config, options={name: config.options[name] for name in stored.options})


def _command(ctx: Context, game: Game, recorded: RecordedVersion) -> Act:
    seat = recorded.cause.seat
    if seat is None or seat >= len(game.table.seats) or game.table.seats[seat].kind == "open":
        raise Unaccountable
    command = game.ruleset.commands.decode(recorded.cause.command or {})
    back = [event for event in recorded.events if isinstance(event, seat_events.SeatReturned)]
    for event in back:
        _check_returned(game, event)
        if event.seat != seat:
            raise Unaccountable
    late = next((event for event in recorded.events if isinstance(event, TimedOut)), None)
    if late is None:
        return decide(ctx, game, seat, [command], back)[0]
    reenactment_time.check_time(ctx, game, late, recorded)
    if late.action != Timeout.DEFAULT or late.seat != seat or back:
        raise Unaccountable
    act = act_for(ctx, game, late, command)
    return replace(act, seat=recorded.seat) if reenactment_time.is_of_old(game, recorded) else act


def _expire(ctx: Context, game: Game) -> Act:
    """End again what had ended by itself."""
    acts = expiring(ctx, game)
    if not acts:
        raise Unaccountable
    return acts[0]


def _take(ctx: Context, game: Game, event: seat_events.SeatTaken, recorded: RecordedVersion) -> Act:
    open_seat(game, event.seat)
    return taking(ctx, game, event)


def _hand_over(ctx: Context, game: Game, event: seat_events.SeatHandedOver, recorded: RecordedVersion) -> Act:
    given = [other for other in recorded.events if isinstance(other, seat_events.SeatHandedOver)]
    if any(
        one.kind not in (SeatKind.AI, SeatKind.OPEN) or bool(one.agent) != (one.kind == SeatKind.AI) for one in given
    ):
        raise Unaccountable
    if len(given) > 1:
        reenactment_time.check_fill(ctx, game, given)
    passed = next((other for other in recorded.events if isinstance(other, VoteClosed)), None)
    return (
        handing_over(ctx, game, *given)
        if passed is None
        else reenactment_votes.vote_closed(ctx, game, passed, recorded)
    )


def _return_seat(ctx: Context, game: Game, event: seat_events.SeatReturned, recorded: RecordedVersion) -> Act:
    _check_returned(game, event)
    return _accept_unplayed(ctx, game, event)


def _check_returned(game: Game, event: seat_events.SeatReturned) -> None:
    if game.table.finished or game.table.seats[event.seat].left not in BACK:
        raise Unaccountable


def _accept_unplayed(ctx: Context, game: Game, event: Any) -> Act:
    """Return the act of a table's event that changes nothing in the game."""
    return Act(None, [event], ctx.clock(), game.play)


def _lend_or_rename(
    ctx: Context, game: Game, event: seat_events.SeatLent | seat_events.SeatRenamed, recorded: RecordedVersion
) -> Act:
    _check_holder(game, event.seat)
    if game.table.finished or (isinstance(event, seat_events.SeatLent) and not event.agent):
        raise Unaccountable
    return _accept_unplayed(ctx, game, event)


def _stand_in(ctx: Context, game: Game, event: seat_events.SeatStoodIn, recorded: RecordedVersion) -> Act:
    """Accept an agent that a party or the owner put on a seat; agents put there by a clock come with its timeout."""
    require_running(game)
    _check_holder(game, event.seat)
    if event.by != OWNER:
        _check_holder(game, event.by)
    if event.seat not in list_overdue(ctx, game) or event.by == event.seat or not event.agent:
        raise Unaccountable
    return _accept_unplayed(ctx, game, event)


def _renew(ctx: Context, game: Game, event: seat_events.TokenRenewed, recorded: RecordedVersion) -> Act:
    _check_holder(game, event.seat)
    if game.table.seats[event.seat].held and not event.held:
        raise Unaccountable
    return _accept_unplayed(ctx, game, event)


def _replace_agents(ctx: Context, game: Game, event: seat_events.AgentReplaced, recorded: RecordedVersion) -> Act:
    """Accept other versions of the agents that some seats have."""
    events = [one for one in recorded.events if isinstance(one, seat_events.AgentReplaced)]
    require_running(game)
    if not all(one.agent and game.table.seats[one.seat].agent for one in events):
        raise Unaccountable
    return Act(None, events, ctx.clock(), game.play)


def _seat_left(ctx: Context, game: Game, event: seat_events.SeatLeft, recorded: RecordedVersion) -> Act:
    _check_holder(game, event.seat)
    if game.table.started:
        raise Unaccountable
    return _accept_unplayed(ctx, game, event)


def _check_holder(game: Game, seat: int) -> None:
    """Raise unless the seat belongs to a player who has not resigned."""
    place = game.table.seats[seat]
    if place.belongs_to not in PEOPLE or place.left == RESIGNED:
        raise forbidden("token_of_another_seat", "token_of_this_seat")


def _resign(ctx: Context, game: Game, event: seat_events.SeatResigned, recorded: RecordedVersion) -> Act:
    require_running(game)
    check_person(game, event.seat)
    return Act(
        None, [*closing(game.table), *resignation(game, event.seat, agent_named_in(event))], ctx.clock(), game.play
    )


def _rematch_opened(ctx: Context, game: Game, event: RematchOpened, recorded: RecordedVersion) -> Act:
    if not game.table.finished:
        raise refusal("game.not_finished")
    check_game(event.game)
    return _accept_unplayed(ctx, game, event)


_HANDLERS: Final[dict[Any, Callable[[Context, Game, Any, RecordedVersion], Act]]] = {
    seat_events.SeatTaken: _take,
    seat_events.SeatHandedOver: _hand_over,
    seat_events.SeatReturned: _return_seat,
    seat_events.SeatLent: _lend_or_rename,
    seat_events.SeatStoodIn: _stand_in,
    seat_events.AgentReplaced: _replace_agents,
    seat_events.SeatLeft: _seat_left,
    seat_events.SeatRenamed: _lend_or_rename,
    seat_events.TokenRenewed: _renew,
    seat_events.SeatResigned: _resign,
    TimedOut: reenactment_time.time_out,
    HeadMoved: reenactment_votes.head_moved,
    VoteOpened: reenactment_votes.vote_opened,
    VoteCast: reenactment_votes.vote_cast,
    VoteClosed: reenactment_votes.vote_closed,
    RematchOpened: _rematch_opened,
    HolidayTaken: reenactment_time.holiday_taken,
    GraceGiven: reenactment_time.grace_given,
    GameResumed: reenactment_time.resume,
}
"""Maps the leading event of a version without a command to its handler; votes and pauses may end before it."""
