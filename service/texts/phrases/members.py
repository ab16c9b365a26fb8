"""Names the members of templates, for clients that ask a player for their values."""

from typing import Final

from service.texts.translations import _

MEMBERS: Final = {
    "member.give": _("give"),
    "member.take": _("take"),
    "member.to": _("to"),
    "member.cards": _("cards"),
}
