"""Keeps the votes of one table, which people open when they ask for an undo that the others must accept."""

from dataclasses import dataclass, field
from http import HTTPStatus
from threading import Lock
from typing import Any, Final, Protocol

YES: Final = 0.8
"""The probability that a person accepts."""


class Voter(Protocol):
    """Represents a seat of a game that may vote, with the token that it votes by."""

    line: Any
    game: str
    seat: int
    token: str
    rng: Any


@dataclass
class Votes:
    """Holds the latest document of each vote by its number, and which seats have answered which votes."""

    latest: dict[int, dict[str, Any]] = field(default_factory=dict)
    answered: set[tuple[int, int]] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def note(self, vote: dict[str, Any]) -> None:
        """Keep a newer document of a vote; one that is closed stays closed."""
        with self._lock:
            if vote["id"] not in self.latest or self.latest[vote["id"]]["status"] == "open":
                self.latest[vote["id"]] = vote

    def answer(self, voter: Voter) -> None:
        """Answer every open vote that waits for the voter's seat, each once."""
        for number, vote in list(self.latest.items()):
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
