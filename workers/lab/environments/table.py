"""Hosts one game for an environment: in this process; `remote.py` has the same over HTTP."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from domain.core.actions import Actions
from domain.core.agenda import Awaited
from domain.core.chance import SeededChance
from domain.core.documents import Document
from domain.core.ruleset import Config, Result, Ruleset
from workers.agents.agent import Agent
from workers.agents.following import Follower
from workers.agents.search.match import open_position
from workers.agents.turns import decide, in_order


class Look(NamedTuple):
    """Holds what a seat sees now: the state of its view, and what it may do."""

    state: Document
    actions: Actions[Any]


class Table(ABC):
    """Represents one game after the other; nothing of it but `look` says anything that a seat may not know."""

    board: Document

    @abstractmethod
    def open(self, seed: str) -> None:
        """Begin a new game; the same seed and the same commands give the same game."""

    @abstractmethod
    def awaited(self) -> Sequence[Awaited]:
        """Return the seats that may or must act, in the order in which they are asked; none once the game is over."""

    @abstractmethod
    def look(self, seat: int) -> Look:
        """Return what a seat sees."""

    @abstractmethod
    def play(self, seat: int, command: Any) -> None:
        """Carry out a command."""

    @abstractmethod
    def let(self, seat: int) -> bool:
        """Let the agent of a seat act; return whether it did: an agent that may pass need not act."""

    @abstractmethod
    def result(self) -> Result | None:
        """Return the result; None while the game goes on."""

    def close(self) -> None:
        """Give back what the table holds."""
        return


class LocalTable(Table):
    """Hosts games in this process. Some seats may be played by agents; they see what their seat sees."""

    def __init__(self, ruleset: Ruleset, config: Config, agents: dict[int, Agent] | None = None) -> None:
        self.ruleset = ruleset
        self.config = config
        self.agents = agents or {}

    def open(self, seed: str) -> None:
        """Begin a new game."""
        self._state = open_position(self.ruleset, self.config, SeededChance(seed.encode()))
        self._draft = self.ruleset.draft(self._state, SeededChance(seed.encode()))
        believing = [seat for seat, agent in self.agents.items() if agent.believes]
        self._draft.is_read = bool(believing)
        self._follower = Follower(self.ruleset, self._state, believing)
        self._rng = Random(sha256(f"agents:{seed}".encode()).digest())
        self.board = self.ruleset.geometry(self._state)

    def awaited(self) -> Sequence[Awaited]:
        """Return the seats that may or must act."""
        return in_order(self.ruleset.awaiting(self._state))

    def look(self, seat: int) -> Look:
        """Return what a seat sees."""
        ruleset, state = self.ruleset, self._state
        return Look(ruleset.render(ruleset.observe(state, seat)), ruleset.actions(state, seat))

    def play(self, seat: int, command: Any) -> None:
        """Carry out a command; raises IllegalCommand if the rules refuse it."""
        self.ruleset.play(self._draft, seat, command)
        self._follower.follow(self._draft.events)
        self._draft.events.clear()

    @property
    def turn(self) -> int:
        """Return the number of the turn."""
        return self.ruleset.turn(self._state)

    def chosen(self, seat: int) -> Any | None:
        """Return the command that the agent of a seat chooses now; None if it passes."""
        agent, belief = self.agents[seat], self._follower.belief(seat)
        return decide(self.ruleset, self._state, seat, agent, float("inf"), self._rng, belief).command

    def let(self, seat: int) -> bool:
        """Let the agent of a seat act; False if it passes."""
        command = self.chosen(seat)
        if command is not None:
            self.play(seat, command)
        return command is not None

    def result(self) -> Result | None:
        """Return the result; None while the game goes on."""
        return self.ruleset.result(self._state)
