"""The words of roads, settlements and cities."""

from typing import Final

from service.texts.catan.shared import COST, EDGE, NODE
from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR

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
    "RoadMoved": message(
        "A seat moved one of its roads, which counts as newly built there.",
        seat=ACTOR,
        origin="The id of the edge where the road lay before.",
        edge="The id of the edge where the road lies now.",
    ),
    "SettlementBuilt": message("A seat built a settlement.", seat=ACTOR, node=NODE, cost=COST),
    "CityBuilt": message("A seat upgraded a settlement to a city.", seat=ACTOR, node=NODE, cost=COST),
}

TEXTS: Final = Texts(MESSAGES)
