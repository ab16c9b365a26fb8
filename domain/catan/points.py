"""The rule points: the closed list of places where a module may change what the base game says.

Each is one sentence; several modules at one point are folded with a commutative operation, so their order is nothing.
"""

from collections.abc import Callable
from typing import Any

Mask = Callable[[Any, int], int]
Groups = Callable[[Any, int], tuple[int, ...]]


class Points:
    """What the active modules say at every rule point; empty for the base game."""

    def __init__(self) -> None:
        self.supply: list[int] = []  # how many cards of each kind the bank holds (one owner)
        self.deck: list[tuple[int, ...]] = []  # how many development cards of each kind there are (one owner)
        self.target: list[Callable[[Any], int]] = []  # victory points that a configuration adds to the target (sum)
        self.setup: list[Callable[..., list[Any]]] = []  # events after the board is laid: (setting, chance) (in turn)
        self.sites: list[Callable[[Any], int]] = []  # nodes where settlements may stand at all (and)
        self.why_no_site: list[Callable[[Any, int], str | None]] = []  # the rule that keeps a node free (first)
        self.road_barriers: list[Mask] = []  # nodes that end a seat's roads like a foreign building (or)
        self.road_reach: list[Groups] = []  # groups of nodes that own roads join for a seat, as it were (union)
        self.why_no_road: list[Callable[[Any, int, int], str | None]] = []  # the rule that bars a seat's road (first)
        self.prizes: list[Callable[[Any], int]] = []  # nodes where the next road to arrive brings a point (or)
        self.bank_rates: list[Callable[[Any, int, int], tuple[int, ...]]] = []  # rates of a seat for a kind (union)
        self.spared: list[Callable[[Any, int], bool]] = []  # whether a seat keeps all cards on a seven (or)
        self.closing: list[Callable[[Any, int], None]] = []  # events that end a seat's turn: (draft, seat) (in turn)
        self.after_turn: list[Callable[[Any, int], Any]] = []  # (priority, frame) pairs before the next turn (union)
        self.geometry: list[Callable[[Any], dict[str, Any]]] = []  # members of a setting's board (union)
