"""Lists the rule points: the only places where a module may change what the base game says.

Each is one sentence. What several modules say at one point is joined, so that their order counts only where it says so.
Positions import this table, so it refers to them by type variables.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Generic, TypeVar

from domain.catan.place_names import Namer
from domain.core.chance import Chance
from domain.core.chapter import Owed, interpreted
from domain.core.config import Config
from domain.core.decider import Draft
from domain.core.documents import JsonObject
from domain.core.messages import AnyEvent
from domain.core.table_state import TableState

G = TypeVar("G")
"""Stands for what stays the same throughout a game: `state.Setting`."""
P = TypeVar("P", bound=TableState)
"""Stands for what everyone at the table sees: `state.Public`."""
S = TypeVar("S", bound=TableState)
"""Stands for the whole position: `state.State`."""


@interpreted
@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Generic[G, P, S]):
    """Holds what a module says at the rule points, or all modules of a game together; nothing in the base game."""

    supply: tuple[int, ...] = ()
    """How many cards of each resource the bank holds; one module may say so."""
    pieces: tuple[tuple[int, int, int], ...] = ()
    """How many roads, settlements and cities a seat has; one module may say so."""
    deck: tuple[tuple[int, ...], ...] = ()
    """How many development cards of each kind there are; one module may say so."""
    target: tuple[Callable[[Config], int], ...] = ()
    """Victory points that a configuration adds to those that end the game; they add up."""
    setup: tuple[Callable[[G, Chance], list[AnyEvent]], ...] = ()
    """Events after the board is laid, in the order of the modules."""
    rolls: tuple[Callable[[P], Sequence[int]], ...] = ()
    """How likely each of `production.ROLLS` is, as weights; one module may say so, otherwise all are alike."""
    yields: tuple[Callable[[S, int], Sequence[int]], ...] = ()
    """What a sum of the dice pays besides, flat by seat and kind, before the bank runs short; it adds up."""
    hand_limit: tuple[Callable[[S, int], int], ...] = ()
    """How many cards more than the table's limit a seat may hold on a seven; they add up."""
    spared: tuple[Callable[[S, int], bool], ...] = ()
    """Whether a seat keeps all of its cards on a seven."""
    robber_tiles: tuple[Callable[[P], int], ...] = ()
    """The tiles where the robber may stand at all, as a mask; all must agree."""
    why_no_robber: tuple[Callable[[P, int], str | None], ...] = ()
    """The rule that keeps the robber from a tile; the first one is named."""
    victims: tuple[Callable[[P, int], int], ...] = ()
    """The seats that a seat may rob, as a mask, if they build at the robber's tile; all must agree."""
    why_no_victim: tuple[Callable[[P, int, int], str | None], ...] = ()
    """The rule that keeps a seat from robbing another; the first one is named."""
    may_decline: tuple[Callable[[P], bool], ...] = ()
    """Whether who moved the robber may steal nothing although an option makes stealing compulsory; one is enough."""
    sites: tuple[Callable[[P], int], ...] = ()
    """The nodes where settlements may stand at all; all must agree."""
    why_no_site: tuple[Callable[[P, int], str | None], ...] = ()
    """The rule that keeps a node free; the first one is named."""
    road_barriers: tuple[Callable[[P, int], int], ...] = ()
    """The nodes that end a seat's roads like a foreign building."""
    road_reach: tuple[Callable[[P, int], tuple[int, ...]], ...] = ()
    """Groups of nodes that count for a seat as joined by own roads."""
    edges: tuple[Callable[[P, int], int], ...] = ()
    """The edges where a seat may build roads at all; all must agree."""
    why_no_road: tuple[Callable[[P, int, int], str | None], ...] = ()
    """The rule that bars a seat's road from an edge; the first one is named."""
    founding_starts: tuple[Callable[[P, int, int], int], ...] = ()
    """The nodes, besides a settlement just founded at a node, where a seat's founding road may start, as a mask."""
    prizes: tuple[Callable[[P], int], ...] = ()
    """The nodes where the next road to arrive brings a point."""
    bank_rates: tuple[Callable[[P, int, int], tuple[int, ...]], ...] = ()
    """How many cards of a kind a seat may give the bank for one; the base game's rates stay."""
    closing: tuple[Callable[[Draft[S], int], None], ...] = ()
    """What happens when a seat ends its turn, in the order of the modules."""
    after_turn: tuple[Callable[[S, int], Owed], ...] = ()
    """Frames between a seat's turn and the next."""
    scores: tuple[Callable[[S, int], int], ...] = ()
    """The open points that a seat has from the module; they add up."""
    geometry: tuple[Callable[[G], JsonObject], ...] = ()
    """Members of a board's document."""
    place_names: tuple[Namer, ...] = ()
    """The names of places that its maps name themselves, and of its own places on a board."""


def join(parts: Sequence[Points[G, P, S]]) -> Points[G, P, S]:
    """Return what all of them say."""
    return Points(
        **{point.name: tuple(said for part in parts for said in getattr(part, point.name)) for point in fields(Points)}
    )
