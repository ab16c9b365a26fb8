"""Checks what the Erie canal conserves: its tokens only move among the supply, the seats and the one in use."""

from random import Random
from typing import Any

from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.modules.erie_canal.canal_map import canal_tokens
from domain.catan.modules.erie_canal.commands import UseCanalToken
from domain.catan.modules.erie_canal.holdings import canal_of
from domain.catan.state import State
from domain.catan.terms import KINDS
from tests.laws.part import Part


def conserve(state: State) -> None:
    """Every token is in the supply, with a seat or in use, and only canal towns are joined."""
    canal = canal_of(state)
    assert canal.supply + sum(canal.held) + (canal.used >= 0) == canal_tokens(state.setting.config.map)
    assert min(canal.supply, *canal.held) >= 0
    assert all(town in canal.towns for pairs in canal.linked for pair in pairs for town in pair)


def invent(state: State, rng: Random) -> Any:
    """Return a command to use a canal token, or an offer that includes some; most are illegal."""
    if rng.random() < 0.3:
        return UseCanalToken(rng.randrange(KINDS))
    sides = [[rng.random() < 0.2 for _ in range(KINDS)] + [rng.randrange(3)] for _ in range(2)]
    return OfferTrade(*[tuple(int(count) for count in side) for side in sides], rng.randrange(1 << state.seats))


PART = Part(conserve=conserve, invent=invent)
