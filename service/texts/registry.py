"""Where the words of every game and module are: the one literal registry, by ruleset and part."""

from collections.abc import Mapping
from typing import Final

from service.texts import dice, elasund, table
from service.texts.catan import (
    building,
    development,
    erie_canal,
    favors,
    five_six,
    founding,
    helpers,
    robber,
    scoring,
    towns,
    trade,
    turns,
)
from service.texts.message_text import Texts

TABLE: Final = "table"
"""The group of events that every game has."""

TEXTS: Final[Mapping[str, Mapping[str, Texts]]] = {
    TABLE: {"table": table.TEXTS},
    "catan": {
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
    },
    "catan-dice": {"base": dice.TEXTS},
    "elasund": {"base": elasund.TEXTS},
}
