"""Holds the texts of Catan as a whole: its name, its maps, and the pictures of its board."""

from typing import Final

from service.texts.message_text import Texts
from service.texts.translations import _

PHRASES: Final = {
    "ruleset.catan": _("Catan"),
    "agent.graded": _("Plays at the level that is asked for, from a beginner's mistakes up to those of an expert."),
    "agent.heuristic": _("Plans what to build from what it can see, trades when it gains, and robs the leader."),
    "agent.lookahead": _("Tries what it might do to the end of its turn, and does what makes its win likeliest."),
    "agent.planner": _("Plans as `heuristic` does with weights tuned in games, and wins where a turn allows it."),
    "term.settlement": _("settlement"),
    "term.city": _("city"),
    "term.development_card": _("development card"),
    "term.longest_road": _("longest road"),
    "map.beginner": _("set-up for beginners"),
    "map.variable": _("variable set-up"),
    "picture.catan": _("Catan, turn %(turn)s"),
    "picture.tile": _("%(terrain)s, %(token)s"),
    "picture.harbor": _("Harbor %(rate)s: %(good)s"),
    "place.hex": _("%(token)s %(good)s"),
    "place.coast": _("%(place)s, on the coast"),
    "place.by_harbor": _("%(place)s, at the %(good)s harbor"),
    "place.by_any_harbor": _("%(place)s, at a 3:1 harbor"),
    "place.harbor": _("%(good)s harbor, %(place)s"),
    "place.any_harbor": _("3:1 harbor, %(place)s"),
}

TEXTS: Final = Texts(phrases=PHRASES, order=1)
