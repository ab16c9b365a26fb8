"""The rules of Catan, chapter by chapter."""

from typing import Final

from service.rulebook.catan.building import BUILDING
from service.rulebook.catan.cards import CARDS
from service.rulebook.catan.combinations import COMBINATIONS
from service.rulebook.catan.components import COMPONENTS
from service.rulebook.catan.end import END
from service.rulebook.catan.erie_canal import ERIE_CANAL
from service.rulebook.catan.favors import EARNING
from service.rulebook.catan.favors_use import USING
from service.rulebook.catan.five_six import FIVE_SIX
from service.rulebook.catan.founding import FOUNDING
from service.rulebook.catan.helpers import PROCEDURE
from service.rulebook.catan.helpers_cards import CARD_BY_CARD
from service.rulebook.catan.information import INFORMATION
from service.rulebook.catan.mallorca import MALLORCA
from service.rulebook.catan.new_york import NEW_YORK
from service.rulebook.catan.production import PRODUCTION
from service.rulebook.catan.roads import ROADS
from service.rulebook.catan.robber import ROBBER
from service.rulebook.catan.set_up import SET_UP
from service.rulebook.catan.trade import TRADE
from service.rulebook.catan.turn import TURN
from service.rulebook.rule import Rule

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
}
