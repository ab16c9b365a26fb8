"""Lists what the seats of a party must do, across games, and remembers what a client has been shown.

The cursor holds the hashed names of the debts that a client has been shown, so it depends on no clock, and a missed
debt is shown again.
"""

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from eventstore.budget import check
from service.clients.ownership import Party
from service.game.context import Context
from service.game.debts import NAME_BYTES, Debt, debts_of, votes_due
from service.game.quarantine import apart
from service.problems import invalid_parameter
from service.process.wall_clock import write_time

MOST_DEBTS: Final = 100
MOST_REPORTED: Final = 300


class Reported:
    """Holds the debts that a client has been shown, the newest last, as kept in its cursor."""

    def __init__(self, cursor: str | None) -> None:
        """Read the cursor; raises Problem (422) for one that is none."""
        try:
            joined = base64.b64decode("" if cursor in (None, "-") else cursor, altchars=b"-_", validate=True)
        except (ValueError, binascii.Error):
            raise invalid_parameter("after", "cursor") from None
        if len(joined) % NAME_BYTES:
            raise invalid_parameter("after", "cursor")
        self.names = [joined[at : at + NAME_BYTES] for at in range(0, len(joined), NAME_BYTES)]

    def new(self, debts: Iterable[Debt]) -> list[Debt]:
        """List the debts that the client has not been shown, up to the size of one answer."""
        known = set(self.names)
        return [debt for debt in debts if debt.name not in known][:MOST_DEBTS]

    def cursor(self, debts: Iterable[Debt], new: Iterable[Debt]) -> str:
        """Return the cursor after an answer that shows `new`; settled debts are dropped."""
        owed = {debt.name for debt in debts}
        kept = [name for name in self.names if name in owed] + [debt.name for debt in new]
        return base64.urlsafe_b64encode(b"".join(kept[-MOST_REPORTED:])).decode() or "-"


class Watch:
    """Keeps a party's debts up to date, game by game."""

    def __init__(self, ctx: Context, party: Party) -> None:
        self.ctx = ctx
        self.party = party
        self._debts: dict[str, list[Debt]] = {}

    def look(self, games: Iterable[str]) -> None:
        """Update the debts of some games."""
        for game_id in games:
            self._debts[game_id] = []
            with apart(game_id):
                check("games with debts")
                game = self.party.load(self.ctx, game_id)
                seats = self.party.seats(self.ctx, game) if game else []
                self._debts[game_id] = [*debts_of(game, seats), *votes_due(game, seats)] if game else []

    def take(self, debts: Mapping[str, list[Debt]]) -> None:
        """Take over what is owed, by game, in place of all that was known."""
        self._debts = dict(debts)

    def debts(self) -> Iterator[Debt]:
        """Yield all debts."""
        for debts in self._debts.values():
            yield from debts


def debt_document(debt: Debt) -> dict[str, Any]:
    """Return a debt as the API shows it."""
    return {
        "game": debt.game,
        "seat": debt.seat,
        "frame": debt.frame,
        "must": debt.must,
        "since": write_time(debt.since_ms),
        "version": debt.version,
        **({"vote": debt.vote} if debt.vote else {}),
    }
