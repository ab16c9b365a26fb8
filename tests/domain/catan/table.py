"""Provides a game of Catan stated as given / when / then, with real events on the beginner board.

table = Table().settlement(0, node("(0,0)N")).hand(0, brick=1, lumber=1)
table.when(0, BuildRoad(edge("(0,0)", "NE")))
assert table.hand_of(0) == {}
"""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, Self

from domain.catan import CATAN, maps
from domain.catan.chapters.building.messages import CityBuilt
from domain.catan.chapters.development.messages import DevelopmentCardBought, KnightPlayed, LargestArmyMoved
from domain.catan.chapters.longest_road import award_longest_road, measure_route
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import RobberMoved
from domain.catan.chapters.setup.messages import RoadFounded, SettlementFounded, StartingCardsPaid
from domain.catan.chapters.turn import TurnStarted, build_phase, roll_phase, trade_phase
from domain.catan.combinations import BASE
from domain.catan.module import Module, Rules
from domain.catan.state import Setting, State
from domain.catan.terms import CARDS, NOTHING, RESOURCES, SMALLEST_LARGEST_ARMY
from domain.catan.topology import node_point
from domain.core.agenda import AgendaSet, Frame
from domain.core.chance import SampledChance, ScriptedChance
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.number_rows import add
from tests.domain.lawful import step
from tests.laws.catan import conserve

TOPOLOGY = maps.topology_of("beginner", 4)
PLACES = maps.places("beginner", 4)


def cards(**counts: int) -> tuple[int, ...]:
    """Return resource counts, given by word, as the rules write them: cards(wool=2)."""
    assert set(counts) <= set(RESOURCES)
    return tuple(counts.get(name, 0) for name in RESOURCES)


def node(name: str) -> int:
    """Return the node with a name of the fact sheet, such as `(0,-2)N`."""
    q, r = name[1 : name.index(")")].split(",")
    return TOPOLOGY.node_at[node_point((int(q), int(r)), name[-1])]


def edge(place: str, side: str) -> int:
    """Return the edge on a side of a hex: edge("(0,-2)", "NW")."""
    q, r = place.strip("()").split(",")
    return TOPOLOGY.side((int(q), int(r)), side)


def tile(place: str) -> int:
    """Return the tile at a hex: tile("(0,0)")."""
    q, r = place.strip("()").split(",")
    return PLACES.index((int(q), int(r)))


def between(a: int, b: int) -> int:
    """Return the edge between two neighboring nodes."""
    return TOPOLOGY.edge_of[min(a, b), max(a, b)]


def walk(start: int, length: int, avoid: set[int] | None = None) -> list[int]:
    """Return the nodes of a simple path of `length` edges from a node, avoiding some nodes."""
    banned = set(avoid or ())

    def extend(path: list[int]) -> list[int] | None:
        if len(path) == length + 1:
            return path
        for _, end in TOPOLOGY.reach[path[-1]]:
            if end not in path and end not in banned:
                found = extend([*path, end])
                if found:
                    return found
        return None

    found = extend([start])
    assert found, "no such path"
    return found


def path_edges(nodes: list[int]) -> list[int]:
    """Return the edges along a list of neighboring nodes."""
    return [between(a, b) for a, b in pairwise(nodes)]


def line(row: int) -> list[int]:
    """Return the nodes of a zigzag across the island from west to east.

    There are six rows, of 7, 9, 11, 11, 9 and 7 nodes, and no two share a node.
    """
    depths = (3 * row - 8, 3 * row - 7)
    points = TOPOLOGY.points
    return sorted((at for at, (_, y) in enumerate(points) if y in depths), key=lambda at: points[at][0])


def upright(at: int) -> int:
    """Return the edge that leads from a node straight north or south, from one row to the next."""
    points = TOPOLOGY.points
    return next(side for side, end in TOPOLOGY.reach[at] if points[end][0] == points[at][0])


def across(at: int) -> int:
    """Return the node at the other end of a node's upright edge."""
    return next(end for side, end in TOPOLOGY.reach[at] if side == upright(at))


def ring(place: str) -> list[int]:
    """Return the nodes around a hex, clockwise from the north and back to it."""
    nodes = list(TOPOLOGY.tile_nodes[tile(place)])
    return [*nodes, nodes[0]]


class Table:
    """Represents a game in the middle.

    It starts with seat 0 active after its roll, an empty beginner board, empty hands, and a full bank and deck.
    """

    def __init__(
        self,
        seats: int = 4,
        map_name: str = "beginner",
        *,
        empty: bool = True,
        board: dict[str, Any] | None = None,
        modules: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        """`board` holds fields of GameStarted to lay another board; see `boards.printed`."""
        options.setdefault("starting_seat", 0)
        self.config = CATAN.configure(seats, map_name, modules, options)
        opening = CATAN.setup(self.config, SampledChance(Random(1)))
        self.state: State = CATAN.begin(replace(opening[0], **(board or {})))
        self.events: list[Any] = []
        if empty:
            self._apply(TurnStarted(0, 1))
            self.phase("trade")
        else:
            for event in opening[1:]:
                self._apply(event)

    def with_part(self, module: Module) -> Self:
        """A module that is in no registry takes part."""
        started = CATAN.setup(self.config, SampledChance(Random(1)))[0]
        self.state.setting = Setting(started, Rules((*BASE, module)))
        return self

    def _apply(self, event: Any) -> None:
        CATAN.evolve(self.state, event)

    def happens(self, event: Any) -> Self:
        """An event of the rules or of a module has happened."""
        self._apply(event)
        return self

    # given ------------------------------------------------------------------------------------------------------
    def turn(self, seat: int, phase: str = "trade") -> Self:
        """It is a seat's turn, in a phase: roll, trade or build."""
        self._apply(TurnStarted(seat, self.state.turn + 1))
        return self.phase(phase)

    def phase(self, phase: str) -> Self:
        """The active seat is in a phase: roll, trade (trade and build together under that option) or build."""
        seat = self.state.active
        frames = {
            "roll": roll_phase(seat),
            "trade": trade_phase(seat, self.state.setting.combined),
            "build": build_phase(seat),
        }[phase]
        return self.agenda(*frames)

    def agenda(self, *frames: Frame) -> Self:
        """Exactly these frames are open."""
        self._apply(AgendaSet(frames))
        return self

    def hand(self, seat: int, **counts: int) -> Self:
        """The seat gets these cards from the bank."""
        self._apply(StartingCardsPaid(seat, cards(**counts)))
        return self

    def settlement(self, seat: int, *nodes: int) -> Self:
        """The seat has settlements there; the distance rule is not checked."""
        for place in nodes:
            self._apply(SettlementFounded(seat, place))
        return self.measured()

    def city(self, seat: int, *nodes: int) -> Self:
        """The seat has cities there."""
        for place in nodes:
            self._apply(SettlementFounded(seat, place))
            self._apply(CityBuilt(seat, place, NOTHING))
        return self.measured()

    def road(self, seat: int, *edges: int) -> Self:
        """The seat has roads there, and Longest Road lies where it belongs."""
        for place in edges:
            self._apply(RoadFounded(seat, place))
        return self.measured()

    def measured(self) -> Self:
        """The routes are measured and Longest Road is awarded."""
        draft = CATAN.draft(self.state, ScriptedChance(()))
        for seat in range(self.state.seats):
            measure_route(draft, seat)
        award_longest_road(draft)
        return self

    def cards(self, seat: int, *, fresh: bool = False, **counts: int) -> Self:
        """The seat holds development cards, bought in an earlier turn unless `fresh`."""
        for name, count in counts.items():
            for _ in range(count):
                self._apply(DevelopmentCardBought(seat, CARDS.index(name), NOTHING))
                if not fresh:
                    self.state.fresh = add(self.state.fresh, seat * len(CARDS) + CARDS.index(name), -1)
        return self

    def knights(self, seat: int, count: int) -> Self:
        """The seat has played these knights; it takes Largest Army with strictly the most, at least three."""
        self.cards(seat, knight=count)
        for _ in range(count):
            self._apply(KnightPlayed(seat))
        self.state.card_played = False
        others = max(self.state.knights[s] for s in range(self.state.seats) if s != seat)
        if count >= SMALLEST_LARGEST_ARMY and self.state.knights[seat] > others:
            self._apply(LargestArmyMoved(seat))
        return self

    def robber(self, place: int) -> Self:
        """The robber stands on a tile."""
        self._apply(RobberMoved(self.state.active, place))
        return self

    # when -------------------------------------------------------------------------------------------------------
    def when(self, seat: int, command: Any, *chance: int) -> Self:
        """A seat gives a command that the rules accept; `chance` scripts the outcomes as indices into the weights."""
        draft = step(CATAN, self.state, seat, command, ScriptedChance(chance), conserve)
        self.state = draft.state
        self.events = draft.events
        return self

    def roll(self, number: int, seat: int | None = None) -> Self:
        """The active seat, or the one named, rolls this sum."""
        first = max(1, number - 6)
        return self.when(
            self.state.active if seat is None else seat, RollDice(), (first - 1) * 6 + (number - first - 1)
        )

    # then -------------------------------------------------------------------------------------------------------
    def refused(self, seat: int, command: Any) -> str:
        """Return the rule that refuses a command, which changes nothing and is not listed."""
        before = CATAN.pack(self.state)
        try:
            CATAN.decide(self.state, seat, command, SampledChance(Random(7)))
        except IllegalCommand as refusal:
            assert CATAN.pack(self.state) == before
            assert command not in CATAN.actions(self.state, seat)
            return refusal.rule
        raise AssertionError(f"accepted: {command}")

    def hand_of(self, seat: int) -> dict[str, int]:
        """Return the resource cards of a seat by word, zeros left out."""
        return {name: n for name, n in zip(RESOURCES, self.state.hand(seat), strict=True) if n}

    def bank(self) -> dict[str, int]:
        """Return the resource cards of the bank by word."""
        return dict(zip(RESOURCES, self.state.bank, strict=True))

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat or a spectator is shown."""
        return CATAN.render(CATAN.observe(self.state, seat))

    def seen(self, viewer: int | None) -> list[dict[str, Any]]:
        """Return the newest events as a viewer is shown them."""
        return [{"type": CATAN.events.of(e).name, **CATAN.events.of(e).redact(e, viewer)} for e in self.events]

    def happened(self, event_class: Any) -> list[Any]:
        """Return the newest events of a class."""
        return [event for event in self.events if type(event) is event_class]

    def listed(self, seat: int) -> list[Any]:
        """Return the listed commands of a seat."""
        return list(CATAN.actions(self.state, seat))

    def points(self, seat: int) -> int:
        """Return the victory points of a seat that lie open."""
        return int(self.view(None)["seats"][seat]["points"])

    def roads_of(self, seat: int) -> list[int]:
        """Return the edges with a seat's roads."""
        return bits(self.state.roads[seat])
