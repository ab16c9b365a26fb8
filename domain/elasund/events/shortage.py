"""Defines what happens when a supply runs out (rulebook, Cards run out)."""

from dataclasses import dataclass

from domain.elasund.commands import Cards


@dataclass(slots=True)
class CardsShort:
    """The supply cannot pay a production; everybody halves the cards of that kind (gold or influence)."""

    gold: bool


@dataclass(slots=True)
class GoldHalved:
    """All seats gave gold back in a shortage."""

    given: tuple[int, ...]


@dataclass(slots=True)
class InfluenceHalved:
    """A seat laid half of its influence face down; only their number shows."""

    seat: int
    count: int
    cards: Cards


@dataclass(slots=True)
class HalvesShuffled:
    """The halves, the discard pile and the rest of the deck make a new deck."""
