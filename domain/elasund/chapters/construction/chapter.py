"""Composes the building of tiles: which function carries the command out, and what lists it."""

from typing import Final

from domain.core.chapter import Chapter, Times
from domain.elasund import displacing, trade
from domain.elasund.chapters.construction.evolve import EVOLVERS
from domain.elasund.chapters.construction.messages import BuildTile
from domain.elasund.chapters.construction.rules import build_tile, list_tiles
from domain.elasund.state import State
from domain.elasund.terms import BUILD
from domain.elasund.trade import move_discs

CHAPTER: Final[Chapter[State]] = Chapter(
    "construction",
    rules={BuildTile: build_tile},
    acting=Times(listers={BUILD: list_tiles}),
    settle=move_discs,
    evolvers={**displacing.EVOLVERS, **trade.EVOLVERS, **EVOLVERS},
)
