"""Whose agent acts next, and with what: the same for a hosted game and a match in memory."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from domain.core.agenda import Awaited
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.uniform import Uniform


class Decision(NamedTuple):
    """A seat and the command that its agent chose; None passes."""

    seat: int
    command: Any | None


def in_order(awaited: Iterable[Awaited]) -> list[Awaited]:
    """Those who may answer come before those who must act, so that an offer finds its answers before play goes on."""
    return sorted(awaited, key=lambda entry: (entry.must, entry.seat))


def decide(ruleset: Ruleset, state: Any, seat: int, agent: Agent, budget: float, rng: Random) -> Decision:
    """What the agent of a seat does at a position; it is shown its knowledge and its legal actions alone.

    Where it passes though it must act, chance decides.
    """
    actions, knowledge = ruleset.actions(state, seat), ruleset.observe(state, seat)
    command = agent.choose(ruleset, knowledge, actions, budget, rng)
    if command is None and actions.must_act:
        command = Uniform().choose(ruleset, knowledge, actions, budget, rng)
    return Decision(seat, command)


def first_decision(awaited: Iterable[Awaited], ask: Callable[[int], Decision]) -> Decision | None:
    """The first decision that is not a pass, in order; None when every seat that was asked passes."""
    for entry in in_order(awaited):
        decision = ask(entry.seat)
        if decision.command is not None:
            return decision
    return None
