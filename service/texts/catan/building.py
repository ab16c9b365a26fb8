"""Holds the texts of roads, settlements and cities."""

from typing import Final

from service.texts.catan.shared import COST, EDGE, NODE
from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "BuildRoad": message(
        "Build a road for brick and lumber, or for free after a road building card was played.", edge=EDGE
    ),
    "BuildSettlement": message("Build a settlement for brick, lumber, wool and grain.", node=NODE),
    "BuildCity": message(
        "Upgrade a settlement to a city for three ore and two grain.",
        node="The id of the node where the player's settlement stands, as in the board's `nodes`.",
    ),
    "RoadBuilt": message("A seat built a road.", seat=ACTOR, edge=EDGE, cost=COST),
    "SettlementBuilt": message("A seat built a settlement.", seat=ACTOR, node=NODE, cost=COST),
    "CityBuilt": message("A seat upgraded a settlement to a city.", seat=ACTOR, node=NODE, cost=COST),
}

PHRASES: Final = {
    "command.BuildRoad": _("Build a road on path %(edge)s"),
    "command.BuildSettlement": _("Build a settlement on intersection %(node)s"),
    "command.BuildCity": _("Build a city on intersection %(node)s"),
    "event.RoadBuilt": _("Seat %(seat)s builds a road on path %(edge)s."),
    "event.SettlementBuilt": _("Seat %(seat)s builds a settlement on intersection %(node)s."),
    "event.CityBuilt": _("Seat %(seat)s builds a city on intersection %(node)s."),
    "picture.roads": _("Seat %(seat)s: roads %(count)s"),
    "picture.buildings": _("Seat %(seat)s: settlements %(settlements)s, cities %(cities)s"),
}

TEXTS: Final = Texts(MESSAGES, phrases=PHRASES, order=6)
