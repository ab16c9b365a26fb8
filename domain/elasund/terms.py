"""Numbers the words of Elasund: ints inside, words outside, translated once, at the edge."""

from typing import Final

MOST_SEATS: Final = 4
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
