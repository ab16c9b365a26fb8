"""Defines what can happen. Events are past tense and carry outcomes, so that applying them needs no rule."""

from dataclasses import dataclass

from domain.core.agenda import AgendaSet
from domain.core.documents import JsonObject
from domain.core.position import PositionSet
from domain.elasund.commands import Cards


@dataclass(slots=True)
class CityFounded:
    """The board is laid out: gates by the number of players, the starting huts of the colors in the game."""

    config: JsonObject


@dataclass(slots=True)
class StartRolled:
    """A seat rolled for who starts."""

    seat: int
    dice: tuple[int, int]


@dataclass(slots=True)
class TurnStarted:
    """A seat's turn began; turns are counted from 1."""

    seat: int
    turn: int


@dataclass(slots=True)
class DiceRolled:
    """The dice were rolled for the ship."""

    seat: int
    dice: tuple[int, int]


@dataclass(slots=True)
class ShipMoved:
    """The ship went to a row, named by its dice total."""

    seat: int
    row: int


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


@dataclass(slots=True)
class PermitPlaced:
    """A permit stands on a square."""

    seat: int
    value: int
    square: int


@dataclass(slots=True)
class PermitMoved:
    """A permit went to another square."""

    seat: int
    value: int
    square: int


@dataclass(slots=True)
class PermitReturned:
    """A permit went back to its owner."""

    seat: int
    value: int


@dataclass(slots=True)
class BuildingPlaced:
    """A building stands with its upper left square there; `cubes` of its flags are filled, from the top."""

    seat: int
    building: int
    square: int
    cubes: int


@dataclass(slots=True)
class BuildingRemoved:
    """A building left the board, its cubes went back."""

    seat: int
    building: int
    square: int


@dataclass(slots=True)
class TradeMoved:
    """A seat's trade points are `total` now, with its cubes on these spaces of the track."""

    seat: int
    total: int
    spaces: tuple[int, ...]


@dataclass(slots=True)
class WallBuilt:
    """A seat's wall tile of a number stands on a wall space, a tower with a cube or without."""

    seat: int
    space: int
    tile: int
    cube: bool


@dataclass(slots=True)
class ChurchTilesDrawn:
    """The first church builder drew two tiles, which only that seat sees."""

    seat: int
    tiles: tuple[int, int]


@dataclass(slots=True)
class ChurchTileHidden:
    """The tile not chosen went under the pile; only the seat knows it."""

    seat: int
    tile: int


@dataclass(slots=True)
class ChurchTileBuilt:
    """A church tile stands on a square."""

    seat: int
    tile: int
    square: int
    cube: bool


@dataclass(slots=True)
class HutReplaced:
    """A displaced starting hut stands again."""

    seat: int
    hut: int
    square: int


@dataclass(slots=True)
class HutLost:
    """A displaced starting hut left the game."""

    seat: int
    hut: int


@dataclass(slots=True)
class ElasundGameWon:
    """A seat has all its cubes on the board."""

    seat: int
    points: int


@dataclass(slots=True)
class CityFinished:
    """No seat can ever build again: the seats with the most cubes share the win."""

    winners: tuple[int, ...]
    points: int


@dataclass(slots=True)
class ElasundHandsRevealed:
    """All hands are open after the end, flat by seat and kind of card."""

    hands: tuple[int, ...]


Event = (
    CityFounded
    | StartRolled
    | TurnStarted
    | DiceRolled
    | ShipMoved
    | GoldProduced
    | InfluenceDrawn
    | DeckRenewed
    | CardsShort
    | GoldHalved
    | InfluenceHalved
    | HalvesShuffled
    | CardsGivenUp
    | PiratePoolRevealed
    | RewardTaken
    | PiratePoolCleared
    | GoldTaken
    | GoldPaid
    | CompensationPaid
    | InfluencePaid
    | PermitPlaced
    | PermitMoved
    | PermitReturned
    | BuildingPlaced
    | BuildingRemoved
    | TradeMoved
    | WallBuilt
    | ChurchTilesDrawn
    | ChurchTileHidden
    | ChurchTileBuilt
    | HutReplaced
    | HutLost
    | ElasundGameWon
    | CityFinished
    | ElasundHandsRevealed
    | AgendaSet
    | PositionSet
)
"""Represents any event of Elasund."""
