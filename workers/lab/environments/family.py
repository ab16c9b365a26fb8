"""Describes a family of games to environments: what its commands may hold, and how a view is laid out.

JSON is laid out as a row of whole numbers: which column says what is fixed by the layout alone. A member that is absent
or null leaves its columns 0.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.core.config import Config
from domain.core.documents import Document
from workers.lab.environments.open_lists import OpenList

Row = array  # of whole numbers; an array is written four times as fast as one of numpy


class Part(ABC):
    """Represents some columns of a row, and how one value of JSON is written there."""

    width: int

    @abstractmethod
    def names(self, prefix: str) -> Iterator[str]:
        """Yield what each column is called."""

    @abstractmethod
    def write(self, row: "Row[int]", at: int, value: Any) -> None:
        """Write a value, which is not null, into the columns that begin at `at` and are 0."""


class Number(Part):
    """Holds a number, or 1 for true, in one column."""

    width = 1

    def names(self, prefix: str) -> Iterator[str]:
        """Yield the name of the column."""
        yield prefix

    def write(self, row: "Row[int]", at: int, value: Any) -> None:
        """Write the number."""
        row[at] = value


class OneOf(Part):
    """Marks one of some values with a 1 in its column."""

    def __init__(self, values: Iterable[Hashable]) -> None:
        self.index = {value: number for number, value in enumerate(values)}
        self.width = len(self.index)

    def names(self, prefix: str) -> Iterator[str]:
        """Yield the name of each value."""
        yield from (f"{prefix}={value}" for value in self.index)

    def write(self, row: "Row[int]", at: int, value: Any) -> None:
        """Mark the value."""
        row[at + self.index[value]] = 1


class SomeOf(OneOf):
    """Marks each of a list of values, or of lists of values, with a 1 in its column."""

    def write(self, row: "Row[int]", at: int, value: Any) -> None:
        """Mark the values."""
        for item in value:
            if isinstance(item, list):
                self.write(row, at, item)
            else:
                row[at + self.index[item]] = 1


class Counts(OneOf):
    """Holds a number for each of some names."""

    def names(self, prefix: str) -> Iterator[str]:
        """Yield each name."""
        yield from (f"{prefix}.{name}" for name in self.index)

    def write(self, row: "Row[int]", at: int, value: Any) -> None:
        """Write the numbers."""
        for name, count in value.items():
            row[at + self.index[name]] = count


class Record(Part):
    """Holds the members of an object, one after the other; other members are left out."""

    def __init__(self, members: Mapping[str, Part]) -> None:
        self.width = 0
        self.members: list[tuple[str, int, Part]] = []
        for name, part in members.items():
            self.members.append((name, self.width, part))
            self.width += part.width

    def names(self, prefix: str) -> Iterator[str]:
        """Yield the columns of each member."""
        for name, _, part in self.members:
            yield from part.names(f"{prefix}.{name}" if prefix else name)

    def write(self, row: "Row[int]", at: int, value: Any) -> None:
        """Write the members that are there."""
        for name, offset, part in self.members:
            member = value.get(name)
            if member is not None:
                part.write(row, at + offset, member)


class Slots(Part):
    """Holds the first items of a list, or the last ones if the list is a stack."""

    def __init__(self, most: int, part: Part, *, is_stack: bool = False) -> None:
        self.most = most
        self.part = part
        self.is_stack = is_stack
        self.width = most * part.width

    def names(self, prefix: str) -> Iterator[str]:
        """Yield the columns of each slot."""
        for number in range(self.most):
            yield from self.part.names(f"{prefix}.{number}")

    def write(self, row: "Row[int]", at: int, value: Any) -> None:
        """Write the items that have a slot."""
        items: Sequence[Any] = value[::-1] if self.is_stack else value
        for number, item in enumerate(items[: self.most]):
            self.part.write(row, at + number * self.part.width, item)


class ByMember(Part):
    """Holds the items of a list, each where one of its members says; items of one place share its columns."""

    def __init__(self, member: str, values: Iterable[Hashable], part: Part) -> None:
        self.member = member
        self.part = part
        self.places = {value: number * part.width for number, value in enumerate(values)}
        self.width = len(self.places) * part.width

    def names(self, prefix: str) -> Iterator[str]:
        """Yield the columns of each place."""
        for value in self.places:
            yield from self.part.names(f"{prefix}.{value}")

    def write(self, row: "Row[int]", at: int, value: Any) -> None:
        """Write the items."""
        for item in value:
            self.part.write(row, at + self.places[item[self.member]], item)


DEPTH: Final = 3
"""How many entries of an agenda are laid out, from the top of the stack."""


def agenda(names: Iterable[str], seats: range, members: Mapping[str, Part] | None = None) -> Part:
    """Return the columns of the top of an agenda, which is what has to be done.

    `members` are what some frames say beside name and seats.
    """
    frame = Record({"frame": OneOf(names), "seats": SomeOf(seats), **(members or {})})
    return Slots(DEPTH, frame, is_stack=True)


def turn_head(seats: range) -> dict[str, Part]:
    """Return the columns of the number of the turn and of the seat whose turn it is."""
    return {"turn": Number(), "active": OneOf(seats)}


class Sizes(NamedTuple):
    """Says how large a game is: its configuration, its board as JSON, and how many places of each kind that has."""

    config: Config
    board: Document
    places: Mapping[str, int]

    @property
    def seats(self) -> range:
        """Return the seats."""
        return range(self.config.seats)


class Family(NamedTuple):
    """Holds what differs between families of games, for one size of game.

    `values` are those of members of commands that differ from what the ruleset says, by `member` or `Command.member`;
    `lists` holds whole commands, by class. `slots` are the members that name an item of the view by a number that
    grows without bound: the list of the view, and how many of its items have an action. `open_lists` are the fixed
    lists of open families. `state` and `board` lay out what an observation holds; `own` names the members of the view
    that tell each seat something else, such as its hand, with `*` for the number of an item.
    """

    state: Part
    board: Part
    values: Mapping[str, Sequence[Any]] = {}
    lists: Mapping[type, Iterable[Any]] = {}
    slots: Mapping[str, tuple[str, int]] = {}
    open_lists: Sequence[OpenList] = ()
    without: Sequence[type] = ()
    own: Sequence[str] = ()


FamilyMaker = Callable[[Sizes], Family]
