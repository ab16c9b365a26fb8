"""Names places among hexes, in any game."""

from typing import Final

from service.texts.translations import _

PLACES: Final = {
    "place.corner": _("corner of %(hexes)s"),
    "place.outer_corner": _("%(side)s corner of %(hex)s"),
    "place.between": _("between %(hexes)s"),
    "place.side": _("%(side)s side of %(hex)s"),
    "term.north": _("north"),
    "term.northeast": _("northeast"),
    "term.east": _("east"),
    "term.southeast": _("southeast"),
    "term.south": _("south"),
    "term.southwest": _("southwest"),
    "term.west": _("west"),
    "term.northwest": _("northwest"),
    "term.and": _("and"),
}
