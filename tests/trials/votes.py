"""Keeps the votes of one table: its people open them by undoing what is not theirs alone, and answer them."""

from dataclasses import dataclass, field
from http import HTTPStatus
from threading import Lock
from typing import Any, Final, Protocol

YES: Final = 0.8


class Voter(Protocol):
    """Represents somebody who may be asked."""

    line: Any
    game: str
    seat: int
    token: str
    rng: Any


@dataclass
class Votes:
    """Holds the newest that was told of each vote, by its number, and who has answered it."""

    told: dict[int, dict[str, Any]] = field(default_factory=dict)
    answered: set[tuple[int, int]] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def note(self, vote: dict[str, Any]) -> None:
        """Keep what was told of a vote; one that was told to be closed stays so."""
        with self._lock:
            if vote["id"] not in self.told or self.told[vote["id"]]["status"] == "open":
                self.told[vote["id"]] = vote

    def answer(self, voter: Voter) -> None:
        """Answer every open vote that waits for this seat, once."""
        for number, vote in list(self.told.items()):
            place = (number, voter.seat)
            if vote["status"] == "open" and voter.seat in vote["waiting"] and place not in self.answered:
                self.answered.add(place)
                self._cast(voter, number)

    def _cast(self, voter: Voter, number: int) -> None:
        path, accept = f"/v1/games/{voter.game}/votes/{number}", voter.rng.random() < YES
        key = f"vote {number} of seat {voter.seat}"
        status, answer = voter.line.ask("POST", path, voter.token, {"accept": accept}, Idempotency_Key=key)
        if status == HTTPStatus.OK:
            self.note(answer)
