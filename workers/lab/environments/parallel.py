"""The PettingZoo environment in which all seats act in each step, as its parallel API has it."""

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from workers.lab.environments.aec import SeatsEnv
from workers.lab.environments.description import PASS
from workers.lab.environments.episode import Choice, IllegalAction


class SeatsParallelEnv(ParallelEnv):
    """Plays games of a ruleset; takes what `SeatsEnv` takes, and rewards as it does.

    In each step all seats choose at once that may act (until they have passed), or else all that must. Every other seat
    waits: its mask has `pass` alone. An action that another seat's made illegal is left out, and its seat asked again.
    """

    metadata = SeatsEnv.metadata

    def __init__(self, *args: Any, **more: Any) -> None:
        """Raise BadEnvironment as `SeatsEnv` does."""
        self.turns = SeatsEnv(*args, **more)
        self.metadata = self.turns.metadata
        self.render_mode = self.turns.render_mode
        self.description, self.course = self.turns.description, self.turns.course
        self.possible_agents = self.turns.possible_agents
        self.agents: list[str] = []
        self._choices: dict[int, Choice] = {}

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.turns.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent."""
        return self.turns.action_space(agent)

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; the same seed and the same actions give the same game."""
        self.turns.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.steps = 0
        self._ask()
        return self._observations(), {agent: {} for agent in self.agents}

    def _ask(self) -> None:
        self._choices = {seat: self.course.choice(seat) for seat in self.course.choosing()}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Take an action of each agent; those of agents that wait may be absent.

        Outside the masks raises IllegalAction, and changes nothing; with `illegal="end"` the game is over, and an agent
        that chose so gets -1.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        commands, refused = self._commands(actions)
        if refused and self.turns.terms.illegal == "raise":
            raise next(iter(refused.values()))
        if refused:
            return self._end(dict.fromkeys(refused, -1.0), {agent: str(why) for agent, why in refused.items()})
        self._carry_out(commands)
        self.steps += 1
        self._ask()
        rewards = self.course.rewards()
        if rewards is None:
            return self._answer({}, is_truncated=self.steps >= self.turns.terms.most_steps)
        return self._end(dict(zip(self.possible_agents, rewards, strict=True)), {})

    def _commands(self, actions: Mapping[str, Any]) -> tuple[dict[int, Any], dict[str, IllegalAction]]:
        """Return the command of each seat that chooses, and why the actions of agents are illegal."""
        commands, refused = dict[int, Any](), dict[str, IllegalAction]()
        for seat, agent in enumerate(self.possible_agents):
            try:
                if seat in self._choices:
                    commands[seat] = self.course.command(self._choices[seat], actions.get(agent))
                elif actions.get(agent) not in (None, PASS):
                    raise IllegalAction(f"seat {seat} waits: its only action is {PASS} (pass)")
            except IllegalAction as refusal:
                refused[agent] = refusal
        return commands, refused

    def _carry_out(self, commands: Mapping[int, Any]) -> None:
        """Let seats pass, and then the others act, one after the other, as far as they still can."""
        for seat in [seat for seat, command in commands.items() if command is None]:
            self.course.carry_out(seat, None)
        for at, (seat, command) in enumerate(item for item in commands.items() if item[1] is not None):
            if at == 0 or self._can_still(seat, command):
                self.course.carry_out(seat, command)

    def _can_still(self, seat: int, command: Any) -> bool:
        awaited = any(entry.seat == seat for entry in self.course.table.awaited())
        return awaited and command in self.course.choice(seat).choices.values()

    def _end(self, rewards: Mapping[str, float], illegal: Mapping[str, str]) -> Any:
        """Return the last answer of a game."""
        self._choices = {}
        told = {"points": self.course.points()} if not illegal else {}
        infos = {agent: told | ({"illegal": illegal[agent]} if agent in illegal else {}) for agent in self.agents}
        return self._answer(rewards, infos, is_terminated=True)

    def _answer(
        self,
        rewards: Mapping[str, float],
        infos: Mapping[str, Any] | None = None,
        *,
        is_terminated: bool = False,
        is_truncated: bool = False,
    ) -> Any:
        agents, observations = self.agents, self._observations()
        if is_terminated or is_truncated:
            self.agents = []
        return (
            observations,
            {agent: rewards.get(agent, 0.0) for agent in agents},
            dict.fromkeys(agents, is_terminated),
            dict.fromkeys(agents, is_truncated),
            dict(infos or {agent: {} for agent in agents}),
        )

    def _observations(self) -> dict[str, Any]:
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            found[agent] = self.course.observe(seat, self._choices.get(seat))
            if seat not in self._choices:
                found[agent]["action_mask"][PASS] = 1
        return found

    def render(self) -> str | None:
        """Return what the seats that choose observe as text, if the mode is `ansi`."""
        texts = [self.description.text(seat, one.look.state, one.choices) for seat, one in self._choices.items()]
        return "\n\n".join(texts) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Give back what the table holds."""
        self.turns.close()
