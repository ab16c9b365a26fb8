"""Holds an agent to the manners of a guest: few offers in a turn, and none again that was refused."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.chapters.trading.rules import partners
from domain.core.actions import Actions
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.refusals import refusers
from workers.agents.lookup import LookupTable
from workers.agents.search.limits import Limit

MOST_OFFERS: Final = 2
"""Limits the offers that a seat makes in one turn, whoever they are for."""


class Polite(Agent):
    """Plays as another agent does, but makes at most two offers in a turn, and repeats none that was refused.

    A seat that has refused an exchange is not offered it again, nor one that is no better for it, before its hand may
    have grown. The beliefs of the agent tell that; in playouts, which have no beliefs, it plays as the other agent.
    """

    believes = True

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer."""
        limit, state = Limit(budget), rng.getstate()
        command = self.agent.choose(ruleset, knowledge, actions, budget, rng)
        if type(command) is OfferTrade and not command.answers and knowledge.belief is not None:
            left = _seats_left(knowledge, command)
            if not left:
                rng.setstate(state)
                command = self.agent.choose(ruleset, knowledge, actions.without((OfferTrade,)), limit.left, rng)
            elif left != _seats_asked(knowledge, command):
                command = replace(command, to=left)
        self.stopped = self.agent.stopped
        return command

    def tables(self, config: Config | None = None) -> Sequence[LookupTable]:
        """Return the tables of the other agent."""
        return self.agent.tables(config)


def _seats_asked(view: Any, offer: OfferTrade) -> int:
    """Return the mask of the seats that an offer asks."""
    return offer.to or partners(view, view.seat)


def _seats_left(view: Any, offer: OfferTrade) -> int:
    """Return the mask of the seats that may still be asked for this exchange."""
    if view.belief.refusals.made >= MOST_OFFERS:
        return 0
    asked = refused = _seats_asked(view, offer)
    for take in (offer.take, *offer.or_take):
        refused &= refusers(view, offer.give, take)
    return asked & ~refused
