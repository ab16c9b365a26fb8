"""Registers the texts of every game and module, by ruleset and chapter or module."""

from collections.abc import Mapping
from typing import Final

from service.texts import dice, table
from service.texts.catan import (
    building,
    development,
    dice_deck,
    erie_canal,
    favors,
    five_six,
    founding,
    game,
    helpers,
    robber,
    scoring,
    towns,
    trade,
    turns,
)
from service.texts.elasund import building as elasund_building
from service.texts.elasund import cards, church, permits, pirate
from service.texts.elasund import scoring as elasund_scoring
from service.texts.elasund import turns as elasund_turns
from service.texts.message_text import Texts

TABLE: Final = "table"
"""Names the group of events that every game has."""

TEXTS: Final[Mapping[str, Mapping[str, Texts]]] = {
    TABLE: {"table": table.TEXTS},
    "catan": {
        "game": game.TEXTS,
        "founding": founding.TEXTS,
        "turns": turns.TEXTS,
        "robber": robber.TEXTS,
        "trade": trade.TEXTS,
        "building": building.TEXTS,
        "development": development.TEXTS,
        "scoring": scoring.TEXTS,
        "five-six": five_six.TEXTS,
        "favors": favors.TEXTS,
        "helpers": helpers.TEXTS,
        "erie-canal": erie_canal.TEXTS,
        "towns": towns.TEXTS,
        "dice-deck": dice_deck.TEXTS,
    },
    "catan-dice": {"game": dice.TEXTS},
    "elasund": {
        "turns": elasund_turns.TEXTS,
        "cards": cards.TEXTS,
        "pirate": pirate.TEXTS,
        "building": elasund_building.TEXTS,
        "church": church.TEXTS,
        "permits": permits.TEXTS,
        "scoring": elasund_scoring.TEXTS,
    },
}
