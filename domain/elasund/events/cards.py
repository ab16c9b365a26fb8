"""Defines how gold and influence come and go (rulebook, Draw cards; Place a permit or take 2 gold)."""

from dataclasses import dataclass

from domain.elasund.commands import Cards


@dataclass(slots=True)
class GoldProduced:
    """The bank paid each seat for a roll."""

    gains: tuple[int, ...]


@dataclass(slots=True)
class InfluenceDrawn:
    """A seat drew an influence card; its color is the seat's secret."""

    seat: int
    color: int


@dataclass(slots=True)
class DeckRenewed:
    """The discard pile was shuffled into a new deck."""


@dataclass(slots=True)
class GoldTaken:
    """The bank paid a seat."""

    seat: int
    gold: int


@dataclass(slots=True)
class GoldPaid:
    """A seat paid the bank."""

    seat: int
    gold: int


@dataclass(slots=True)
class CompensationPaid:
    """A seat paid another for a permit that it removed."""

    seat: int
    to: int
    gold: int


@dataclass(slots=True)
class InfluencePaid:
    """A seat laid influence cards on the discard pile."""

    seat: int
    cards: Cards
