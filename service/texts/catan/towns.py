"""Holds the texts of boards with towns, New York and Mallorca."""

from typing import Final

from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "MapTokenTaken": message(
        "A seat's road was the first to reach a Catan token on the board, and the seat took it.",
        seat=ACTOR,
        node="The id of the node where the token lay, as in the board's `nodes`.",
    ),
}

PHRASES: Final = {
    "event.MapTokenTaken": _("Seat %(seat)s takes the Catan token on intersection %(node)s."),
    "map.new-york": _("New York"),
    "map.mallorca": _("Mallorca"),
    "module.towns": _("towns"),
    "option.waterway_founding_road": _("founding roads anywhere at the town's waterway"),
    "place.town": _("%(name)s, %(place)s"),
    "place.document": _("%(place)s, with %(name)s"),
    "place.waterway": _("waterway %(name)s"),
    "place.waterway_between": _("waterway %(name)s from %(start)s to %(end)s"),
    "picture.waterway": _("Waterway %(name)s"),
    "picture.waterway.without": _("Waterway"),
    "picture.catan_token_at": _("Catan token: %(name)s"),
    "picture.catan_tokens": _("Catan tokens: %(count)s"),
}

OPTIONS: Final = {
    "waterway_founding_road": (
        "True if the founding road of a town at a waterway may lie wherever that waterway leads, not only at the town."
    ),
}

TEXTS: Final = Texts(MESSAGES, phrases=PHRASES, options=OPTIONS, order=13)
