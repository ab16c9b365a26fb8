"""Defines what a seat knows: built from a whitelist and rendered as JSON."""

from domain.core.documents import JsonObject, by_name, show_seat
from domain.core.number_rows import Row
from domain.core.table_state import SPECTATOR
from domain.elasund.board import LABELS
from domain.elasund.chapters.church import tiles_left
from domain.elasund.chapters.pirates import church_square
from domain.elasund.pieces import (
    CHURCH_SIZE,
    FIRST_NEUTRAL,
    KIND_OF_PIECE,
    OWN_KINDS,
    PIECES,
    STACKS,
    TRACK_END,
    TRACK_SPACES,
    piece_of,
)
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    AGENDA,
    BUILDINGS,
    CARD_KINDS,
    CARDS,
    CHURCH_TILES,
    COLORS,
    GOLD_SHORT,
    HUTS,
    INFLUENCE_SHORT,
    KINDS,
    NOBODY,
    NOWHERE,
    PERMITS,
    WELL,
)


class Knowledge(Public):
    """Represents a position as one seat (or SPECTATOR) knows it.

    It has the public part, the own cards, and counts of all others. All gold is paid openly, so that everybody can
    count `held_gold` (gold laid aside included); `known` are the influence cards that are certain, by color.
    """

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state.setting, state)
        n = state.seats
        own = seat != SPECTATOR
        self.seat = seat
        self.finished = bool(state.winners)
        self.hand_sizes = [state.hand_size(s) for s in range(n)]
        self.aside_sizes = [sum(state.aside_of(s)) for s in range(n)]
        self.held_gold = [state.gold[s] + state.aside[s * CARD_KINDS] for s in range(n)]
        self.deck_size = sum(state.deck)
        self.gold = state.gold[seat] if own else 0
        self.influence = state.colors_of(seat) if own else [0] * KINDS
        self.aside: Row = state.aside_of(seat) if own else (0,) * CARD_KINDS
        self.pair: Row = state.pair if own and seat == state.active else ()
        self.is_pair_out = bool(state.pair)
        self.bottom = state.bottom if own and seat == state.church_first else NOWHERE
        self.is_bottom_in = state.bottom != NOWHERE
        self.shown_gold = state.gold[:] if self.finished else []
        self.shown = state.influence[:] if self.finished else []


def render(k: Knowledge) -> JsonObject:
    """Return knowledge as the JSON of a view; `short` are the kinds of card that no seat gets until the turn ends."""
    short = [name for bit, name in ((GOLD_SHORT, "gold"), (INFLUENCE_SHORT, "influence")) if k.short & bit]
    return {
        "turn": k.turn,
        "active": show_seat(k.active),
        "dice": list(divmod(k.dice, 10)) if k.dice else None,
        "ship": None if k.ship == NOWHERE else LABELS[k.ship],
        "built_this_turn": k.builds,
        "bank": k.bank,
        **({"short": short} if short else {}),
        "deck": k.deck_size,
        "discards": by_name(COLORS, k.discards),
        "pirate_pool": by_name(CARDS, k.pool),
        "agenda": AGENDA.documents(k.agenda),
        "buildings": [_building(k, piece) for piece in range(PIECES) if k.anchors[piece] != NOWHERE],
        "permits": [
            {"seat": at // PERMITS, "value": at % PERMITS, "square": place}
            for at, place in enumerate(k.permits)
            if place != NOWHERE
        ],
        "walls": [wall._asdict() for wall in k.walls],
        "church": _church(k),
        "stacks": {BUILDINGS[kind]: stack_left(k, kind) for kind in range(WELL, len(BUILDINGS))},
        "seats": [_render_seat(k, seat) for seat in range(k.seats)],
    }


def stack_left(k: Knowledge, kind: int) -> int:
    """Return how many neutral buildings of a kind are in their stack."""
    return sum([1 for piece in STACKS[kind] if k.anchors[piece] == NOWHERE])


def _building(k: Knowledge, piece: int) -> JsonObject:
    shown: JsonObject = {
        "building": BUILDINGS[KIND_OF_PIECE[piece]],
        "seat": k.holders[piece],
        "square": k.anchors[piece],
    }
    return shown | {"cubes": k.cubes[piece]} if piece >= FIRST_NEUTRAL else shown


def _church(k: Knowledge) -> JsonObject:
    """Return the tiles that stand, the squares of the others, and the height of the pile."""
    left = tiles_left(k)
    tiles = [
        {
            "tile": CHURCH_TILES[tile],
            "square": church_square(k, tile),
            "seat": k.church_owners[tile],
            "cube": bool(k.church_cubes >> tile & 1),
        }
        for tile in range(CHURCH_SIZE)
        if k.church_owners[tile] != NOBODY
    ]
    return {
        "tiles": tiles,
        "corner": None if k.church_corner == NOWHERE else k.church_corner,
        "pile": len(left) - 2 * k.is_pair_out,
        "not_built": [CHURCH_TILES[tile] for tile in left],
        "bottom_known_to": show_seat(k.church_first) if k.is_bottom_in else None,
    }


def _render_seat(k: Knowledge, seat: int) -> JsonObject:
    """Return one seat as JSON: its public part, and its cards if the caller may see them."""
    shown: JsonObject = {
        "seat": seat,
        "color": k.setting.colors[seat],
        "points": k.points[seat],
        "hand": k.hand_sizes[seat],
        "laid_aside": k.aside_sizes[seat],
        "held_gold": k.held_gold[seat],
        "at_least": by_name(COLORS, k.known[seat * KINDS : seat * KINDS + KINDS]),
        "towers": k.towers[seat],
        "trade": {
            "points": k.trade[seat],
            "disc": min(k.trade[seat], TRACK_END),
            "cubes": [space for space in TRACK_SPACES if k.track[seat] >> space & 1],
        },
        "supply": {
            "cubes": k.cubes_left(seat),
            "permits": [value for value in range(PERMITS) if k.permit_at(seat, value) == NOWHERE],
            # no huts, since one that is off the board is lost or about to return
            "buildings": [
                BUILDINGS[kind] for kind in range(len(HUTS), OWN_KINDS) if k.anchors[piece_of(seat, kind)] == NOWHERE
            ],
            "wall_tiles": k.walls_left(seat),
        },
    }
    if k.finished:
        shown |= {
            "gold": k.shown_gold[seat],
            "influence": by_name(COLORS, k.shown[seat * KINDS : seat * KINDS + KINDS]),
        }
    elif seat == k.seat:
        shown |= _render_own(k)
    return shown


def _render_own(k: Knowledge) -> JsonObject:
    """Return the secrets of the caller's own seat."""
    own: JsonObject = {
        "gold": k.gold,
        "influence": by_name(COLORS, k.influence),
        "laying_aside": by_name(CARDS, k.aside),
    }
    if k.pair:
        own["church_tiles"] = [CHURCH_TILES[tile] for tile in k.pair]
    if k.bottom != NOWHERE:
        own["church_bottom"] = CHURCH_TILES[k.bottom]
    return own
