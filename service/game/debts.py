"""What seats owe in a game: the moments at which the rules wait for one of them.

A debt is named by game, seat, frame and the version at which the seat was asked: when the frame came up, and again
after each of the seat's own acts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from domain.core.agenda import Awaited
from service.game.games import Game

NAME_BYTES: Final = 6


@dataclass(frozen=True, slots=True)
class Debt:
    """A seat that may or must act in a game that stands at `version`; `asked` is the version that asked it.

    `since` is the same, but that the end of a pause asks nobody anew; `since_ms` is when that was.
    """

    game: str
    seat: int
    frame: str
    must: bool
    asked: int
    since: int
    since_ms: int
    version: int

    @property
    def name(self) -> bytes:
        """What the cursor keeps of it."""
        told = f"{self.game}:{self.seat}:{self.frame}:{self.asked}"
        return blake2b(told.encode(), digest_size=NAME_BYTES).digest()


def debts_of(game: Game, seats: Iterable[int]) -> list[Debt]:
    """What these seats of a game owe now; nothing where an agent plays for whoever is absent or resigned.

    While the game rests nobody owes anything, and when it goes on everybody is asked anew.
    """
    if game.table.paused:
        return []
    mine, since = {seat for seat in seats if not game.table.seats[seat].left}, game.debts()
    return [_debt(game, entry, since[entry.seat, entry.frame]) for entry in game.awaiting() if entry.seat in mine]


def _debt(game: Game, entry: Awaited, owed: int) -> Debt:
    since = max(owed, game.line.newest_act(entry.seat, game.version) or 0)
    resumed = game.table.rests[-1].resumed if game.table.rests else 0
    asked, since_ms = max(since, resumed), game.time_of(since)
    return Debt(game.id, entry.seat, entry.frame, entry.must, asked, since, since_ms, game.version)
