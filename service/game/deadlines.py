"""Names a game's deadlines, and computes when they fall due and when the game expires.

A deadline of 0 is removed. `service.game.append` sets all but the import's with each version; the sweep acts on them.
An accepted undo or redo is a deadline too, whose name describes the move. The job that carries the move out removes it;
if the job is late or lost, the deadline falls due and the sweep carries the move out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from eventstore.records import Tip
from service.game import clocks
from service.game.context import Context
from service.game.debts import next_cover, overdue_times
from service.game.games import Game
from service.process.wall_clock import write_time
from service.table.terms import OWNER, PEOPLE
from service.table.timesheets import MS

AI_DEADLINE: Final = "ai"
"""Falls due when an AI seat takes longer than an agent needs, or a bot is late (`service.game.debts`)."""
AI_GRACE_MS: Final = 10_000
"""Sets how long an AI seat may take for its debt; after that its job is queued again."""
CLOCK_DEADLINE: Final = "clock"
"""Falls due when the first obligation of a game runs out."""
FILL_DEADLINE: Final = "fill"
"""Falls due when agents take the open seats of a game that has waited for people."""
LATE_DEADLINE: Final = "late"
"""Falls due when a seat becomes overdue for which an agent is to play, in a game without a clock."""
EXPIRY_DEADLINE: Final = "expiry"
"""Falls due when a running game has been idle for so long that it counts as abandoned."""
ENDS_DEADLINE: Final = "ends"
"""Falls due when something in the position ends by itself, such as an offer."""
ORDERS_DEADLINE: Final = "orders"
"""Falls due when a standing order may have something to do; no version sets it."""
PAUSE_DEADLINE: Final = "pause"
"""Falls due when the game's pause is over."""
START_DEADLINE: Final = "start"
"""Falls due when a game that never started expires."""
VOTE_DEADLINE: Final = "vote"
"""Falls due when the open vote's time is over."""
IMPORT_DEADLINE: Final = "import"
"""Falls due when an import that left no log is cleaned up."""
MOVE_DEADLINE: Final = "move:"
"""Begins the name of a deadline that notes an accepted undo or redo."""
CUT_SHORT_MS: Final = 600_000
MOVE_GRACE_MS: Final = 10_000
"""Sets how long the job has before the sweep carries out the move."""
ABANDONED_MS: Final = 30 * 24 * 3_600_000
"""Limits how long a running game may be idle."""
UNSTARTED_MS: Final = 24 * 3_600_000
"""Limits how long a game may wait for its start."""


@dataclass(frozen=True, slots=True)
class OwedMove:
    """Represents an accepted move of the head from `base` to the version `to` by a seat, or by the owner (None).

    The `request` is a random word, so that each of two requests for the same move has a deadline of its own.
    """

    to: int
    by: int | None
    base: Tip
    request: str = ""

    @property
    def deadline(self) -> str:
        """Return the name of the deadline that stands for the move."""
        by = OWNER if self.by is None else self.by
        words = (self.to, by, *self.base, *([self.request] if self.request else []))
        return MOVE_DEADLINE + ":".join(map(str, words))

    def note(self, ctx: Context, game: str) -> None:
        """Set the deadline at which the sweep carries out the move unless it is settled; no failover loses it."""
        ctx.store.set_deadlines(game, {self.deadline: ctx.clock() + MOVE_GRACE_MS}, promised=True)

    def settle(self, ctx: Context, game: str) -> None:
        """Remove the deadline, because the move was made or refused."""
        ctx.store.set_deadlines(game, {self.deadline: 0})


def parse_owed(deadline: str) -> OwedMove | None:
    """Return the move that a deadline stands for; None for any other deadline."""
    if not deadline.startswith(MOVE_DEADLINE):
        return None
    to, by, version, chain, *request = deadline.removeprefix(MOVE_DEADLINE).split(":")
    return OwedMove(int(to), None if int(by) == OWNER else int(by), Tip(int(version), chain), *request)


def due_after(game: Game, now_ms: int, after: Game, owes_ai: bool) -> dict[str, int]:
    """Return the deadlines that the acts may have changed, in ms; 0 removes one.

    Those that stay as the game before had them are left out: most commands of people change none.
    """
    is_running = after.table.status == "running"
    due = _due_by_play(game, now_ms, after, owes_ai)
    paused = after.table.paused if is_running else 0
    expires = next_end(after)
    if expires:  # one that is set and no longer needed is removed when it falls due
        due[ENDS_DEADLINE] = expires
    if game.table.paused or paused:
        due[PAUSE_DEADLINE] = paused
    if after.table.votes is not game.table.votes:
        due[VOTE_DEADLINE] = after.table.vote.closes_at if after.table.vote else 0
    if after.table.opened.fill and not (game.version and game.table.started):
        due[FILL_DEADLINE] = fill_due(after)
    if replaces_late(after) or (game.version and replaces_late(game)):
        due[LATE_DEADLINE] = late_due(after)
    if not game.version and after.table.status == "open":
        due[START_DEADLINE] = now_ms + UNSTARTED_MS
    elif game.version and is_running and not game.table.started:
        due[START_DEADLINE] = 0
    return due


def _due_by_play(game: Game, now_ms: int, after: Game, owes_ai: bool) -> dict[str, int]:
    """Return the deadlines of agents, of clocks, and of an idle game, without those that stay."""
    due = {}
    has_agents = game.version and game.table.seats_of("ai", "bot")
    if owes_ai or has_agents or after.table.seats is not game.table.seats:
        agents_due = now_ms + AI_GRACE_MS if owes_ai else next_cover(after)
        if agents_due or has_agents:
            due[AI_DEADLINE] = agents_due
    if after.table.opened.clock is not None:
        due[CLOCK_DEADLINE] = clock_due = clocks.next_due(after)
        due[EXPIRY_DEADLINE] = _expiry_day(after, clock_due)
    elif (expiry := _expiry_day(after, 0)) != _expiry_day(game, 0):
        due[EXPIRY_DEADLINE] = expiry
    return due


def _expiry_day(game: Game, clock_due: int) -> int:
    """Return the beginning (ms) of the day (UTC) on which a running game may expire; 0 for any other game.

    On that day the sweep sets the exact time; so most versions do not change the deadline.
    """
    if game.version == 0 or game.table.status != "running":
        return 0
    expiry = abandonment_ms(game, clock_due)
    return expiry - expiry % clocks.DAY_MS


def set_again(ctx: Context, game: Game, name: str, due: Callable[[Game], int]) -> None:
    """Set a deadline that has passed with nothing to do, and once more if the game has advanced meanwhile."""
    ctx.store.set_deadlines(game.id, {name: due(game)})
    newer = ctx.games.load(game.id)  # an append may have set the deadline, which was then replaced
    if newer.version != game.version:
        ctx.store.set_deadlines(game.id, {name: due(newer)})


def fill_due(game: Game) -> int:
    """Return when (ms) agents take the open seats of a game: so long after the first person sat down; 0 for never."""
    fill, table = game.table.opened.fill, game.table
    if fill is None or table.status != "open":
        return 0
    sat = [max(1, table.seats[number].since) for number in table.seats_of(*PEOPLE)]
    if not sat:
        return 0
    return game.time_of(min(sat)) + MS * int(fill["after_s"])


def replaces_late(game: Game) -> bool:
    """Return whether an agent plays for overdue seats of a game without a clock, as its creator chose."""
    return bool(game.table.opened.stand_in) and game.table.opened.clock is None and game.table.status == "running"


def late_due(game: Game) -> int:
    """Return when (ms) the next seat is overdue for which an agent is to play; 0 if none will be."""
    return min(overdue_times(game).values(), default=0) if replaces_late(game) else 0


def next_end(game: Game) -> int:
    """Return when (ms) something in the position of a running game ends by itself; 0 if nothing does, or in a pause."""
    if game.position is None or game.table.paused or game.table.status != "running":
        return 0
    return game.ruleset.expires_at(game.position)


def times(game: Game) -> dict[str, str]:
    """Return the times that views and rows show, as of the game's version; those still to come are left out."""
    table, line = game.table, game.line
    moments = {
        "created": line.time_of(1),
        "started": line.time_of(table.started) if table.started else 0,
        "ended": line.time_of(table.ended) if table.ended else 0,
        "expires": expires_at(game),
    }
    return {name: write_time(ms) for name, ms in moments.items() if ms or name == "created"}


def expires_at(game: Game) -> int:
    """Return when (ms) an idle game is removed; 0 for a finished one, which is kept."""
    if game.table.finished:
        return 0
    return abandonment_ms(game) if game.table.started else game.time_of(1) + UNSTARTED_MS


def abandonment_ms(game: Game, clock_due: int | None = None) -> int:
    """Return when (ms) a running game counts as abandoned, by its newest version, deadline or pause."""
    due = clocks.next_due(game) if clock_due is None else clock_due
    return idle_end_ms(max(game.time_of(game.version), due, game.table.paused))


def idle_end_ms(idle_since: int) -> int:
    """Return when (ms) a running game counts as abandoned that is idle since a time (ms)."""
    return idle_since + ABANDONED_MS
