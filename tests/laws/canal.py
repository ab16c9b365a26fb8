"""Invents commands for the Erie canal."""

from random import Random
from typing import Any

from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.modules.erie_canal.messages import UseCanalToken, UseCanalTokenForAny
from domain.catan.state import State
from domain.catan.terms import KINDS
from tests.laws.part import Part


def invent(state: State, rng: Random) -> Any:
    """Return a command to use a canal token, or an offer that includes some; most are illegal."""
    if rng.random() < 0.3:
        return rng.choice((UseCanalToken(rng.randrange(KINDS)), UseCanalTokenForAny()))
    sides = [[rng.random() < 0.2 for _ in range(KINDS)] + [rng.randrange(3)] for _ in range(2)]
    return OfferTrade(*[tuple(int(count) for count in side) for side in sides], rng.randrange(1 << state.seats))


PART = Part(invent)
