"""Holds the texts of the pirate."""

from typing import Final

from service.texts.elasund.shared import CARDS
from service.texts.message_text import Messages, Texts, composed, message
from service.texts.shared import ACTOR, frame
from service.texts.translations import _

MESSAGES: Final[Messages] = {
    "GiveUpCards": message(
        "Give up cards to the pirate, one for each of the player's cubes in the pirate's row.",
        cards=composed(
            "The cards to give up, gold or influence, counted by kind. A kind that is left out counts 0.", CARDS
        ),
    ),
    "DrawReward": message(
        "Draw cards at random from those given up to the pirate.",
        count="How many cards to draw, at most one for each of the player's towers.",
    ),
    "ChooseReward": message(
        "Choose cards from those given up to the pirate, where the option `pirate_reward` is `choose`.",
        cards=composed("The cards to take, counted by kind, at most one for each of the player's towers.", CARDS),
    ),
    "DeclineReward": message("Take none of the cards that were given up to the pirate."),
    "CardsGivenUp": message(
        "A seat gave up cards to the pirate; they stay secret until all seats have chosen.",
        seat="The number of the seat that lost the cards, counted from 0.",
        count="How many cards the seat gave up.",
        cards=composed("The cards, counted by kind. Only the seat in `seat` sees this member.", CARDS),
    ),
    "PiratePoolRevealed": message(
        "All cards given up to the pirate were shown.",
        given=composed("The cards that each seat gave up, in the order of the seats.", CARDS),
    ),
    "RewardTaken": message(
        "A seat took one of the cards given up to the pirate.",
        seat=ACTOR,
        card="The kind of the card: `gold`, or the color of an influence card.",
    ),
    "PiratePoolCleared": message("The rest of the pirate's cards went back to the bank and the discard pile."),
}

FRAMES: Final[Messages] = {
    "move_pirate": frame("The seat rolled a seven and has to move the pirate ship to another row."),
    "give_up_cards": frame("Each of the seats has to give up cards to the pirate."),
    "pirate_reward": frame(
        "The seat may take cards that were given up to the pirate.",
        most="How many cards the seat may take at most.",
    ),
}

OPTIONS: Final = {
    "pirate_reward": (
        "How a reward from the pirate's cards is taken: drawn at random or chosen; null means as in the edition."
    ),
}

PHRASES: Final = {
    "command.GiveUpCards": _("Give up %(cards)s to the pirate"),
    "command.DrawReward": _("Draw from the pirate's cards: %(count)s"),
    "command.ChooseReward": _("Take %(cards)s from the pirate's cards"),
    "command.DeclineReward": _("Take none of the pirate's cards"),
    "event.CardsGivenUp": _("Seat %(seat)s gives up %(cards)s to the pirate."),
    "event.CardsGivenUp.without": _("Seat %(seat)s gives up cards to the pirate: %(count)s."),
    "event.PiratePoolRevealed": _("Given up to the pirate: %(given)s."),
    "event.RewardTaken": _("Seat %(seat)s takes 1 %(card)s from the pirate's cards."),
    "event.PiratePoolCleared": _("What is left of the pirate's cards goes away."),
    "frame.move_pirate": _("move the pirate ship"),
    "frame.give_up_cards": _("give up cards to the pirate"),
    "frame.pirate_reward": _("take a reward from the pirate's cards"),
    "option.pirate_reward": _("reward for the tower"),
    "choice.random": _("drawn blind"),
    "choice.choose": _("chosen"),
    "picture.pirate_pool": _("The pirate's cards: %(cards)s"),
    "refusal.elasund.pirate.discard_per_cube": _("The number of cards to give up is %(count)s."),
    "refusal.elasund.pirate.reward_cap": _("The reward is at least 1 card and at most %(most)s."),
    "refusal.elasund.pirate.reward_count": _("The reward is at least 1 card and at most %(most)s."),
}

TEXTS: Final = Texts(MESSAGES, FRAMES, phrases=PHRASES, options=OPTIONS, order=3)
