"""Describes to environments what differs between families of games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from domain.core.documents import Document
from domain.core.ruleset import Config
from workers.lab.environments.layout import Part
from workers.lab.environments.open_lists import OpenList


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
