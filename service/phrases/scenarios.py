"""What happens on boards with towns, and on the Erie canal."""

from typing import Final

from service.translations import _

COMMANDS: Final = {
    "command.UseCanalToken": _("Use a canal token to trade %(resource)s two for one, this turn"),
}

EVENTS: Final = {
    "event.MapTokenTaken": _("Seat %(seat)s takes the Catan token on intersection %(node)s."),
    "event.CanalLinked": _("Seat %(seat)s joins canal towns and takes canal tokens: %(tokens)s."),
    "event.CanalTokenUsed": _("Seat %(seat)s uses a canal token for %(resource)s, this turn."),
    "event.CanalTokenReturned": _("Seat %(seat)s returns the used canal token."),
    "event.CanalTokensTraded": _("Canal tokens from seat %(giver)s to seat %(taker)s: %(count)s."),
}

TERMS: Final = {
    "term.canal_token": _("canal token"),
}
