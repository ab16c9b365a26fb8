"""Reads JSON that another program wrote: a member that does not fit is refused with its place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from service.faults import json_type
from service.problems import Problem, invalid
from service.texts.words import say

LONGEST_NAME: Final = 20
MOST_LISTED: Final = 20_000
"""Limits how many items of a list are read."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lost:
    """Names something of a file that cannot be carried over: its place, the key of the text that says why."""

    place: str
    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """Holds a command of a seat as JSON, the draws that it makes, and the place in the file that it comes from."""

    seat: int
    command: dict[str, Any]
    draws: list[dict[str, Any]]
    place: str


@dataclass(frozen=True, slots=True)
class Brought:
    """Holds what a reader found: the position where the file stands, and what is lost.

    Files that hold a game from its beginning on also have the position at the `start`, and the `steps` from there.
    """

    document: dict[str, Any]
    lost: list[Lost]
    start: dict[str, Any] | None = None
    steps: list[Step] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Part:
    """Represents a part of a file: a value with its place. All its methods raise Problem (422) if it does not fit."""

    value: Any
    place: str

    def fault(self, key: str, **params: Any) -> Problem:
        """Return the refusal of this part; `key` says why."""
        return invalid(self.place, key, **params)

    def has(self, name: str) -> bool:
        """Return whether this is an object that has a member."""
        return isinstance(self.value, dict) and name in self.value

    def at(self, name: str) -> "Part":
        """Return a member of this object."""
        part = Part(self._typed(dict, "object").get(name), f"{self.place}.{name}")
        if not self.has(name):
            raise part.fault("required")
        return part

    def members(self) -> Iterator[tuple[str, "Part"]]:
        """Yield the members of this object with their names."""
        for name, value in self._typed(dict, "object").items():
            yield name, Part(value, f"{self.place}.{name[:LONGEST_NAME]}")

    def items(self, most: int = MOST_LISTED) -> list["Part"]:
        """Return the items of this list, at most so many."""
        listed = self._typed(list, "array")
        if len(listed) > most:
            raise self.fault("array", most=most)
        return [Part(value, f"{self.place}.{at}") for at, value in enumerate(listed)]

    def exactly(self, count: int) -> list["Part"]:
        """Return the items of this list, which has so many."""
        found = self.items()
        if len(found) != count:
            raise self.fault("import.length", due=count)
        return found

    def number(self, least: int, most: int) -> int:
        """Return this whole number, which lies within bounds."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not least <= self.value <= most:
            raise self.fault("range", minimum=least, maximum=most)
        return self.value

    def flag(self) -> bool:
        """Return this truth value."""
        return bool(self._typed(bool, "boolean"))

    def text(self) -> str:
        """Return this text."""
        return str(self._typed(str, "string"))

    def word(self, known: Mapping[str, T]) -> T:
        """Return what this word stands for."""
        if not isinstance(self.value, str) or self.value not in known:
            raise self.fault("choice", allowed=sorted(known))
        return known[self.value]

    def _typed(self, kind: type, name: str) -> Any:
        if not isinstance(self.value, kind):
            raise self.fault("type", expected=[name], given=json_type(self.value), phrase="type")
        return self.value


def describe_lost(lost: Lost, language: str) -> dict[str, Any]:
    """Return what is lost as JSON, with a sentence."""
    pointer = "/" + lost.place.replace(".", "/")
    return {"pointer": pointer, "code": lost.key, "message": say(f"lost.{lost.key}", lost.params, language)}
