"""Computes how much time each seat has used, and by when it must act.

Everything follows from the log, which records the time used; the sorted set of deadlines is only a reminder. Clocks run
for people and bots that must act. AI seats are watched by their worker, and open seats have no player.
"""

from typing import Any, Final, NamedTuple

from service.game.games import Game
from service.table.clock_events import TimeUsed, TurnCredited
from service.table.terms import PEOPLE, Rest
from service.table.timesheets import DAYS, MS, Obligation

DAY_MS: Final = 86_400_000
MOST_GRACES: Final = 3
"""Limits how often a seat gets a grace in a game; once in a turn at most."""


class Owing(NamedTuple):
    """Names what a seat must do while its clock runs; `since` is the version that made it due on the current line."""

    obligation: Obligation
    since: int

    @property
    def place(self) -> tuple[int, str]:
        """Return seat and frame."""
        return self.obligation[:2]


def running(game: Game) -> list[Owing]:
    """List the obligations for which clocks are running; empty in a game without a clock."""
    if game.table.opened.clock is None:
        return []
    seats = game.table.seats
    timed = [entry for entry in game.awaiting() if entry.must and seats[entry.seat].kind in PEOPLE]
    if not timed:
        return []
    since, line = game.play.debts(game.ruleset), game.line
    return [Owing((seat, frame, line.origin(since[seat, frame])), since[seat, frame]) for seat, frame, must in timed]


def due_times(game: Game) -> dict[tuple[int, str], int]:
    """Return by when (ms) each seat must act, by seat and frame; empty without a clock or in a paused game."""
    owing = [] if game.table.paused else running(game)
    if not owing:
        return {}
    now = game.time_of(game.version)
    return {one.place: now + left_ms(game, one) for one in owing}


def late(game: Game, now_ms: int) -> list[Owing]:
    """List the obligations whose time has run out, the longest overdue first."""
    owing = [] if game.table.paused else running(game)
    over = now_ms - game.time_of(game.version) if owing else 0
    rest = {one: left_ms(game, one) for one in owing}
    return sorted((one for one in owing if rest[one] <= over), key=lambda one: (rest[one], one.place))


def next_due(game: Game) -> int:
    """Return when (ms) the first obligation runs out; 0 if none does."""
    return min(due_times(game).values(), default=0)


def left_ms(game: Game, owing: Owing) -> int:
    """Return the ms that a seat had left at the game's version; negative if it was late by then."""
    sheet, (seat, _, _) = game.table.sheet, owing.obligation
    if sheet.banks:
        return sheet.banks[seat]
    put_off = sum(
        taken.days for taken in sheet.holidays if taken.seat == seat and game.time_of(owing.since) <= taken.until
    )
    return allowance_ms(game) + DAY_MS * put_off + _grace_ms(game, owing) - sheet.used.get(owing.obligation, 0)


def _grace_ms(game: Game, owing: Owing) -> int:
    """Return the ms that a seat got for an obligation after a lost connection."""
    given = [one for one in game.table.sheet.graces if one.obligation == owing.obligation and not one.is_spent]
    return MS * grace_s(game) * len(given)


def grace_s(game: Game) -> int:
    """Return the seconds that a seat gets whose connection was lost; 0 if the clock grants none."""
    return int((game.table.opened.clock or {}).get("grace_s", 0))


def graces_left(game: Game, seat: int) -> int:
    """Return how many graces a seat may still get in a game."""
    return MOST_GRACES - sum(given.seat == seat for given in game.table.sheet.graces) if grace_s(game) else 0


def may_get_grace(game: Game, owing: Owing) -> bool:
    """Return whether a seat may get a grace for what it owes: none in this turn yet, and not too many in the game."""
    seat, turn = owing.obligation[0], game.ruleset.turn(game.position)
    had = any((given.seat, given.turn) == (seat, turn) for given in game.table.sheet.graces)
    return graces_left(game, seat) > 0 and not had


def allowance_ms(game: Game) -> int:
    """Return the ms allowed per obligation, or with banks what a bank starts with; the game must have a clock."""
    clock = game.table.opened.clock or {}
    return DAY_MS * int(clock["days"]) if clock.get("kind") == DAYS else MS * int(clock["seconds"])


def holidays_left(game: Game, seat: int) -> int:
    """Return how many days of holiday a seat has left."""
    clock = game.table.opened.clock or {}
    return int(clock.get("holidays", 0)) - sum(taken.days for taken in game.table.sheet.holidays if taken.seat == seat)


def later(game: Game, since: int, ms: int) -> int:
    """Return when (ms) a duration `ms` will have passed since a version, not counting the game's pauses."""
    return game.time_of(since) + ms + sum(_rest_ms(game, rest, game.time_of(since)) for rest in game.table.rests)


def _rest_ms(game: Game, rest: Rest, since_ms: int) -> int:
    end = min(rest.until, game.time_of(rest.resumed)) if rest.resumed else rest.until
    return max(0, end - max(since_ms, game.time_of(rest.paused)))


def time_used(game: Game, now_ms: int) -> list[TimeUsed]:
    """Return the time used since the game's version; a bank is charged once, however many obligations its seat has."""
    owing = running(game)
    ms = now_ms - max(game.time_of(game.version), game.table.paused) if owing else 0
    if game.table.sheet.banks:
        owing = [*{one.obligation[0]: one for one in reversed(owing)}.values()]
    return [TimeUsed(*one.obligation, ms) for one in owing] if ms > 0 else []


def credit(game: Game, before: Any, after: Any) -> list[TurnCredited]:
    """Return the credit for the seat whose turn ended between two positions; an undo never repeats it."""
    sheet = game.table.sheet
    seat = game.ruleset.in_turn(before) if sheet.banks and before is not None else None
    if seat is None or game.table.seats[seat].kind not in PEOPLE:
        return []
    turn = game.ruleset.turn(before)
    goes_on = (game.ruleset.in_turn(after), game.ruleset.turn(after)) == (seat, turn)
    return [] if goes_on or turn <= sheet.credited[seat] else [TurnCredited(seat, turn)]
