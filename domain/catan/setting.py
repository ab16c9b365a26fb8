"""Holds what stays the same throughout a game: the configuration, the board, their options, and the rules."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic

from domain.catan.board import Board
from domain.catan.chapters.setup.messages import GameStarted
from domain.catan.maps import topology_of
from domain.catan.module_slices import Slice
from domain.catan.options import completed
from domain.catan.points import G, P, Points, S
from domain.catan.terms import DECK, PIECES, SUPPLY
from domain.catan.wares import Ware
from domain.core.agenda import Frames
from domain.core.chapter import Rules
from domain.core.config import Config, config_of
from domain.core.documents import Document, JsonObject, JsonValue
from domain.core.messages import Keyed
from domain.core.packing import pack_setting, size_of_masks


class Composed(Rules[S], ABC, Generic[G, P, S]):
    """Declares what positions need of the base game and modules of one game; `module.Rules` provides it."""

    points: Points[G, P, S]
    wares: dict[int, Ware[P]]
    between_turns: dict[type, str]
    options: dict[str, JsonObject]
    before: JsonObject
    targets: tuple[Callable[[Config], int], ...]
    evidence: dict[type, Callable[[Any, Keyed], None]]
    frame_table: Frames

    @abstractmethod
    def unpack_slices(self, packed: Document, state: S) -> dict[str, Slice]:
        """Return the slices of a packed position, which is whole but for them."""


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
        laid = [started.terrain, started.tokens, started.harbor_edges, started.harbor_kinds]
        self.mask_size = size_of_masks(max(self.board.topology.nodes, self.board.topology.edges))
        self.packed = pack_setting([started.config, *laid, started.robber, started.first])


def unpack_setting(
    packed: bytes, compose: Callable[[Sequence[str]], Composed[SettingOf[P, S], P, S]]
) -> SettingOf[P, S]:
    """Return the setting from its `packed` bytes; `compose` makes the rules of named modules."""
    values: list[JsonValue] = json.loads(packed)
    config, terrain, tokens, edges, kinds, robber, first = values
    started = GameStarted(config, tuple(terrain), tuple(tokens), tuple(edges), tuple(kinds), robber, first)
    return SettingOf(started, compose(config["modules"]))
