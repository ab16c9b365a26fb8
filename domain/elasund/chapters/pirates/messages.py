"""Defines the messages of a seven."""

from dataclasses import dataclass

from domain.elasund.kinds import Cards


@dataclass(frozen=True, slots=True)
class GiveUpCards:
    """Give up cards to the pirate."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class DrawReward:
    """Draw some of the cards given up to the pirate, blind."""

    count: int


@dataclass(frozen=True, slots=True)
class ChooseReward:
    """Take some of the cards given up to the pirate, by choice."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class DeclineReward:
    """Take none of the cards given up to the pirate."""


@dataclass(slots=True)
class CardsGivenUp:
    """A seat laid cards aside for the pirate; which ones shows when all have."""

    seat: int
    count: int
    cards: Cards


@dataclass(slots=True)
class PiratePoolRevealed:
    """All cards given up to the pirate lie open, flat by seat and kind."""

    given: tuple[int, ...]


@dataclass(slots=True)
class RewardTaken:
    """A seat took a card out of the pirate's pool."""

    seat: int
    card: int


@dataclass(slots=True)
class PiratePoolCleared:
    """The rest of the pirate's pool went away: gold to the bank, influence to the discard pile."""
