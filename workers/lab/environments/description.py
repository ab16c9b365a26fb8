"""Describes games of one size to a learner: the list of actions, the columns of observations, and positions as text."""

import re
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from domain.core.chance import SeededChance
from domain.core.documents import Document
from domain.core.ruleset import Config, Ruleset
from workers.agents.search.match import open_position
from workers.lab.environments.families import MAKERS
from workers.lab.environments.family import Sizes
from workers.lab.environments.listing import ActionList, Choices


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
        """Return what each column of an observation is called."""
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
