"""Offers a game that has one board and no modules: for how many seats, and with which options."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from domain.core.documents import Document, JsonObject
from domain.core.errors import InvalidConfiguration
from domain.core.options import complete_values, values_of
from domain.core.ruleset import Config

Settle = Callable[[int, JsonObject], JsonObject]
"""Completes the options of so many seats, or raises InvalidConfiguration for those that do not go together."""

NO_OPTIONS: Final[JsonObject] = {"type": "object", "additionalProperties": False, "properties": {}}


def _settle(seats: int, options: JsonObject) -> JsonObject:
    return options


class Offer:
    """Says how a game can be played: on which board, by how many, with which options.

    `rule` refuses other numbers of seats. `schema` is the JSON Schema of the options with their defaults, `before` how
    games were played before an option existed, if that is not its default.
    """

    def __init__(
        self,
        board: str,
        seats: Sequence[int],
        rule: str,
        schema: JsonObject = NO_OPTIONS,
        before: Document | None = None,
        settle: Settle = _settle,
    ) -> None:
        self.board = board
        self.seats = seats
        self.rule = rule
        self.schema = schema
        self.before: Document = before or {}
        self.settle = settle

    def describe(self, frames: Iterable[str]) -> JsonObject:
        """Return seats, the one map, no modules, options and the names of frames."""
        return {
            "seats": {"minimum": min(self.seats), "maximum": max(self.seats)},
            "maps": [{"id": self.board, "default": True, "seats": list(self.seats)}],
            "modules": [],
            "options": self.schema,
            "frames": list(frames),
        }

    def configure(self, seats: int, map_name: str | None, modules: Sequence[str], options: JsonObject) -> Config:
        """Return the complete configuration; raises InvalidConfiguration naming the field."""
        if seats not in self.seats:
            raise InvalidConfiguration("seats", "seats", self.rule, minimum=min(self.seats), maximum=max(self.seats))
        if map_name not in (None, self.board):
            raise InvalidConfiguration("map", "unknown_map", map=map_name, allowed=[self.board])
        if modules:
            raise InvalidConfiguration("modules", "unknown_module", module=modules[0])
        return Config(seats, self.board, (), self.settle(seats, values_of(self.schema, options)))

    def completed(self, config: Config) -> Config:
        """Return the configuration of a stored game with every option of today, which are not judged again."""
        stored = complete_values(self.schema, self.before, config.options)
        return replace(config, options=self.settle(config.seats, stored))
