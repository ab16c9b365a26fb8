"""Holds what stays the same throughout a game, made from the event that opens it."""

from dataclasses import dataclass

from domain.core.config import config_of
from domain.core.documents import JsonObject
from domain.core.packing import pack_setting
from domain.dice.options import OFFER


@dataclass(slots=True)
class DiceGameStarted:
    """The game began with a configuration; `first` takes the first turn."""

    config: JsonObject
    first: int


class Setting:
    """Holds what stays the same throughout a game; `packed` holds the creating event, for self-contained snapshots."""

    def __init__(self, started: DiceGameStarted) -> None:
        config = OFFER.completed(config_of(started.config))
        self.seats = config.seats
        self.first = started.first
        self.one_joker_die: bool = config.options["joker_dice"] == "one"
        self.joker_same_turn: bool = config.options["joker_same_turn"]
        self.packed = pack_setting([started.config, started.first])
