"""Compares what a seat or a spectator can learn from two tables that differ only in a secret: it must be the same.

This includes what an agent on the seat is given, whether a view shows it or not.
"""

from typing import Any

from domain.catan import CATAN
from domain.catan.chapters.development.messages import BuyDevelopmentCard, PlayKnight
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import Discard, MoveRobber, Steal
from domain.catan.chapters.trading.messages import AcceptOffer, ConfirmTrade, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import KINDS
from service.pictures.catan.text import draw_board
from tests.domain.catan.table import Table, cards
from tests.judging import refusal_of
from tests.laws.known import differences

PROBES = (
    RollDice(),
    EndTurn(),
    PlayKnight(),
    BuyDevelopmentCard(),
    Discard(cards()),
    *(MoveRobber(place) for place in (0, 9, 18)),
    *(Steal(victim) for victim in range(4)),
    *(AcceptOffer(offer) for offer in (1, 2)),
    *(ConfirmTrade(1, partner) for partner in range(4)),
    *(OfferTrade(tuple(int(k == give) for k in range(KINDS)), cards(ore=1)) for give in range(KINDS)),
)


def told(table: Table, viewer: int | None) -> dict[str, Any]:
    """Return all that a viewer can learn from a table.

    That is the view, the newest events, the awaited seats, the drawing and the result; for a seat also what it may do
    and how its other commands are refused.
    """
    known: dict[str, Any] = {
        "view": table.view(viewer),
        "events": table.seen(viewer),
        "awaiting": CATAN.awaiting(table.state),
        "drawing": draw_board(table.state),
        "result": CATAN.result(table.state),
    }
    if viewer is not None:
        actions = CATAN.actions(table.state, viewer)
        known["listed"] = actions.commands
        known["templates"] = [(t.example, sorted(t.bounds)) for t in actions.templates]
        known["refusals"] = [refusal_of(CATAN, table.state, viewer, probe) for probe in PROBES]
    return known


def alike(first: Table, second: Table, *viewers: int | None) -> bool:
    """Return whether each of these viewers learns the same from both tables."""
    return all(
        told(first, viewer) == told(second, viewer)
        and not any(differences(CATAN.observe(first.state, viewer), CATAN.observe(second.state, viewer)))
        for viewer in viewers
    )


EVERYONE = (0, 1, 2, 3, None)
