"""Lists the printed tiles, for players to proof-read: buildings, wall stack, church (component facts 5 and 7)."""

from typing import Final, NamedTuple

from domain.elasund.terms import BUILDINGS, GOLD, MOST_SEATS, NO_COLOR, WELL

NOTHING: Final = NO_COLOR
GIVES_GOLD: Final = GOLD
GIVES_INFLUENCE: Final = 1


class Building(NamedTuple):
    """Describes a kind of building: its size with the arrow north, cost and income, its flags from the top row down.

    `copies` is the number per player for the players' own kinds, and the height of the stack for neutral ones.
    """

    name: str
    width: int
    height: int
    permits: int
    gold: int
    gives: int
    flags: int
    copies: int
    is_neutral: bool

    @property
    def size(self) -> int:
        """Return the number of squares."""
        return self.width * self.height


# fmt: off
KINDS_OF_BUILDING: Final = (
    #         name        width height permits gold  gives            flags copies neutral
    Building("small_hut",     1,     1,      0,   0, GIVES_INFLUENCE,     0,    1, False),
    Building("large_hut",     1,     2,      0,   0, GIVES_GOLD,          0,    1, False),
    Building("house",         2,     1,      1,   1, GIVES_INFLUENCE,     0,    1, False),
    Building("workshop",      1,     2,      1,   2, GIVES_GOLD,          0,    1, False),
    Building("well",          1,     1,      1,   5, NOTHING,             1,    4, True),
    Building("stalls",        2,     1,      1,   5, NOTHING,             1,    4, True),
    Building("inn",           2,     2,      2,   3, GIVES_INFLUENCE,     1,    5, True),
    Building("shop",          2,     2,      2,   3, GIVES_GOLD,          1,    5, True),
    Building("large",         2,     3,      3,   5, NOTHING,             2,    3, True),
)
# fmt: on

OWN_KINDS: Final = 4
NEUTRAL_PIECES: Final = sum(kind.copies for kind in KINDS_OF_BUILDING if kind.is_neutral)
FIRST_NEUTRAL: Final = MOST_SEATS * OWN_KINDS
PIECES: Final = FIRST_NEUTRAL + NEUTRAL_PIECES

# Every piece has a number: four per seat (huts, house, workshop), then the stacks.
KIND_OF_PIECE: Final = (
    *(kind for _seat in range(MOST_SEATS) for kind in range(OWN_KINDS)),
    *(kind for kind in range(WELL, len(BUILDINGS)) for _ in range(KINDS_OF_BUILDING[kind].copies)),
)
STACKS: Final = tuple(
    tuple(piece for piece in range(FIRST_NEUTRAL, PIECES) if KIND_OF_PIECE[piece] == kind)
    for kind in range(len(BUILDINGS))
)

# The pieces of a kind that a seat may build, as a mask.
PIECES_OF: Final = tuple(
    tuple(
        1 << seat * OWN_KINDS + kind if kind < OWN_KINDS else sum(1 << piece for piece in STACKS[kind])
        for kind in range(len(BUILDINGS))
    )
    for seat in range(MOST_SEATS)
)

# Sizes in squares, small to large; a building's rank is the index of its size.
SIZES: Final = (1, 2, 4, 6)
RANKS: Final = tuple(SIZES.index(kind.size) for kind in KINDS_OF_BUILDING)

# What the nine wall tiles of a color give, in the order of the stack: a number of influence cards, or TOWER.
TOWER: Final = 0
WALL_TILES: Final = (1, 1, TOWER, 1, 2, TOWER, 2, 2, TOWER)
SEA_WALL_PRICE: Final = 2  # along the blue arrow, toward the sea
EAST_WALL_PRICE: Final = 4  # along the red arrow, toward the other gate

CHURCH_PRICE: Final = 7
CHURCH_SIZE: Final = 9

# The trade track: spaces with flags, and how many are printed there (component facts 9).
TRACK_FLAGS: Final = ((3, 4), (5, 3), (7, 2), (9, 2), (11, 1))
TRACK_SPACES: Final = tuple(space for space, _flags in TRACK_FLAGS)
TRACK_END: Final = 11


def piece_of(seat: int, kind: int) -> int:
    """Return the piece of a player's own kind of building."""
    return seat * OWN_KINDS + kind
