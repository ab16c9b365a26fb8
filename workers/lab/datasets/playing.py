"""Plays the games of a data set, and yields what each seat saw and did whenever it had to choose."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.core.ruleset import Result
from workers.agents.agent import Agent
from workers.lab.datasets.wish import Wish
from workers.lab.environments.description import Description
from workers.lab.environments.episode import Choice, Course
from workers.lab.environments.listing import PASS
from workers.lab.environments.making import MOST_STEPS, describe
from workers.lab.environments.table import LocalTable


class Decision(NamedTuple):
    """Holds what a seat saw and may do, and what it did: a command (None: it passed), and the action of that, if any.

    `version` is that of the game at which it chose: 1 at the beginning, and one more for every command.
    """

    version: int
    turn: int
    choice: Choice
    observation: Any
    command: Any | None
    action: int | None


class Played(NamedTuple):
    """Holds a game that was played; the result is None if it was broken off."""

    number: int
    agents: list[str]
    decisions: list[Decision]
    result: Result | None


class Player:
    """Plays the games of a wish, one after the other."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.description: Description = describe(wish.rules, wish.config)
        self._agents: Mapping[str, Agent] = dict(zip(wish.agents, wish.players(), strict=True))

    def play(self, number: int) -> Played:
        """Play a game; it is the same whenever it is played."""
        seating = self.wish.seating(number)
        players = {seat: self._agents[name] for seat, name in enumerate(seating)}
        table = LocalTable(self.wish.rules, self.wish.config, players)
        course = Course(table, self.description)
        course.open(self.wish.seed_of(number))
        decisions = [decision for decision, _ in zip(_decisions(course, table), range(MOST_STEPS), strict=False)]
        return Played(number, seating, decisions, table.result())


def _decisions(course: Course, table: LocalTable) -> Iterator[Decision]:
    version = 1
    while (seat := course.next_seat()) is not None:
        choice, command = course.choice(seat), table.chosen(seat)
        yield Decision(
            version, table.turn, choice, course.observation(seat, choice.look), command, _action(choice, command)
        )
        course.carry_out(seat, command)
        version += command is not None


def _action(choice: Choice, command: Any | None) -> int | None:
    """Return the first action that stands for a command; None where there is no such action."""
    if command is None:
        return PASS
    return min((action for action, one in choice.choices.items() if one == command), default=None)
