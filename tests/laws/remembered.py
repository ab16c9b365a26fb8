"""Keeps what several laws ask of one position, so that the ruleset answers it only once.

A ruleset that remembers answers from memory for that position alone. Questions about another position, and
everything that decides, packs or draws, go to the true ruleset every time.
"""

from typing import Any

from domain.core.ruleset import Ruleset


class Remembered:
    """Represents a ruleset that remembers, for one position, what each seat may do, knows and is shown."""

    def __init__(self, ruleset: Ruleset, state: Any) -> None:
        self._ruleset = ruleset
        self._state = state
        self._actions: dict[int, Any] = {}
        self._known: dict[int | None, Any] = {}
        self._shown: dict[int, tuple[Any, Any]] = {}

    def __getattr__(self, name: str) -> Any:
        """Return any other member of the true ruleset, looked up once."""
        found = self.__dict__[name] = getattr(self._ruleset, name)
        return found

    def actions(self, state: Any, seat: int) -> Any:
        """Return what a seat may do."""
        if state is not self._state:
            return self._ruleset.actions(state, seat)
        if seat not in self._actions:
            self._actions[seat] = self._ruleset.actions(state, seat)
        return self._actions[seat]

    def observe(self, state: Any, seat: int | None) -> Any:
        """Return what a seat knows."""
        if state is not self._state:
            return self._ruleset.observe(state, seat)
        if seat not in self._known:
            self._known[seat] = self._ruleset.observe(state, seat)
        return self._known[seat]

    def render(self, knowledge: Any) -> Any:
        """Return what is shown of a piece of knowledge.

        The knowledge is kept beside it, since another object could later get the same place in memory.
        """
        if id(knowledge) not in self._shown:
            self._shown[id(knowledge)] = knowledge, self._ruleset.render(knowledge)
        return self._shown[id(knowledge)][1]
