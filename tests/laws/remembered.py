"""Says what several laws ask of one position, asked once.

The laws look at a position one after another and ask for the same again and again. A ruleset that remembers answers
from memory for that position alone; whatever it is asked of another position, and all that decides, packs or draws,
goes to the true ruleset every time.
"""

from typing import Any

from domain.core.ruleset import Ruleset


class Remembered:
    """Is a ruleset that remembers who is awaited at one position, what everybody may do there, knows and is shown."""

    def __init__(self, ruleset: Ruleset, state: Any) -> None:
        self._ruleset = ruleset
        self._state = state
        self._actions: dict[int, Any] = {}
        self._known: dict[int | None, Any] = {}
        self._shown: dict[int, tuple[Any, Any]] = {}

    def __getattr__(self, name: str) -> Any:
        """Everything else is the true ruleset's; found once."""
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
        """Return what is shown of a piece of knowledge; kept beside it, for another may get its place in
        memory later.
        """
        if id(knowledge) not in self._shown:
            self._shown[id(knowledge)] = knowledge, self._ruleset.render(knowledge)
        return self._shown[id(knowledge)][1]
