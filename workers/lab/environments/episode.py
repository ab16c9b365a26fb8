"""Follows the course of a game for an environment: who has to choose, what a seat sees, what it gets in the end."""

from typing import Any, NamedTuple

from workers.lab.environments.description import Choices, Description
from workers.lab.environments.table import Look, Table


class IllegalAction(ValueError):
    """Refuses a step: the action is outside the action mask, and nothing has changed."""


class Choice(NamedTuple):
    """Holds a seat that has to choose, what it sees, and its legal actions with their commands."""

    seat: int
    look: Look
    choices: Choices


class Course:
    """Plays one game after the other on a table.

    A seat that may act but need not, as one that was offered a trade, is asked before the game goes on. If it passes,
    it is asked again only after the next command.
    """

    def __init__(self, table: Table, description: Description) -> None:
        self.table = table
        self.description = description
        self._passed: set[int] = set()

    def open(self, seed: str) -> None:
        """Begin a new game."""
        self.table.open(seed)
        self._printed = self.description.printed(self.table.board)
        self._passed.clear()

    def next_seat(self) -> int | None:
        """Return the seat that has to choose now; None once the game is over."""
        awaited = self.table.awaited()
        return next((entry.seat for entry in awaited if entry.must or entry.seat not in self._passed), None)

    def choosing(self) -> list[int]:
        """Return the seats that choose at once: all that may act and have not passed, or else all that must."""
        awaited = self.table.awaited()
        asked = [entry.seat for entry in awaited if not entry.must and entry.seat not in self._passed]
        return [*dict.fromkeys(asked or [entry.seat for entry in awaited if entry.must])]

    def choice(self, seat: int) -> Choice:
        """Return what a seat that has to choose sees and may do."""
        look = self.table.look(seat)
        return Choice(seat, look, self.description.actions.choices(look.state, look.actions))

    def act(self, choice: Choice, action: Any) -> None:
        """Carry out an action; raises IllegalAction if it is outside the mask."""
        self.carry_out(choice.seat, self.command(choice, action))

    def command(self, choice: Choice, action: Any) -> Any | None:
        """Return the command of an action, None to pass; raises IllegalAction if it is outside the mask."""
        number = self._number(action)
        if number not in choice.choices:
            raise IllegalAction(self._refusal(choice, action))
        return choice.choices[number]

    def carry_out(self, seat: int, command: Any | None) -> None:
        """Carry out a command of a seat that has to choose; None passes."""
        if command is not None:
            self.table.play(seat, command)
        self._note(seat, command is not None)

    def let(self, seat: int) -> None:
        """Play the turn of a seat that has an agent."""
        self._note(seat, self.table.let(seat))

    def _note(self, seat: int, has_acted: bool) -> None:
        if has_acted:
            self._passed.clear()
        else:
            self._passed.add(seat)

    def _number(self, action: Any) -> int | None:
        try:
            return int(action) if int(action) == action else None
        except (TypeError, ValueError):
            return None

    def _refusal(self, choice: Choice, action: Any) -> str:
        number, names = self._number(action), self.description.actions.names
        known = number is not None and 0 <= number < len(names)
        said = f"action {number} ({names[number or 0]})" if known else f"{action!r}, which is no action"
        awaited = [entry.frame for entry in self.table.awaited() if entry.seat == choice.seat]
        place = f" of turn {choice.look.state['turn']}" if "turn" in choice.look.state else ""
        first = min(choice.choices)
        return (
            f"seat {choice.seat} cannot take {said}, in the frame {awaited[0]}{place}: it is outside the action mask. "
            f"Take one of the {len(choice.choices)} actions whose mask is 1, such as {first} ({names[first]})"
        )

    def observation(self, seat: int, look: Look) -> Any:
        """Return what a seat sees as whole numbers."""
        return self.description.observation(seat, look.state, self._printed)

    def observe(self, seat: int, choice: Choice | None) -> dict[str, Any]:
        """Return what a seat observes, and its mask: all zeros unless the choice is its own."""
        look, choices = self._seen(seat, choice)
        return {
            "observation": self.observation(seat, look),
            "action_mask": self.description.actions.mask(choices),
        }

    def text(self, seat: int, choice: Choice | None) -> str:
        """Return the same as text."""
        look, choices = self._seen(seat, choice)
        return self.description.text(seat, look.state, choices)

    def _seen(self, seat: int, choice: Choice | None) -> tuple[Look, Choices]:
        if choice is not None and choice.seat == seat:
            return choice.look, choice.choices
        return self.table.look(seat), {}

    def rewards(self) -> list[float] | None:
        """Return what each seat gets: 1 for a winner, -1 for all others; None while the game goes on."""
        result = self.table.result()
        if result is None:
            return None
        return [1.0 if seat in result.winners else -1.0 for seat in range(self.description.config.seats)]

    def points(self) -> list[int]:
        """Return the points of every seat at the end; none while the game goes on."""
        result = self.table.result()
        return [] if result is None else [*result.points]
