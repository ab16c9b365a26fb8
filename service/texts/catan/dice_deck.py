"""The words of the dice deck."""

from typing import Final

from service.texts.message_text import Messages, Texts, message
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "DiceCardDrawn": message(
        "The card of a roll left the dice deck.",
        dice="The result on the card, as what each of the two dice shows, from 1 to 6.",
    ),
    "DiceDeckShuffled": message("Five cards were left in the dice deck, so all 36 were shuffled again."),
}

PHRASES: Final = {
    "event.DiceCardDrawn": _("The card %(dice)s leaves the dice deck."),
    "event.DiceDeckShuffled": _("The dice deck is shuffled again."),
    "module.dice-deck": _("dice deck (house rule)"),
    "picture.dice_deck": _("Cards in the dice deck: %(count)s"),
}

TEXTS: Final = Texts(MESSAGES, phrases=PHRASES, order=14)
