"""Holds the texts of the set-up: the board, and the free settlements and roads."""

from typing import Final

from service.texts.catan.shared import EDGE, NODE, RESOURCES
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import ACTOR, COLORS, FIRST_SEAT, POSITION_SET, STARTING_SEAT, frame
from service.texts.translations import _

STEP: Final = "How many settlements were placed before this one, counted over all seats from 0."

MESSAGES: Final[Messages] = {
    "FoundSettlement": message("Place a free settlement during the set-up.", node=NODE),
    "FoundRoad": message("Place a free road next to the settlement just placed during the set-up.", edge=EDGE),
    "PositionSet": POSITION_SET,
    "GameStarted": message(
        "The board was laid out, and the set-up begins.",
        config="The configuration of the game: its number of seats, its map, modules and options.",
        terrain="The terrain of each tile, in the order of the tile ids.",
        tokens="The number token on each tile, in the order of the tile ids. A tile without a token has 0.",
        harbor_edges="The ids of the edges at which the harbors lie.",
        harbor_kinds="The kind of each harbor, in the order of `harbor_edges`. A 3:1 harbor is `any`, others are 2:1.",
        robber="The id of the tile where the robber starts.",
        first=FIRST_SEAT,
    ),
    "SettlementFounded": message("A seat placed a free settlement during the set-up.", seat=ACTOR, node=NODE),
    "RoadFounded": message("A seat placed a free road during the set-up.", seat=ACTOR, edge=EDGE),
    "StartingCardsPaid": message(
        "The bank paid a seat its first resource cards, one for each producing hex at one settlement.",
        seat="The number of the seat that received the cards, counted from 0.",
        cards=composed("The resource cards that the seat received, counted by resource.", RESOURCES),
    ),
}

FRAMES: Final[Messages] = {
    "found_settlement": frame("The seat has to place a free settlement during the set-up.", step=STEP),
    "found_road": frame(
        "The seat has to place a free road during the set-up.",
        step=STEP,
        node="The id of the node of the settlement just placed; the road has to start there.",
    ),
}

OPTIONS: Final = {
    "harbor_markers": "True to shuffle the kinds of harbors; only on the map `variable`.",
    "random_tokens": "True to shuffle the number tokens, with no 6 or 8 next to another; only on the map `variable`.",
    "token_corner": "The corner of the island, from 0 to 5, where the number tokens begin; null means a random one.",
    "starting_seat": STARTING_SEAT,
    "colors": COLORS,
}

PHRASES: Final = {
    "command.FoundSettlement": _("Found a settlement on intersection %(node)s"),
    "command.FoundRoad": _("Found a road on path %(edge)s"),
    "event.GameStarted": _("The board is laid; seat %(first)s begins."),
    "event.GameStarted.without": _("The game begins."),
    "event.SettlementFounded": _("Seat %(seat)s founds a settlement on intersection %(node)s."),
    "event.RoadFounded": _("Seat %(seat)s founds a road on path %(edge)s."),
    "event.StartingCardsPaid": _("Seat %(seat)s receives %(cards)s to start with."),
    "event.StartingCardsPaid.without": _("Seat %(seat)s receives nothing to start with."),
    "frame.found_settlement": _("found a settlement"),
    "frame.found_road": _("found a road"),
    "option.harbor_markers": _("harbors in random order"),
    "option.random_tokens": _("number tokens in random order"),
    "option.token_corner": _("corner at which the number tokens begin"),
    "option.starting_seat": _("seat that begins"),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=2)
