"""Prints the course of a game, one line per version: turn, seat, what happened."""

import re
from collections.abc import Iterable
from typing import Any

QUIET = ("AgendaSet", "TurnStarted", "TableOpened", "SeatsFilled", "GameStarted", "SeedRevealed")
BESIDE = ("version", "index", "type", "seat", "time")


class Course:
    """Prints each event once, in order."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.turn = 0
        self.last = (0, 0)

    def tell(self, events: Iterable[Any]) -> None:
        """Print the new ones among the events."""
        for event in events:
            place = (event["version"], event["index"])
            if place > self.last:
                self.last = place
                self._tell(event)

    def _tell(self, event: Any) -> None:
        self.turn = event.get("turn", self.turn)
        if event["type"] not in QUIET:
            seat = event.get("seat")  # null when an award returns to the supply
            who = "table" if seat is None else self.names[seat]
            print(f"{event['version']:>5}  turn {self.turn:>3}  {who:<8} {sentence(event)}".rstrip())


def sentence(event: Any) -> str:
    """Describe an event from its type and fields alone: the client need not know any event."""
    what = re.sub(r"(?<!^)(?=[A-Z])", " ", event["type"]).lower()
    shown = ((name, words(value)) for name, value in event.items() if name not in BESIDE)
    return f"{what}  " + ", ".join(f"{name} {text}" for name, text in shown if text)


def words(value: Any) -> str:
    """Write a value in one line; empty for an empty value."""
    if isinstance(value, dict):
        return " ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list):
        return " / ".join(words(member) or "-" for member in value)
    return "" if value is None else str(value)
