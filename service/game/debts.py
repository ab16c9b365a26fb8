"""Finds debts: obligations of seats that the rules wait for.

A debt is identified by game, seat, frame and the version that made it due: the one in which the frame came up, or the
seat's own newest act after that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from domain.core.agenda import Awaited
from service.game.games import Game
from service.table.parties import owners

NAME_BYTES: Final = 6
VOTE: Final = "vote"
"""Stands for the frame of a debt that is the answer to a vote."""


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
