"""What the seats of a party owe: the moments at which the rules wait for one of them.

A debt is named by game, seat, frame and the version at which the seat was asked: when the frame came up, and again
after each of the seat's own acts. The cursor holds the names (hashed) of the debts that a client was told of, so it
depends on no clock, and a debt that was missed is told again.
"""

import base64
import binascii
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from domain.core.agenda import Awaited
from service.context import Context
from service.games import Game
from service.holdings import Party
from service.moments import written
from service.problems import invalid
from service.quarantine import apart

MOST_DEBTS: Final = 100
MOST_TOLD: Final = 300
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


class Told:
    """The debts that a client was told of, the newest last, as its cursor has them."""

    def __init__(self, cursor: str | None) -> None:
        self.names = _names(cursor) if cursor else []

    def new(self, debts: Iterable[Debt]) -> list[Debt]:
        """The debts that the client was not told of, as many as one answer holds."""
        known = set(self.names)
        return [debt for debt in debts if debt.name not in known][:MOST_DEBTS]

    def cursor(self, debts: Iterable[Debt], new: Iterable[Debt]) -> str:
        """The cursor after an answer that tells of `new`; what is owed no more is forgotten."""
        owed = {debt.name for debt in debts}
        kept = [name for name in self.names if name in owed] + [debt.name for debt in new]
        return base64.urlsafe_b64encode(b"".join(kept[-MOST_TOLD:])).decode() or "-"


def _names(cursor: str) -> list[bytes]:
    try:
        joined = b"" if cursor == "-" else base64.b64decode(cursor, altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise invalid("after", "cursor") from None
    if len(joined) % NAME_BYTES:
        raise invalid("after", "cursor")
    return [joined[at : at + NAME_BYTES] for at in range(0, len(joined), NAME_BYTES)]


class Watch:
    """What a party owes, kept up to date game by game."""

    def __init__(self, ctx: Context, party: Party) -> None:
        self.ctx = ctx
        self.party = party
        self._debts: dict[str, list[Debt]] = {}

    def games(self) -> list[str]:
        """The games that may come to owe something."""
        return self.party.games(self.ctx)

    def look(self, games: Iterable[str]) -> None:
        """Look at some games anew."""
        for game_id in games:
            self._debts[game_id] = []
            with apart(game_id):
                game = self.party.load(self.ctx, game_id)
                self._debts[game_id] = debts_of(game, self.party.seats(self.ctx, game)) if game else []

    def debts(self) -> Iterator[Debt]:
        """All that is owed."""
        for debts in self._debts.values():
            yield from debts


def debt_document(debt: Debt) -> dict[str, Any]:
    """A debt as the API shows it."""
    return {
        "game": debt.game,
        "seat": debt.seat,
        "frame": debt.frame,
        "must": debt.must,
        "since": written(debt.since_ms),
        "version": debt.version,
    }
