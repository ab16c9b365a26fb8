"""Holds the texts of the Erie Canal."""

from typing import Final

from service.texts.message_text import Messages, Texts, message
from service.texts.shared import ACTOR
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "UseCanalToken": message(
        "Use a canal token like a 2:1 harbor until the turn ends; one token a turn is allowed.",
        resource="The resource that may be given to the bank 2:1.",
    ),
    "UseCanalTokenForAny": message(
        "Use a canal token like a 2:1 harbor for every resource until the turn ends, with the option `canal_any_kind`."
    ),
    "CanalLinked": message(
        "A seat's roads joined canal towns for the first time, and it took canal tokens.",
        seat=ACTOR,
        pairs="The newly joined pairs of towns, each as the ids of its two nodes.",
        tokens="How many canal tokens the seat took: one for each pair while the supply lasts, none in the set-up.",
    ),
    "CanalTokenUsed": message(
        "A seat used a canal token like a 2:1 harbor until its turn ends.",
        seat=ACTOR,
        resource="The resource that the seat may give to the bank 2:1.",
    ),
    "CanalTokenUsedForAny": message(
        "A seat used a canal token like a 2:1 harbor for every resource until its turn ends.", seat=ACTOR
    ),
    "CanalTokenReturned": message("A used canal token went back to the supply at the end of the turn.", seat=ACTOR),
    "CanalTokensTraded": message(
        "Canal tokens changed hands in a domestic trade.",
        giver="The number of the seat that gave the tokens.",
        taker="The number of the seat that got the tokens.",
        count="How many canal tokens changed hands, at least 1.",
    ),
}

OPTIONS: Final = {
    "canal_settled_ends": "True if a canal link needs the seat's own settlements or cities at both ends.",
    "canal_founding_closes": "True if canal towns that founding roads link never bring a canal token.",
    "canal_any_kind": "True if a canal token trades every resource 2:1, not one that is named.",
}

PHRASES: Final = {
    "command.UseCanalToken": _("Use a canal token to trade %(resource)s two for one, this turn"),
    "command.UseCanalTokenForAny": _("Use a canal token to trade every resource two for one, this turn"),
    "event.CanalLinked": _("Seat %(seat)s joins canal towns and takes canal tokens: %(tokens)s."),
    "event.CanalTokenUsed": _("Seat %(seat)s uses a canal token for %(resource)s, this turn."),
    "event.CanalTokenUsedForAny": _("Seat %(seat)s uses a canal token for every resource, this turn."),
    "event.CanalTokenReturned": _("Seat %(seat)s returns the used canal token."),
    "event.CanalTokensTraded": _("Canal tokens from seat %(giver)s to seat %(taker)s: %(count)s."),
    "term.canal_token": _("canal token"),
    "module.erie-canal": _("Erie canal"),
    "option.canal_settled_ends": _("canal links need own settlements at both ends"),
    "option.canal_founding_closes": _("towns linked in the founding never bring a canal token"),
    "option.canal_any_kind": _("a canal token trades any resource two for one"),
    "picture.canal_tokens": _("Canal tokens: %(count)s"),
    "picture.canal_used": _("Trades %(resource)s two for one by a canal token, this turn"),
    "picture.canal_supply": _("Canal tokens in the supply: %(count)s"),
}

TEXTS: Final = Texts(MESSAGES, phrases=PHRASES, options=OPTIONS, order=12)
