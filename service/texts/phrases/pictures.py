"""Holds the texts of the pictures of every game."""

from typing import Final

from service.texts.translations import _

SHARED: Final = {
    "picture.seat": _("Seat %(seat)s"),
    "picture.points": _("points"),
    "picture.dice": _("Dice: %(dice)s"),
    "picture.turn": _("Turn %(turn)s"),
    "picture.winner": _("winner"),
    "picture.bank": _("Bank"),
    "picture.cards": _("cards"),
    "picture.holds": _("Hand: %(cards)s"),
    "picture.laid_aside": _("Cards laid aside: %(count)s"),
    "picture.standing": _("Points by seat: %(points)s."),
}
