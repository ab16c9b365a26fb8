"""Holds what stays the same throughout a game: the configuration, the board, and the switches read from them."""

from domain.core.config import config_of
from domain.core.documents import JsonObject
from domain.core.packing import pack_setting
from domain.elasund.board import board_for
from domain.elasund.options import OFFER


class Setting:
    """Holds the immutable part of a game; `packed` holds the configuration, so that a snapshot is self-contained."""

    def __init__(self, config: JsonObject) -> None:
        self.config = OFFER.completed(config_of(config))
        options = self.config.options
        self.seats = self.config.seats
        self.board = board_for(self.seats)
        self.colors: tuple[str, ...] = tuple(options["colors"])
        self.wins_at_once: bool = options["win_timing"] == "immediate"
        self.reward_chosen: bool = options["pirate_reward"] == "choose"
        self.nearest_free_row: bool = options["permit_overflow"] == "nearest_free_row"
        self.may_pass: bool = options["permit_phase_pass"] == "allowed"
        self.hut_must: bool = options["hut_replace"] == "must"
        self.hut_on_own_permits: bool = options["hut_on_own_permits"] == "allowed"
        self.paid_after_halving: bool = options["shortage_income"] == "paid_after_halving"
        self.shortage_lasts: bool = options["shortage_lasts"] == "turn" and not self.paid_after_halving
        self.packed = pack_setting(config)
