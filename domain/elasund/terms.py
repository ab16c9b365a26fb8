"""Numbers the words of Elasund: ints inside, words outside, translated once, at the edge."""

from typing import Final

from domain.core.agenda import Agenda, Frame, Frames, member
from domain.core.kinds import array, counts, flag, groups, integer, nullable, word, word_mask
from domain.core.messages import Field

Cards = tuple[int, ...]

MOST_SEATS: Final = 4
SQUARES: Final = 90
NOBODY: Final = -1
NOWHERE: Final = -1

# The players' colors in seat order, unless a game names others (rulebook, Preparation).
PLAYER_COLORS: Final = ("red", "blue", "green", "yellow")

# The colors of influence cards; NO_COLOR pays none.
RED: Final = 0
GREEN: Final = 1
BLUE: Final = 2
COLORS: Final = ("red", "green", "blue")
KINDS: Final = 3
NO_COLOR: Final = -1

# All kinds of card: gold first, then influence by color.
GOLD: Final = 0
GOLD_SHORT: Final = 1
INFLUENCE_SHORT: Final = 2
CARDS: Final = ("gold", "red", "green", "blue")
CARD_KINDS: Final = 4

SMALL_HUT: Final = 0
LARGE_HUT: Final = 1
HOUSE: Final = 2
WORKSHOP: Final = 3
WELL: Final = 4
STALLS: Final = 5
INN: Final = 6
SHOP: Final = 7
LARGE: Final = 8
BUILDINGS: Final = ("small_hut", "large_hut", "house", "workshop", "well", "stalls", "inn", "shop", "large")
HUTS: Final = ("small_hut", "large_hut")

# The nine tiles of the church by their place in its square (component facts 10).
CHURCH_TILES: Final = ("NW", "N", "NE", "W", "C", "E", "SW", "S", "SE")

ROLL: Final = 0
MOVE_SHIP: Final = 1
MOVE_PIRATE: Final = 2
GIVE_UP: Final = 3
REWARD: Final = 4
HALVE: Final = 5
BUILD: Final = 6
CHURCH: Final = 7
HUT: Final = 8
PERMIT: Final = 9
SPECIAL: Final = 10
FRAMES: Final = {
    ROLL: "roll",
    MOVE_SHIP: "move_ship",
    MOVE_PIRATE: "move_pirate",
    GIVE_UP: "give_up_cards",
    REWARD: "pirate_reward",
    HALVE: "halve_influence",
    BUILD: "build_tiles",
    CHURCH: "choose_church_tile",
    HUT: "replace_hut",
    PERMIT: "permit_or_gold",
    SPECIAL: "special_action",
}

STREAM_DICE: Final = 0
STREAM_INFLUENCE: Final = 1
STREAM_CHURCH: Final = 2
STREAM_PIRATE: Final = 3
STREAMS: Final = {
    STREAM_DICE: "dice",
    STREAM_INFLUENCE: "influence",
    STREAM_CHURCH: "church",
    STREAM_PIRATE: "pirate",
}

CUBES: Final = 10
PERMITS: Final = 5  # valued 0 to 4, one each
GOLD_CARDS: Final = 51
INFLUENCE_CARDS: Final = (13, 13, 13)
STARTING_GOLD: Final = 3
MOST_BUILDS: Final = 2
GOLD_TAKEN: Final = 2
MOVE_ANY_PRICE: Final = 2  # influence cards of one color
COVER_PRICE: Final = 3  # influence cards of one color

# How messages hold these words.
SEAT: Final = integer(0, MOST_SEATS - 1)
SQUARE: Final = integer(0, SQUARES - 1)
ROW: Final = integer(2, 12)
VALUE: Final = integer(0, PERMITS - 1)
COUNT: Final = integer(0, 10_000)
COLOR: Final = word(COLORS)
BUILDING: Final = word(BUILDINGS)
HUT_KIND: Final = word(HUTS)
CHURCH_TILE: Final = word(CHURCH_TILES)
INFLUENCE: Final = counts(COLORS, 200)
HAND: Final = counts(CARDS, 200)
HANDS: Final = groups(HAND, CARD_KINDS, MOST_SEATS)

# Fields that several messages have.
OF_SEAT: Final = Field("seat", SEAT)
ON_SQUARE: Final = Field("square", SQUARE)
OF_VALUE: Final = Field("value", VALUE)
IN_COLOR: Final = Field("color", COLOR)
PAID_IN: Final = Field("color", nullable(COLOR), required=False)
IN_GOLD: Final = Field("gold", COUNT)
TWO_DICE: Final = Field("dice", array(integer(1, 6), 2))
OWNER: Final = ("seat",)

AGENDA: Final = Frames(
    FRAMES,
    {
        REWARD: member("most", COUNT),
        HUT: member("huts", word_mask(dict(enumerate(HUTS)))),
        SPECIAL: member("done", flag()),
    },
    MOST_SEATS,
)
_PHASES: Final = {
    kind: tuple((Frame(kind, 1 << seat),) for seat in range(MOST_SEATS)) for kind in (ROLL, BUILD, PERMIT, SPECIAL)
}
_SPECIAL_DONE: Final = tuple((Frame(SPECIAL, 1 << seat, 1),) for seat in range(MOST_SEATS))


def phase(kind: int, seat: int) -> Agenda:
    """Return the agenda of a phase of a seat's turn: ROLL, BUILD, PERMIT, or SPECIAL before its special action."""
    return _PHASES[kind][seat]


def special_done(seat: int) -> Agenda:
    """Return the agenda of phase 4 after the special action, with the end of the turn alone."""
    return _SPECIAL_DONE[seat]
