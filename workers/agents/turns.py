"""Decides which seat's agent acts next, and with which command, in hosted games and in memory."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from domain.core.actions import Actions
from domain.core.agenda import Awaited
from domain.core.knowledge import Belief
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent


class Decision(NamedTuple):
    """Holds the decision of a seat's agent; the command None passes."""

    seat: int
    command: Any | None


def in_order(awaited: Iterable[Awaited]) -> list[Awaited]:
    """Sort seats that may answer before seats that must act, so that offers are answered before play goes on."""
    return sorted(awaited, key=lambda entry: (entry.must, entry.seat))


def decide(
    ruleset: Ruleset, state: Any, seat: int, agent: Agent, budget: float, rng: Random, belief: Belief | None = None
) -> Decision:
    """Let the agent of a seat choose at a position; it sees only what its seat knows, believes and may do."""
    actions, knowledge = ruleset.actions(state, seat), ruleset.observe(state, seat)
    if belief is not None:
        ruleset.add_belief(knowledge, belief)
    return Decision(seat, ask(agent, ruleset, knowledge, actions, budget, rng))


def ask(
    agent: Agent, ruleset: Ruleset, knowledge: Any, actions: Actions[Any], budget: float, rng: Random
) -> Any | None:
    """Ask an agent for its command, which is None if it passes; raises TypeError if it returns anything else."""
    command = agent.choose(ruleset, knowledge, actions, budget, rng)
    if type(command) in ruleset.commands.by_class or (command is None and not actions.must_act):
        return command
    cls = type(agent)
    where = " where it must act" if command is None else ""
    raise TypeError(
        f"the agent {cls.__module__}.{cls.__qualname__} returned {command!r}{where}, not a command of {ruleset.name}"
    )


def first_decision(awaited: Iterable[Awaited], ask: Callable[[int], Decision]) -> Decision | None:
    """Ask the seats in order and return the first decision that is not a pass; None if all of them pass."""
    for entry in in_order(awaited):
        decision = ask(entry.seat)
        if decision.command is not None:
            return decision
    return None
