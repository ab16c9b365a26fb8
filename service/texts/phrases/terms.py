"""Holds the texts of values inside other texts."""

from typing import Final

from service.texts.translations import _

TERMS: Final = {
    "term.brick": _("brick"),
    "term.lumber": _("lumber"),
    "term.wool": _("wool"),
    "term.grain": _("grain"),
    "term.ore": _("ore"),
    "term.gold": _("gold"),
    "term.hills": _("hills"),
    "term.forest": _("forest"),
    "term.pasture": _("pasture"),
    "term.fields": _("fields"),
    "term.mountains": _("mountains"),
    "term.desert": _("desert"),
    "term.any": _("any resource"),
    "term.knight": _("knight"),
    "term.road_building": _("road building"),
    "term.year_of_plenty": _("year of plenty"),
    "term.monopoly": _("monopoly"),
    "term.victory_point": _("victory point"),
    "term.or": _("or"),
    "term.group": _("seat %(seat)s: %(cards)s"),
    "term.frame": _("%(frame)s (seats %(seats)s)"),
}
