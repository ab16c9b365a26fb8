"""Provides tables with favors: who holds which tokens, what lies in the supply, and what was drawn."""

from itertools import pairwise
from typing import Any, Self

from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.modules.favors.earning import AcceptGift, FavorDrawn, OfferGift
from domain.catan.modules.favors.guilds import CatanTokenTaken
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import BY_GIFT, TOKENS
from domain.catan.terms import RESOURCES
from domain.catan.topology import Topology
from domain.core.number_rows import add
from tests.domain.catan.boards import printed
from tests.domain.catan.table import Table, between, line

WAGON, SHIP, SHOVEL, BOOK, COMPASS = range(5)
BRICK, LUMBER, WOOL, GRAIN, ORE = range(len(RESOURCES))
SUPPLIES = {
    3: (6, 6, 6, 12, 12),
    4: (8, 8, 8, 16, 16),
    5: (10, 10, 10, 20, 20),
    6: (12, 12, 12, 24, 24),
}  # tokens of each kind, by seats


class Favoring(Table):
    """Represents a table of four with favors, seat 0 active after its roll; its tokens come from the supply."""

    def __init__(self, seats: int = 4, map_name: str | None = None, **options: Any) -> None:
        modules = ("favors", *options.pop("modules", ()))
        super().__init__(seats, map_name or ("beginner" if seats < 5 else "variable"), modules=modules, **options)

    def tokens(self, seat: int, *, fresh: bool = False, **counts: int) -> Self:
        """The seat holds these tokens, from an earlier turn unless `fresh`."""
        for name, count in counts.items():
            for _ in range(count):
                self.happens(FavorDrawn(seat, BY_GIFT, TOKENS.index(name)))
                if not fresh:
                    part = favors_of(self.state)
                    kinds = add(part.deeds.fresh, seat * len(TOKENS) + TOKENS.index(name), -1)
                    counted = add(part.deeds.fresh_counts, seat, -1)
                    part.deeds = part.deeds._replace(fresh=kinds, fresh_counts=counted)
        return self

    def supply(self, **counts: int) -> Self:
        """No more than these tokens are left in the supply; the others lie used at the guilds."""
        part = favors_of(self.state)
        for kind, name in enumerate(TOKENS):
            part.used[kind] += part.supply[kind] - counts.get(name, 0)
            part.supply[kind] = counts.get(name, 0)
        part.size = sum(part.supply)
        return self

    def catan_tokens(self, seat: int, count: int) -> Self:
        """The seat has taken this many Catan tokens."""
        for _ in range(count):
            self.happens(CatanTokenTaken(seat))
        return self

    def gift(self, to: int, resource: int = WOOL, token: int = BOOK) -> Self:
        """The active seat gives away a card, which is accepted, and draws a token."""
        self.when(self.state.active, OfferGift(resource, to))
        return self.when(to, AcceptGift(resource, self.state.active), token)

    def guild(self, viewer: int | None = None) -> dict[str, Any]:
        """Return what a viewer is shown of the favors."""
        shown: dict[str, Any] = self.view(viewer)["favors"]
        return shown

    def counts(self) -> list[int]:
        """Return how many tokens everybody is shown at each seat."""
        return [entry["tokens"] for entry in self.guild()["seats"]]

    def held(self, seat: int) -> dict[str, int]:
        """Return the tokens that a seat is shown as its own, zeros left out."""
        return {name: count for name, count in self.guild(seat)["own"]["tokens"].items() if count}

    def drawn(self) -> list[int]:
        """Return the seats that the newest events let draw a token, in order."""
        return [event.seat for event in self.happened(FavorDrawn)]

    def frame(self) -> str:
        """Return the name of the frame on top of the agenda."""
        return str(self.view(None)["agenda"][-1]["frame"])


def trail(topology: Topology, start: int, length: int, avoid: tuple[int, ...] = ()) -> list[int]:
    """Return the nodes of a simple path of `length` edges on any board."""
    pending = [[start]]
    while pending:
        path = pending.pop()
        if len(path) > length:
            return path
        pending += [[*path, end] for _, end in topology.reach[path[-1]] if end not in path and end not in avoid]
    raise AssertionError("no such path")


def sides(topology: Topology, nodes: list[int]) -> list[int]:
    """Return the edges along a list of neighboring nodes."""
    return [topology.edge_of[min(a, b), max(a, b)] for a, b in pairwise(nodes)]


def settled() -> Favoring:
    """Return four seats as the beginner sheet has them, with empty hands, after seat 0's roll."""
    table = Favoring(empty=False).turn(0)
    for seat in range(4):
        hand = table.hand_of(seat)
        table.state.hands[seat * 5 : seat * 5 + 5] = [0] * 5
        for kind, name in enumerate(("brick", "lumber", "wool", "grain", "ore")):
            table.state.bank[kind] += hand.get(name, 0)
    return table


def founded_side_by_side() -> Favoring:
    """Seats 0 and 1 have each founded a settlement, and their founding roads meet."""
    row = line(2)
    table = Favoring(map_name="variable", empty=False, board=printed())
    table.when(0, FoundSettlement(row[2])).when(0, FoundRoad(between(row[2], row[3])))
    return table.when(1, FoundSettlement(row[4])).when(1, FoundRoad(between(row[3], row[4])))
