"""Holds the rules of Catan, chapter by chapter."""

from typing import Final

from service.texts.rulebook.catan.building import BUILDING
from service.texts.rulebook.catan.cards import CARDS
from service.texts.rulebook.catan.combinations import COMBINATIONS
from service.texts.rulebook.catan.components import COMPONENTS
from service.texts.rulebook.catan.dice_deck import DICE_DECK
from service.texts.rulebook.catan.end import END
from service.texts.rulebook.catan.erie_canal import ERIE_CANAL
from service.texts.rulebook.catan.favors import EARNING
from service.texts.rulebook.catan.favors_use import USING
from service.texts.rulebook.catan.five_six import FIVE_SIX
from service.texts.rulebook.catan.founding import FOUNDING
from service.texts.rulebook.catan.helpers import PROCEDURE
from service.texts.rulebook.catan.helpers_cards import CARD_BY_CARD
from service.texts.rulebook.catan.information import INFORMATION
from service.texts.rulebook.catan.mallorca import MALLORCA
from service.texts.rulebook.catan.new_york import NEW_YORK
from service.texts.rulebook.catan.production import PRODUCTION
from service.texts.rulebook.catan.roads import ROADS
from service.texts.rulebook.catan.robber import ROBBER
from service.texts.rulebook.catan.set_up import SET_UP
from service.texts.rulebook.catan.trade import TRADE
from service.texts.rulebook.catan.turn import TURN
from service.texts.rulebook.rule import Rule

CHAPTERS: Final[dict[str, tuple[Rule, ...]]] = {
    "components": COMPONENTS,
    "set-up": SET_UP,
    "founding": FOUNDING,
    "information": INFORMATION,
    "turn": TURN,
    "production": PRODUCTION,
    "trade": TRADE,
    "building": BUILDING,
    "roads": ROADS,
    "robber": ROBBER,
    "cards": CARDS,
    "end": END,
}

PARTS: Final[dict[str, tuple[Rule, ...]]] = {
    "base": tuple(rule for chapter in CHAPTERS.values() for rule in chapter),
    "five-six": FIVE_SIX,
    "favors": EARNING + USING,
    "helpers": PROCEDURE + CARD_BY_CARD,
    "new-york": NEW_YORK,
    "erie-canal": ERIE_CANAL,
    "mallorca": MALLORCA,
    "combinations": COMBINATIONS,
    "dice-deck": DICE_DECK,
}
