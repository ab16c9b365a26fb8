"""Finds debts, obligations of seats that the rules wait for, and which people and bots are late with them.

A debt is identified by game, seat, frame and the version that made it due: the one in which the frame came up, or the
seat's own newest act after that. The others need not wait any longer for people who are overdue. A bot learns of each
debt from `pending` or its webhook, and has the `deadline_s` of its seat from then on; after that an agent acts until
the seat has no more debts. Agents that must act wait a while for people who may answer, for example an offer; a wait
without an answer halves the next ones.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from domain.core.agenda import Awaited
from service.game.clocks import due_times, later
from service.game.context import Context
from service.game.games import Game
from service.table.terms import ABSENT, BACK, PEOPLE, RESIGNED
from service.table.votes import owners

NAME_BYTES: Final = 6
VOTE: Final = "vote"
"""Stands for the frame of a debt that is the answer to a vote."""
LEAST_OVERDUE_S: Final = 60
LONGEST_OVERDUE_S: Final = 30 * 86_400
PATIENCE_S: Final = 30
"""Sets the deadline in seconds of a bot with a stand-in agent whose seat declares none."""
LONGEST_PATIENCE_S: Final = 86_400
LEAST_WAIT_S: Final = 0.5


@dataclass(frozen=True, slots=True)
class Debt:
    """Records that a seat may or must act in a game at `version`; `asked` is the version that made it due.

    `since` is the same version except after a pause: resuming changes `asked`, but not `since`. `since_ms` is its time.
    `vote` is the number of the vote that waits for the seat's answer; 0 for debts by the rules.
    """

    game: str
    seat: int
    frame: str
    must: bool
    asked: int
    since: int
    since_ms: int
    version: int
    vote: int = 0

    @property
    def name(self) -> bytes:
        """Return the hash that identifies the debt in a cursor."""
        text = f"{self.game}:{self.seat}:{self.frame}:{self.asked}"
        return blake2b(text.encode(), digest_size=NAME_BYTES).digest()


def debts_of(game: Game, seats: Iterable[int]) -> list[Debt]:
    """List the debts of some seats of a game; seats that an agent plays (absent or resigned) have none.

    A paused game has none, and resuming makes all of them due again.
    """
    if game.table.paused:
        return []
    mine, since = {seat for seat in seats if not game.table.seats[seat].left}, game.debts()
    return [_debt(game, entry, since[entry.seat, entry.frame]) for entry in game.awaiting() if entry.seat in mine]


def votes_due(game: Game, seats: Iterable[int]) -> list[Debt]:
    """List the seats whose party has not answered the open vote, the first one of each party; also during a pause."""
    vote = game.table.vote
    if vote is None or game.table.status != "running":
        return []
    waiting, who = vote.asked & ~vote.yes & ~vote.no, owners(game.table)
    first = {who[seat]: seat for seat in sorted(seats, reverse=True)}
    since = game.time_of(vote.opened)
    return [
        Debt(game.id, seat, VOTE, False, vote.opened, vote.opened, since, game.version, vote.id)
        for party, seat in first.items()
        if party is not None and waiting >> party & 1
    ]


def _debt(game: Game, entry: Awaited, owed: int) -> Debt:
    since = max(owed, game.line.newest_act(entry.seat, game.version) or 0)
    resumed = game.table.rests[-1].resumed if game.table.rests else 0
    asked, since_ms = max(since, resumed), game.time_of(since)
    return Debt(game.id, entry.seat, entry.frame, entry.must, asked, since, since_ms, game.version)


def list_overdue(ctx: Context, game: Game) -> list[int]:
    """List the human and bot seats that are overdue; empty unless the game is running.

    With a clock, a seat is overdue if it timed out and has not acted since, or must act and has no time left. Without
    one, if it has owed an act for `overdue_after_s` seconds. In both cases, if an agent plays for an absent player.
    """
    if game.table.status != "running":
        return []
    due = overdue_times(game) or {seat: at for (seat, _), at in due_times(game).items()}
    late = {seat for seat, at in due.items() if at <= ctx.clock()} | _list_timed_out(game)
    return [number for number, seat in enumerate(game.table.seats) if seat.left == ABSENT or number in late]


def overdue_times(game: Game) -> dict[int, int]:
    """Return when (ms) each seat that must act becomes overdue, from when its debt arose or the player sat down.

    Empty in a game with a clock, where that is the deadline, and in a paused game.
    """
    if game.table.opened.clock is not None:
        return {}
    seats, patience = game.table.seats, 1000 * game.table.opened.overdue_after_s
    waiting = [seat for seat in game.table.seats_of(*PEOPLE) if not seats[seat].left]
    owed = [debt for debt in debts_of(game, waiting) if debt.must]
    return {debt.seat: later(game, max(debt.since, seats[debt.seat].since), patience) for debt in owed}


def _list_timed_out(game: Game) -> set[int]:
    """List the seats that timed out and have not acted since, on any line."""
    return {
        number
        for number, seat in enumerate(game.table.seats)
        if seat.late and seat.left != RESIGNED and not game.line.has_acted_after(seat.late, number)
    }


def cover_times(game: Game) -> dict[int, int]:
    """Return when (ms) an agent begins to stand in for each bot that must act, by seat."""
    table = game.table.seats
    bots = [seat for seat in game.table.seats_of("bot") if table[seat].agent and table[seat].deadline_s]
    if not bots:
        return {}
    owed = [debt for debt in debts_of(game, bots) if debt.must]
    return {debt.seat: later(game, debt.since, 1000 * table[debt.seat].deadline_s) for debt in owed}


def list_late(ctx: Context, game: Game) -> list[int]:
    """List the seats of bots that are late now."""
    now = ctx.clock()
    return [seat for seat, at in cover_times(game).items() if at <= now]


def next_cover(game: Game) -> int:
    """Return when (ms) the next bot will be late; 0 if none can be."""
    return min(cover_times(game).values(), default=0)


def seats_for_agents(ctx: Context, game: Game) -> Sequence[int]:
    """List the seats that an agent should play now: AI seats, and those of late bots."""
    return [] if game.table.paused else [*game.table.seats_of("ai"), *list_late(ctx, game)]


def asks_people(game: Game, awaited: Sequence[Awaited]) -> bool:
    """Return whether a seat that no agent of the server plays may answer now."""
    return any(not entry.must and game.table.seats[entry.seat].kind != "ai" for entry in awaited)


def is_left_alone(game: Game) -> bool:
    """Return whether agents play all seats, at least one of them for a person who may come back."""
    seats = game.table.seats
    return any(seat.left in BACK for seat in seats) and all(seat.kind == "ai" for seat in seats)


def waits_until(game: Game, silences: int) -> int:
    """Return until when agents wait after the newest version, in ms; `silences` counts unanswered offers in a row."""
    usual = game.table.opened.offer_wait_s
    wait = max(min(LEAST_WAIT_S, usual), usual / 2**silences)
    return int(game.time_of(game.version) + round(1000 * wait))
