"""Invents commands for the helper cards."""

from random import Random
from typing import Any

from domain.catan.modules.helpers import commands as c
from domain.catan.modules.helpers.terms import EFFECTS
from domain.catan.state import State
from domain.catan.terms import CARDS, KINDS
from tests.laws.part import Part


def _cards(rng: Random) -> tuple[int, ...]:
    chosen = [0] * KINDS
    for _ in range(rng.randint(2, 3)):
        chosen[rng.randrange(KINDS)] += 1
    return tuple(chosen)


def invent(state: State, rng: Random) -> Any:
    """Return a random command about a helper; most are illegal."""
    topology = state.setting.board.topology
    edges, kind = topology.edges + 2, rng.randrange(KINDS)
    makers = (
        c.FlipHelper,
        c.DeclineHelper,
        lambda: c.ExchangeHelper(rng.randrange(len(EFFECTS))),
        lambda: c.UseForcedTrade(kind, rng.randrange(1 << state.seats)),
        lambda: c.ReturnCard(kind),
        lambda: c.UseRoadHelp(rng.randrange(edges), _cards(rng)),
        lambda: c.UseResourceBalance(kind),
        lambda: c.UseMoveRoad(rng.randrange(edges), rng.randrange(edges)),
        lambda: c.UseProtectSeven(kind),
        lambda: c.UseCardChoice(_cards(rng)),
        lambda: c.KeepCard(rng.randrange(len(CARDS))),
        lambda: c.UseTakeFromLeader(rng.randrange(6)),
        lambda: c.TakeCard(kind),
        lambda: c.UseKnightToBuilding(rng.randrange(topology.nodes + 2)),
        lambda: c.UseTwoToOne(kind),
        lambda: c.UseRobberToDesert(rng.randrange(topology.tiles + 2)),
    )
    return rng.choice(makers)()


PART = Part(invent)
