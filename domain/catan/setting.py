"""Holds what stays the same throughout a game: the configuration, the board, and the options read from them."""

import json
from collections.abc import Callable, Sequence
from typing import Generic

from domain.catan.board import Board
from domain.catan.chapters.setup.messages import GameStarted
from domain.catan.composed import Composed
from domain.catan.maps import topology_of
from domain.catan.options import completed
from domain.catan.points import P, S
from domain.catan.terms import DECK, PIECES, SUPPLY
from domain.core.documents import JsonValue
from domain.core.packing import pack_setting
from domain.core.ruleset import config_of


class SettingOf(Generic[P, S]):
    """Holds the immutable side of a game; `packed` holds the creating event's values, for self-contained snapshots.

    P and S stand for the public and the whole position, which import this module; `state.Setting` names them.
    """

    def __init__(self, started: GameStarted, rules: "Composed[SettingOf[P, S], P, S]") -> None:
        config = completed(config_of(started.config), rules)
        options = config.options
        self.config = config
        self.rules = rules
        points = rules.points
        self.points = points
        self.supply = points.supply[0] if points.supply else SUPPLY
        self.roads, self.settlements, self.cities = points.pieces[0] if points.pieces else PIECES
        self.deck = points.deck[0] if points.deck else DECK
        self.seats = config.seats
        self.board = Board(
            topology_of(config.map, config.seats),
            started.terrain,
            started.tokens,
            started.harbor_edges,
            started.harbor_kinds,
        )
        self.first = started.first
        self.robber = started.robber
        self.everyone = (1 << config.seats) - 1
        self.target: int = options["victory_points"]
        self.hand_limit: int = options["hand_limit"]
        self.combined: bool = options["combined_trade_build"]
        self.steal_compulsory: bool = options["steal_compulsory"]
        self.robber_token_only: bool = options["robber_token_only"]
        self.friendly_robber: bool = options["friendly_robber"]
        self.victory_point_card_waits: bool = options["victory_point_card_waits"]
        self.colors: tuple[str, ...] = tuple(options["colors"])
        self.packed = _pack(started)


def _pack(started: GameStarted) -> bytes:
    values = [
        started.config,
        started.terrain,
        started.tokens,
        started.harbor_edges,
        started.harbor_kinds,
        started.robber,
        started.first,
    ]
    return pack_setting(values)


def unpack_setting(
    packed: bytes, compose: Callable[[Sequence[str]], Composed[SettingOf[P, S], P, S]]
) -> SettingOf[P, S]:
    """Return the setting from its `packed` bytes; `compose` makes the rules of named modules."""
    values: list[JsonValue] = json.loads(packed)
    config, terrain, tokens, edges, kinds, robber, first = values
    started = GameStarted(config, tuple(terrain), tuple(tokens), tuple(edges), tuple(kinds), robber, first)
    return SettingOf(started, compose(config["modules"]))
