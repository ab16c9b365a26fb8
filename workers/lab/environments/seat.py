"""The Gymnasium environment of a game: one seat learns, chosen agents play the others."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium

from workers.lab.environments.episode import Choice, IllegalAction
from workers.lab.environments.making import BadEnvironment, Terms, configure, make_course, ruleset_named


class SeatEnv(gymnasium.Env):
    """Plays games of a ruleset on one seat, against agents of the catalog.

    The reward is 1 at the end if the seat has won, -1 if it has not, and 0 before. A game in which the seat takes
    `most_steps` steps is truncated. The info of the last step holds the points of all seats. A step outside the mask
    raises IllegalAction; with `illegal="end"` it ends the game with -1, and the info says why.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        ruleset: str,
        agents: Sequence[str],
        seat: int = 0,
        map: str | None = None,
        modules: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        **terms: Any,
    ) -> None:
        """Raise BadEnvironment if there is no such ruleset, agent, seat, configuration or command.

        `agents` play the other seats, in their order. `terms` are those of `Terms`: `without`, `most_steps`, `illegal`,
        `render_mode`, and `client`, whose server then has the games and the agents.
        """
        self.terms = Terms(**terms)
        rules, seats = ruleset_named(ruleset), len(agents) + 1
        if not 0 <= seat < seats:
            raise BadEnvironment(f"there is no seat {seat} among {seats}: the first is 0, the last {seats - 1}")
        self.config = configure(rules, seats, map, modules, options)
        others = [other for other in range(seats) if other != seat]
        self.course = make_course(rules, self.config, self.terms, dict(zip(others, agents, strict=True)))
        self.description = self.course.description
        self.seat = seat
        self.render_mode = self.terms.render_mode
        self._choice: Choice | None = None
        self.observation_space = self.description.observation_space
        self.action_space = gymnasium.spaces.Discrete(len(self.description.actions))

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game, and play until the seat has to choose; the same seed and actions give the same game."""
        super().reset(seed=seed)
        self.course.open(str(seed) if seed is not None else str(self.np_random.integers(2**62)))
        self.steps = 0
        self._move_on()
        return self._observation(), {}

    def _move_on(self) -> None:
        """Let the agents play until the seat has to choose, or the game is over."""
        self._choice = None
        while (seat := self.course.next_seat()) is not None:
            if seat == self.seat:
                self._choice = self.course.choice(seat)
                return
            self.course.let(seat)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action; raises IllegalAction, and changes nothing, outside the mask, unless that ends the game.

        Raises ResetNeeded before a game and after its end.
        """
        if self._choice is None:
            raise gymnasium.error.ResetNeeded("no game is on: call reset() to begin one")
        try:
            self.course.act(self._choice, action)
        except IllegalAction as refusal:
            if self.terms.illegal == "raise":
                raise
            self._choice = None
            return self._observation(), -1.0, True, False, {"illegal": str(refusal)}
        self.steps += 1
        self._move_on()
        rewards = self.course.rewards()
        if rewards is not None:
            return self._observation(), rewards[self.seat], True, False, {"points": self.course.points()}
        is_truncated = self._choice is None or self.steps >= self.terms.most_steps
        return self._observation(), 0.0, False, is_truncated, {}

    def _observation(self) -> dict[str, Any]:
        return self.course.observe(self.seat, self._choice)

    def action_masks(self) -> Any:
        """Return the mask of the actions, under the name that sb3-contrib uses."""
        return self.description.actions.mask(self._choice.choices if self._choice else {}).astype(bool)

    def text(self) -> str:
        """Return what the seat observes as text, with the names of its legal actions."""
        return self.course.text(self.seat, self._choice)

    def render(self) -> str | None:
        """Return what the seat observes as text, if the mode is `ansi`."""
        return self.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Give back what the table holds."""
        self.course.table.close()
