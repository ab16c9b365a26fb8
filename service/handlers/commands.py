"""Carries out a seat's commands: judged against the current game and written in one append, all or nothing."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from domain.core.chance import Chance, NotedChance
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.ruleset import Ruleset
from eventstore.budget import check
from eventstore.store import NONE, Tip
from service.clients.authentication import sits
from service.game.append import Act
from service.game.causes import Cause
from service.game.context import Context
from service.game.games import Game
from service.game.idempotency import Key
from service.game.position import Play
from service.game.results import Submitted
from service.handlers.accept import Accepted, accept, submitted
from service.handlers.refusals import refusal, refusal_of
from service.problems import refused, unknown
from service.table.clock_events import TimedOut
from service.table.seat_events import SeatReturned
from service.table.seats import RESIGNED
from service.table.vote_kinds import closing
from service.views.fairness import revealed

MOST_COMMANDS: Final = 32


def submit(
    ctx: Context,
    game_id: str,
    seat: int,
    commands: Sequence[Any],
    expected: int | Tip | None = None,
    key: Key | None = None,
    newest: Tip | None = None,
    holder: str | None = None,
    given: Mapping[str, bytes] = NONE,
) -> Submitted:
    """Carry out 1 to 32 commands of one seat as consecutive versions.

    With `expected` the game must be at that version, or have that tip (412). Without it the commands are judged again
    after each lost race, up to 8 times (then 503). A refusal is a 409 with the rule; in a batch it names the `index`.
    `newest` is the tip that the caller has just seen, which spares a query. With a `holder` the seat must still be
    theirs (401); if an agent plays it, the first version takes it back. A caller who is only recalled brings the facts
    that are `given`: raises OtherFacts if they no longer hold, and a Problem may be mistaken.
    """
    judge = partial(_submitted, seat=seat, commands=commands, holder=holder, given=given)
    return accept(ctx, game_id, key, Submitted, judge, expected=expected, newest=newest, is_recalled=bool(given))


def _submitted(
    ctx: Context, game: Game, seat: int, commands: Sequence[Any], holder: str | None, given: Mapping[str, bytes]
) -> Accepted[Submitted]:
    first = [] if holder is None else _back(game, seat, holder)
    return submitted(ctx, game, decided(ctx, game, seat, commands, first), seat)._replace(given=given)


def _back(game: Game, seat: int, holder: str) -> list[Any]:
    """Return the event by which a holder takes the seat back, if an agent plays it."""
    if not sits(game.table, seat, holder):
        raise unknown("unknown_token")
    left = game.table.seats[seat].left
    if left == RESIGNED:
        raise refused("seat.resigned")
    return [SeatReturned(seat)] if left else []


def decided(ctx: Context, game: Game, seat: int, commands: Sequence[Any], first: Sequence[Any] = ()) -> list[Act]:
    """Return the acts that the commands make; raises Problem if the table or the rules refuse one.

    The events in `first`, such as a timeout or the return of a seat, come before the commands' own. The game is
    consumed, unless it has a clock, which is read afterwards.
    """
    require_running(game)
    require_awake(ctx, game)
    timed_out = any(isinstance(event, TimedOut) for event in first)
    play, time_ms = game.play if game.table.opened.clock is None else game.play.copy(), ctx.clock()
    acts: list[Act] = []
    for index, command in enumerate(commands):
        check("commands")
        chance = NotedChance(game.chance)
        events, play = _judged(game, play if index == 0 else play.copy(), seat, command, (index, len(commands)), chance)
        before = [*closing(game.table, timed_out=timed_out), *first] if index == 0 else []
        cause = Cause(seat, game.ruleset.commands.encode(command), chance.draws)
        acts.append(Act(seat, [*before, *events, *_ending(game, play)], time_ms, play, cause))
    return acts


def require_running(game: Game) -> None:
    """Raise Problem unless the game accepts commands."""
    if game.table.status != "running":
        raise refused("game.finished" if game.table.finished else "game.not_started")


def require_awake(ctx: Context, game: Game) -> None:
    """Raise Problem while the game is paused."""
    if game.table.paused and ctx.clock() < game.table.paused:
        raise refused("game.paused")


def _judged(
    game: Game, play: Play, seat: int, command: Any, place: tuple[int, int], chance: Chance
) -> tuple[list[Any], Play]:
    """Return one command's events and the play after it; consumes the position of `play`."""
    following = play.followed_by(game.ruleset, None, game.version + 1 + place[0])
    draft = game.ruleset.draft(play.position, chance)
    draft.numbered = game.table.numbered
    carry_out(game.ruleset, draft, seat, command, *place)
    following.position = draft.state
    return draft.events, following


def carry_out(ruleset: Ruleset, draft: Draft, seat: int, command: Any, index: int, size: int) -> None:
    """Play the command at `index` of `size` on a draft; raises Problem if the rules or the batch refuse it."""
    try:
        ruleset.play(draft, seat, command)
    except IllegalCommand as illegal:
        raise refusal_of(ruleset, draft.state, seat, command, illegal, (index, size)) from None
    if index < size - 1 and any(ruleset.events.of(event).reveals for event in draft.events):
        raise refusal("batch.reveal_not_last", {}, (index, size))


def _ending(game: Game, play: Play) -> list[Any]:
    """Return the event that reveals the seed if the game is over by the rules."""
    return [revealed(game.table.opened)] if game.ruleset.result(play.position) else []
