"""Holds the rules of Goofspiel, which no rulebook of ours prints."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

_WHY = _("Goofspiel is played in many ways; this is the plainest.")
_RULES = (
    Rule("goofspiel.players.count", _("Two to five players take part, with 13 cards each."), "ruling", _WHY),
    Rule("goofspiel.bid.own_card", _("A player bids one of the own cards that are left."), "ruling", _WHY),
    Rule("goofspiel.bid.once", _("All bid one card for each prize; the highest takes it."), "ruling", _WHY),
    Rule("goofspiel.end.last_prize", _("After the last prize most points win."), "ruling", _WHY),
)
PARTS = {"base": _RULES}
