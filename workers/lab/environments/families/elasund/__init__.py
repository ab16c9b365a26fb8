"""What environments know of Elasund."""

from domain.elasund.chapters.pirates import ChooseReward, GiveUpCards
from domain.elasund.chapters.production import HalveInfluence
from domain.elasund.pieces import KINDS_OF_BUILDING, TRACK_END
from domain.elasund.terms import BUILDINGS, CARDS, CHURCH_TILES, COLORS, FRAMES, HUTS, PERMITS, WELL
from workers.lab.environments.family import (
    ByMember,
    Counts,
    Family,
    Number,
    OneOf,
    Part,
    Record,
    Sizes,
    Slots,
    SomeOf,
    agenda,
    turn_head,
)
from workers.lab.environments.open_lists import CardChoices

LABELS = range(2, 13)
OWN = ("gold", "influence", "laying_aside", "church_tiles", "church_bottom")
"""Lists what a seat sees of itself alone."""


def family(sizes: Sizes) -> Family:
    """Return the description of Elasund for so many seats."""
    squares = [square["id"] for square in sizes.board["squares"]]
    spaces = [wall["id"] for wall in sizes.board["walls"]]
    open_lists = [
        CardChoices(GiveUpCards, CARDS),
        CardChoices(ChooseReward, CARDS),
        CardChoices(HalveInfluence, COLORS),
    ]
    values = {"square": squares, "space": spaces}
    own = [f"seats.*.{name}" for name in OWN]
    return Family(Record(_state(sizes, squares, spaces)), Record({}), values, open_lists=open_lists, own=own)


def _state(sizes: Sizes, squares: list[int], spaces: list[int]) -> dict[str, Part]:
    seats = sizes.seats
    owner = {"seat": OneOf(seats)}
    building = Record({"building": OneOf(BUILDINGS), **owner, "cubes": Number()})
    permit = Record({**owner, "value": Number()})
    wall = Record({**owner, "tile": Number(), "cube": Number()})
    members = {"most": Number(), "huts": SomeOf(HUTS), "done": Number()}
    return {
        **turn_head(seats),
        "dice": Slots(2, Number()),
        "ship": OneOf(LABELS),
        "built_this_turn": Number(),
        "bank": Number(),
        "deck": Number(),
        "discards": Counts(COLORS),
        "pirate_pool": Counts(CARDS),
        "agenda": agenda(FRAMES.values(), seats, members),
        "buildings": ByMember("square", squares, building),
        "permits": ByMember("square", squares, permit),
        "walls": ByMember("space", spaces, wall),
        "church": _church(seats, squares),
        "stacks": Counts(BUILDINGS[WELL:]),
        "seats": ByMember("seat", seats, _seat()),
        "short": SomeOf(("gold", "influence")),
    }


def _church(seats: range, squares: list[int]) -> Part:
    tile = Record({"seat": OneOf(seats), "cube": Number()})
    return Record(
        {
            "tiles": ByMember("tile", CHURCH_TILES, tile),
            "corner": OneOf(squares),
            "pile": Number(),
            "not_built": SomeOf(CHURCH_TILES),
            "bottom_known_to": OneOf(seats),
        }
    )


def _seat() -> Part:
    trade = Record({"points": Number(), "disc": Number(), "cubes": SomeOf(range(TRACK_END + 1))})
    supply = {
        "cubes": Number(),
        "permits": SomeOf(range(PERMITS)),
        "buildings": SomeOf([kind.name for kind in KINDS_OF_BUILDING]),
        "wall_tiles": Number(),
    }
    return Record(
        {
            **{name: Number() for name in ("points", "hand", "laid_aside", "held_gold", "towers")},
            "at_least": Counts(COLORS),
            "trade": trade,
            "supply": Record(supply),
            "gold": Number(),
            "influence": Counts(COLORS),
            "laying_aside": Counts(CARDS),
            "church_tiles": SomeOf(CHURCH_TILES),
            "church_bottom": OneOf(CHURCH_TILES),
        }
    )
