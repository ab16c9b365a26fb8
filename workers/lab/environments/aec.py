"""The PettingZoo environment of a game: every seat is an agent of it, and one chooses after the other (AEC)."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from workers.lab.contenders import USUAL
from workers.lab.environments.episode import Choice, IllegalAction
from workers.lab.environments.making import Terms, configure, make_course, ruleset_named


class SeatsEnv(AECEnv):
    """Plays games of a ruleset; its agents are the seats, `seat_0` and so on.

    A winner gets the reward 1 at the end, every other seat -1. A game that takes `most_steps` steps is broken off: all
    seats are truncated and get 0. `without` names commands that no action shall stand for. A step outside the mask
    raises IllegalAction; with `illegal="end"` the game is over, its seat gets -1 and all others 0.
    """

    metadata = {"name": "longroad_v1", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        ruleset: str = USUAL,
        seats: int = 4,
        map: str | None = None,
        modules: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        **terms: Any,
    ) -> None:
        """Raise BadEnvironment if there is no such ruleset, configuration or command.

        `terms` are those of `Terms`: `without`, `most_steps`, `illegal`, `render_mode`, `client`.
        """
        super().__init__()
        self.terms = Terms(**terms)
        rules = ruleset_named(ruleset)
        self.config = configure(rules, seats, map, modules, options)
        self.course = make_course(rules, self.config, self.terms)
        self.description = self.course.description
        self.render_mode = self.terms.render_mode
        self.metadata = {**self.metadata, "name": f"longroad_{ruleset}_v1"}
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.description.observation_space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(len(self.description.actions)) for agent in self.possible_agents
        }
        self._np_random = np.random.default_rng(secrets.randbits(64))
        self._choice: Choice | None = None

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game; the same seed and the same actions give the same game."""
        if seed is not None:
            self._np_random = np.random.default_rng(seed)
        self.course.open(str(seed) if seed is not None else str(self._np_random.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.steps = 0
        self._move_on()

    def _move_on(self) -> None:
        """Select the agent that chooses next, or end the game."""
        seat = self.course.next_seat()
        self._choice = None
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            self._choice = self.course.choice(seat)
            if self.steps >= self.terms.most_steps:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        rewards = self.course.rewards() or [0.0] * len(self.possible_agents)
        self.rewards = {agent: rewards[self._seats[agent]] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"points": self.course.points()} for agent in self.agents}

    def observe(self, agent: str) -> Any:
        """Return what an agent observes, and its mask: all zeros unless it has to choose."""
        return self.course.observe(self._seats[agent], self._choice)

    def step(self, action: Any) -> None:
        """Take an action for the selected agent.

        Raises IllegalAction, and changes nothing, outside the mask, unless that ends the game.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._choice is not None
        refusal = None
        try:
            self.course.act(self._choice, action)
        except IllegalAction as illegal:
            if self.terms.illegal == "raise":
                raise
            refusal = illegal
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if refusal is None:
            self.steps += 1
            self._move_on()
        else:  # the game is over for all
            self._choice = None
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos[agent] = {"illegal": str(refusal)}
        self._accumulate_rewards()

    def text(self, agent: str) -> str:
        """Return what an agent observes as text, with the names of its legal actions."""
        return self.course.text(self._seats[agent], self._choice)

    def left_out(self, agent: str) -> int:
        """Return how many legal commands of an agent no action stands for."""
        look = self.course.table.look(self._seats[agent])
        return self.description.actions.left_out(look.state, look.actions)

    def render(self) -> str | None:
        """Return what the selected agent observes as text, if the mode is `ansi`."""
        return self.text(self.agent_selection) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Give back what the table holds."""
        self.course.table.close()
