"""Holds the texts of Catan: one file per chapter of the base game, one per module."""

from collections.abc import Mapping
from typing import Final

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
from service.texts.message_text import Texts

TEXTS: Final[Mapping[str, Texts]] = {
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
}
