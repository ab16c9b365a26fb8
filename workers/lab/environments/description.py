"""Describes games of one size to a learner: the list of actions, the columns of observations, and positions as text.

The list of actions is the same in every game of that size. Action 0 passes: it does nothing where the game can go on
without the seat. All others stand for one command each.
"""

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from domain.core.actions import Actions
from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.documents import Document
from domain.core.messages import Field, Message
from domain.core.ruleset import Ruleset
from domain.families import doors
from workers.agents.search.match import open_position
from workers.lab.environments.family import Family, FamilyMaker, Sizes
from workers.lab.environments.open_lists import OpenList

MAKERS: Final[dict[str, FamilyMaker]] = doors("workers.lab.environments.families", "family")
"""Makes the description of a family for one size of game, by ruleset."""
PASS: Final = 0
PASSING: Final = "pass"
MOST_VALUES: Final = 1000
"""A member with more values than this cannot be listed value by value."""

UNNAMED: Final = [()]
"""The values of a member that actions do not name."""

Choices = dict[int, Any]
"""Maps the actions that are legal at a position to their commands; None passes."""


class ActionList:
    """Translates between actions and commands."""

    def __init__(self, ruleset: Ruleset, family: Family, sizes: Sizes, without: Sequence[str] = ()) -> None:
        """List all commands of the ruleset but those `without` names; raises KeyError for a name that there is not."""
        unknown = [name for name in without if name not in ruleset.commands.by_name]
        if unknown:
            raise KeyError(unknown[0])
        left_out = {ruleset.commands.by_name[name].cls for name in without} | {*family.without}
        rows = [row for row in ruleset.commands.rows if row.cls not in left_out]
        self.names: list[str] = [PASSING]
        self.slotted: dict[type, tuple[str, str]] = {}
        self.unnamed: dict[type, str] = {}
        self.open: dict[type, tuple[int, OpenList]] = {one.cls: (0, one) for one in family.open_lists}
        self._closed: dict[Any, int] = {}
        for row in rows:
            self._add(row, family, sizes)

    def __len__(self) -> int:
        """Return how many actions there are."""
        return len(self.names)

    def _add(self, row: Message[Any], family: Family, sizes: Sizes) -> None:
        if row.cls in self.open:
            one = self.open[row.cls][1]
            self.open[row.cls] = (len(self.names), one)
            self.names += [f"{row.name} {name}" for name in one.names]
            return
        for field in row.fields:
            if field.name in family.slots:
                self.slotted[row.cls] = (field.name, family.slots[field.name][0])
            if family.values.get(f"{row.name}.{field.name}") == UNNAMED:
                self.unnamed[row.cls] = field.name
        for command in family.lists.get(row.cls) or _commands(row, family, sizes):
            self._closed[command] = len(self.names)
            self.names.append(_say(row, command))

    def choices(self, state: Document, actions: Actions[Any]) -> Choices:
        """Return the legal actions at a position, which a seat sees as `state`, with their commands."""
        found: Choices = {} if actions.must_act else {PASS: None}
        for command in actions.commands:
            action = self._action(command, state)
            if action is not None:
                found.setdefault(action, command)
        for template in actions.templates:
            start, one = self.open[type(template.example)]
            if start:  # 0 where no action stands for the class
                for number, command in one.commands(template):
                    found[start + number] = command
        return found

    def mask(self, choices: Choices) -> Any:
        """Return 1 for each legal action, and 0 for the others."""
        mask = np.zeros(len(self.names), np.int8)
        mask[[*choices]] = 1
        return mask

    def left_out(self, state: Document, actions: Actions[Any]) -> int:
        """Return how many legal commands of a position no action stands for."""
        found = {self._action(command, state) for command in actions.commands} - {None}
        count = len(actions.commands) - len(found)
        for template in actions.templates:
            start, one = self.open[type(template.example)]
            count += one.left_out(template) if start else one.size(template)
        return count

    def _action(self, command: Any, state: Document) -> int | None:
        """Return the action of a command: where its item has a slot, that of the item's place in the view.

        Commands that differ in an unnamed member alone have one action, which stands for the first that is legal.
        """
        if type(command) in self.slotted:
            member, name = self.slotted[type(command)]
            numbers = [item[member] for item in state[name]]
            command = replace(command, **{member: numbers.index(getattr(command, member)) + 1})
        if type(command) in self.unnamed:
            command = replace(command, **{self.unnamed[type(command)]: ()})
        return self._closed.get(command)


def _commands(row: Message[Any], family: Family, sizes: Sizes) -> Iterator[Any]:
    """Yield every command of a class that its members allow."""
    names = [field.name for field in row.fields]
    for values in product(*[_values(row, field, family, sizes) for field in row.fields]):
        yield row.cls(**dict(zip(names, values, strict=True)))


def _values(row: Message[Any], field: Field, family: Family, sizes: Sizes) -> Sequence[Any]:
    """Return the values of a member: those that the family names, else its places, else those of its kind."""
    for name in (f"{row.name}.{field.name}", field.name):
        if name in family.values:
            return family.values[name]
    if field.name in family.slots:
        return range(1, family.slots[field.name][1] + 1)
    if field.name in sizes.places:
        return range(sizes.places[field.name])
    return [field.kind.decode(value) for value in _documents(f"{row.name}.{field.name}", field.kind.schema)]


def _documents(name: str, schema: Document) -> Sequence[Any]:
    """Return every value that a JSON Schema allows; raises ValueError where these are too many."""
    if "anyOf" in schema:
        return [value for one in schema["anyOf"] for value in _documents(name, one)]
    if "enum" in schema:
        return [*schema["enum"]]
    if schema.get("type") == "null":
        return [None]
    if schema.get("type") == "boolean":
        return [False, True]
    if schema.get("type") == "integer" and schema["maximum"] - schema["minimum"] < MOST_VALUES:
        return range(schema["minimum"], schema["maximum"] + 1)
    raise ValueError(f"the values of {name} cannot be listed")


def _say(row: Message[Any], command: Any) -> str:
    members = row.encode(command)
    return " ".join([row.name, *(f"{name}={_value(value)}" for name, value in members.items())])


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "+".join(f"{count} {name}" for name, count in value.items()) or "nothing"
    if isinstance(value, list):
        return "+".join(map(str, value)) or "nobody"
    return "none" if value is None else str(value)


class Description:
    """Says what actions and observations mean in every game of a ruleset with one configuration."""

    def __init__(self, ruleset: Ruleset, config: Config, without: Sequence[str] = ()) -> None:
        """`without` are names of commands that no action shall stand for; raises KeyError for one that there is not."""
        self.ruleset = ruleset
        self.config = config
        state = open_position(ruleset, config, SeededChance(b""))
        places = {name: count for name, (_, count) in ruleset.places(state).items()}
        family = MAKERS[ruleset.name](Sizes(config, ruleset.geometry(state), places))
        self.actions = ActionList(ruleset, family, Sizes(config, {}, places), without)
        self._state, self._board, self._own = family.state, family.board, family.own
        self.width = family.state.width + family.board.width + config.seats

        numbers = np.iinfo(np.int32)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(numbers.min, numbers.max, (self.width,), np.int32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )

    @cached_property
    def columns(self) -> list[str]:
        """Return the names of the columns of an observation, in their order."""
        own = [f"seat={seat}" for seat in range(self.config.seats)]
        return [*own, *self._state.names(""), *self._board.names("board")]

    @cached_property
    def own_columns(self) -> list[int]:
        """Return the columns that tell each seat something else: all others are alike for all seats at a position."""
        members = "|".join(re.escape(one).replace(r"\*", r"\d+") for one in self._own)
        own = re.compile(rf"(?:{members})(?=[.=]|$)")
        seats = range(self.config.seats)
        return [*seats, *(at for at, name in enumerate(self.columns) if self._own and own.match(name))]

    def printed(self, board: Document) -> bytes:
        """Return the row of an observation with nothing but the board, which never changes in a game."""
        row = array("i", bytes(array("i").itemsize * self.width))
        self._board.write(row, self.config.seats + self._state.width, board)
        return row.tobytes()

    def observation(self, seat: int, state: Document, printed: bytes) -> Any:
        """Return what a seat sees as whole numbers: which seat it is, the state of its view, and the printed board."""
        row = array("i", printed)
        row[seat] = 1
        self._state.write(row, self.config.seats, state)
        return np.frombuffer(row, np.int32)

    def text(self, seat: int, state: Document, choices: Choices) -> str:
        """Return what a seat sees as text: a line for each member of its view, and one for each legal action."""
        names = self.actions.names
        legal = [f"action {action}: {names[action]}" for action in sorted(choices)]
        return "\n".join([f"you: seat {seat}", *_lines("", state), *legal])


def _lines(name: str, value: Any) -> Iterator[str]:
    """Yield a line for each member that is an object or holds objects, and one for the rest."""
    if isinstance(value, dict) and "." not in name and any(isinstance(item, dict | list) for item in value.values()):
        for member, item in value.items():
            yield from _lines(f"{name}.{member}" if name else member, item)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        yield from (f"{name}: {_plain(item)}" for item in value)
    else:
        yield f"{name}: {_plain(value)}"


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        shown = [f"{name} {_plain(item)}" for name, item in value.items() if item not in (None, [], {})]
        return ", ".join(shown) or "nothing"
    if isinstance(value, list):
        return "[" + " ".join(map(_plain, value)) + "]"
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
