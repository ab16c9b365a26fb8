"""Holds the texts of gold and influence cards: income, payments and shortages."""

from typing import Final

from service.texts.elasund.shared import INFLUENCE
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import ACTOR, frame
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "HalveInfluence": message(
        "Give up half of the influence cards, rounded down, because the supply ran out.",
        cards=composed(
            "The influence cards to give up, counted by color. A color that is left out counts 0.", INFLUENCE
        ),
    ),
    "GoldProduced": message(
        "The bank paid the gold of the buildings in the ship's row.",
        gains="The gold that each seat got, in the order of the seats.",
    ),
    "InfluenceDrawn": message(
        "A seat drew an influence card.",
        seat="The number of the seat that drew the card, counted from 0.",
        color="The color of the card. Only the seat in `seat` sees this member.",
    ),
    "DeckRenewed": message("The discard pile of influence cards was shuffled into a new deck."),
    "CardsShort": message(
        "The supply was too small for what the buildings yield, and all players halve their cards of that kind.",
        gold="True if gold ran out, false if influence cards did.",
    ),
    "GoldHalved": message(
        "All players gave up half of their gold, rounded down.",
        given="The gold that each seat gave up, in the order of the seats.",
    ),
    "InfluenceHalved": message(
        "A seat gave up half of its influence cards.",
        seat=ACTOR,
        count="How many influence cards the seat gave up.",
        cards=composed("The cards, counted by color. Only the seat in `seat` sees this member.", INFLUENCE),
    ),
    "HalvesShuffled": message("The halves, the discard pile and the deck were shuffled into a new deck."),
    "GoldTaken": message(
        "A seat took gold from the bank.",
        seat="The number of the seat that got the gold, counted from 0.",
        gold="The amount of gold; it is less than usual if the bank ran out.",
    ),
    "GoldPaid": message("A seat paid gold to the bank.", seat=ACTOR, gold="The amount of gold that was paid."),
    "InfluencePaid": message(
        "A seat paid influence cards to the discard pile.",
        seat=ACTOR,
        cards=composed("The influence cards that were paid, counted by color.", INFLUENCE),
    ),
}

FRAMES: Final[Messages] = {
    "halve_influence": frame("Each of the seats has to give up half of its influence cards."),
}

OPTIONS: Final = {
    "shortage_income": (
        "Whether income that the supply cannot pay is lost, or paid after all have given up half; null means as in "
        "the edition."
    ),
    "shortage_lasts": (
        "Whether nobody gets cards of a kind that ran short until the turn ends, or the roll alone goes unpaid; null "
        "means as in the edition. Without effect where the income is paid after halving."
    ),
}

PHRASES: Final = {
    "command.HalveInfluence": _("Give up half of the influence: %(cards)s"),
    "event.GoldProduced": _("Income in gold, seat by seat: %(gains)s."),
    "event.InfluenceDrawn": _("Seat %(seat)s draws 1 %(color)s influence."),
    "event.InfluenceDrawn.without": _("Seat %(seat)s draws 1 influence."),
    "event.DeckRenewed": _("The discard pile is shuffled into a new deck."),
    "event.CardsShort": _("The supply cannot pay the income (gold: %(gold)s); everybody halves those cards."),
    "event.GoldHalved": _("Gold given back, seat by seat: %(given)s."),
    "event.InfluenceHalved": _("Seat %(seat)s gives up %(cards)s."),
    "event.InfluenceHalved.without": _("Seat %(seat)s gives up influence cards: %(count)s."),
    "event.HalvesShuffled": _("All cards given up, the discard pile and the deck are shuffled into a new deck."),
    "event.GoldTaken": _("Seat %(seat)s takes %(gold)s gold."),
    "event.GoldPaid": _("Seat %(seat)s pays %(gold)s gold."),
    "event.InfluencePaid": _("Seat %(seat)s pays %(cards)s influence."),
    "frame.halve_influence": _("give up half of the influence"),
    "term.red": _("red"),
    "term.green": _("green"),
    "term.blue": _("blue"),
    "option.shortage_income": _("income that runs short"),
    "choice.forfeited": _("is lost"),
    "choice.paid_after_halving": _("is paid once all have halved"),
    "option.shortage_lasts": _("how long a shortage lasts"),
    "choice.turn": _("until the turn ends"),
    "choice.roll": _("for the roll alone"),
    "picture.gold_bank": _("Gold in the bank: %(count)s; influence cards left: %(cards)s"),
    "picture.discards": _("Discarded influence: %(cards)s"),
    "refusal.elasund.shortage.halve_all": _("The number of cards to give up is %(count)s."),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=2)
