"""Defines what is done with files of other programs that questions may hold in place of position documents."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.config import Config
from domain.core.ruleset import Ruleset
from service.game.games import Game
from workers.agents.agent import Agent
from workers.bridge.lines import Partner

FILE: Final = "file"
"""The member of a question that holds a file."""


class Chosen(NamedTuple):
    """Holds what an agent chose: commands as JSON, and the place of the action that means them."""

    commands: list[dict[str, Any]]
    action: int


class Format(NamedTuple):
    """Holds what is done with files of a kind.

    `shows` says whether files can show games of a configuration. `ask` returns the commands of the action that a
    partner chooses at a position of a game, as one seat (only None if nothing in the file is for it), in a game of a
    name; it raises Fault. `choose` returns which of the actions in a file an agent chooses for a seat, within so many
    seconds; it raises Problem or ValueError for a file that is none.
    """

    shows: Callable[[Ruleset, Config], bool]
    ask: Callable[[Partner, Game, int, str, Random], list[Any]]
    choose: Callable[[Mapping[str, Any], int, Agent, float, Random], Chosen]
