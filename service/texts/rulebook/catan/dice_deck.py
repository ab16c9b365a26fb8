"""The dice deck, a house rule."""

from service.texts.rulebook.rule import Rule
from service.texts.translations import _

_SOURCE = "server variants; ruling"

DICE_DECK: tuple[Rule, ...] = (
    Rule(
        "dice_deck.cards",
        _("A deck of 36 cards, one for each result of two dice, takes the place of the dice."),
        _SOURCE,
        reason=_("It is a house rule: over a game each sum comes about as often as it should."),
    ),
    Rule(
        "dice_deck.draw",
        _("Each roll draws one of the cards that are left; a drawn card does not come again before the next shuffle."),
        _SOURCE,
        reason=_("A deck evens out what dice leave to chance."),
    ),
    Rule(
        "dice_deck.shuffle",
        _("When five cards are left, all 36 are shuffled again."),
        _SOURCE,
        reason=_("Otherwise the last rolls would be known before they are drawn."),
    ),
    Rule(
        "dice_deck.open",
        _("Drawn cards lie open, so everybody may count what is left."),
        _SOURCE,
        reason=_("Everybody sees each roll anyway."),
    ),
    Rule(
        "dice_deck.order",
        _("The order of the dice deck is drawn card by card; no stack lies anywhere."),
        _SOURCE,
        reason=_("What does not exist cannot leak."),
    ),
    Rule(
        "dice_deck.combines",
        _("The dice deck goes with every map, number of seats and other module, and changes no target."),
        _SOURCE,
        reason=_("It changes nothing but how a roll falls."),
    ),
)
