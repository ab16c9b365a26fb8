"""Provides a game of Elasund stated as given / when / then, with real events.

table = Table().permit(R, 0, (3, 8)).gold(R, 1)
table.when(R, build("house", 3, 8))
assert table.gold_of(R) == 0

Seats are red, blue, green and yellow in that order. Squares are (x, y): x from the sea, y from the north; rows that the
ship is sent to are dice totals.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Self

from domain.core.agenda import AgendaSet, Frame
from domain.core.chance import FirstChance, NotedChance, SampledChance, ScriptedChance
from domain.core.errors import IllegalCommand
from domain.elasund import ELASUND
from domain.elasund.board import FOOTPRINTS, FOUNDATION, LABELS, square
from domain.elasund.chapters.building import BuildingPlaced
from domain.elasund.chapters.church import ChurchTileBuilt, ChurchTileHidden, ChurchTilesDrawn
from domain.elasund.chapters.permits import PermitPlaced
from domain.elasund.chapters.pirates import GiveUpCards, church_square
from domain.elasund.chapters.scoring import EndTurn, TurnStarted
from domain.elasund.chapters.ship import MoveShip, RollDice, ShipMoved
from domain.elasund.chapters.turn import EndBuilding
from domain.elasund.chapters.walls import WallBuilt
from domain.elasund.displacing import BuildingRemoved
from domain.elasund.payments import GoldPaid, GoldTaken, InfluenceDrawn
from domain.elasund.pieces import KINDS_OF_BUILDING, TOWER, WALL_TILES
from domain.elasund.state import State
from domain.elasund.terms import (
    BUILD,
    BUILDINGS,
    COLORS,
    KINDS,
    NOBODY,
    NOWHERE,
    PERMIT,
    ROLL,
    SPECIAL,
)
from domain.elasund.terms import phase as agenda_of_phase
from domain.elasund.trade import raise_trade
from tests.domain.elasund.words import influence, tile
from tests.domain.lawful import step
from tests.judging import accepts
from tests.laws.elasund import conserve

Place = tuple[int, int]


def script(outcomes: Sequence[int]) -> NotedChance:
    """Return chance that gives these outcomes, then always the first that can happen, and that notes every draw."""
    return NotedChance(ScriptedChance(outcomes, FirstChance()))


def weighed(chance: NotedChance) -> list[tuple[str, list[int]]]:
    """Return the stream and the weights of every draw."""
    return [(draw.stream, list(draw.weights)) for draw in chance.draws]


class Table:
    """Represents a game in the middle.

    It starts with seat 0 in its build phase, the huts on the board, empty hands, and the ship in row 2.
    """

    def __init__(self, seats: int = 4, edition: str = "english", *, huts: bool = True, **options: Any) -> None:
        self.config = ELASUND.configure(seats, None, (), {"edition": edition, **options})
        opening = ELASUND.setup(self.config, SampledChance(Random(1)))
        self.state: State = ELASUND.begin(opening[0])
        self.events: list[Any] = []
        self.chance = script(())
        if not huts:
            self.without(*(piece for piece in range(16) if self.state.anchors[piece] != NOWHERE))
        self.apply(TurnStarted(0, 1))
        self.ship(LABELS[0]).phase("build")

    def apply(self, *events: Any) -> Self:
        """These events have happened, whatever the rules say of them."""
        for event in events:
            ELASUND.evolve(self.state, event)
        return self

    # given ------------------------------------------------------------------------------------------------------
    def turn(self, seat: int, phase: str = "build") -> Self:
        """It is a seat's turn, in a phase."""
        return self.apply(TurnStarted(seat, self.state.turn + 1)).phase(phase)

    def phase(self, phase: str) -> Self:
        """The active seat is in a phase: roll, build, permit or special."""
        seat = self.state.active
        kinds = {"roll": ROLL, "build": BUILD, "permit": PERMIT, "special": SPECIAL}
        return self.apply(AgendaSet(agenda_of_phase(kinds[phase], seat)))

    def agenda(self, *frames: Frame) -> Self:
        """Exactly these frames are open."""
        return self.apply(AgendaSet(frames))

    def ship(self, row: int) -> Self:
        """The ship stands in the row of a dice total."""
        return self.apply(ShipMoved(self.state.active, row))

    def gold(self, seat: int, count: int) -> Self:
        """The seat holds this much gold, taken from the bank or returned to it."""
        more = count - self.state.gold[seat]
        return self.apply(GoldTaken(seat, more) if more >= 0 else GoldPaid(seat, -more))

    def influence(self, seat: int, **counts: int) -> Self:
        """The seat draws these influence cards too."""
        drawn = (InfluenceDrawn(seat, kind) for kind, count in enumerate(influence(**counts)) for _ in range(count))
        return self.apply(*drawn)

    def supply(self, *, bank: int | None = None, deck: str = "", discards: str = "") -> Self:
        """This much gold and these influence cards, given as color names, are left; the others are in no hand."""
        if bank is not None:
            self.state.bank = bank
        if deck or discards:
            self.state.deck = [deck.split().count(name) for name in COLORS]
            self.state.discards = [discards.split().count(name) for name in COLORS]
        return self

    def permit(self, seat: int, value: int, *places: Place) -> Self:
        """The seat's permits of this value and of those that follow stand on these squares."""
        return self.apply(*(PermitPlaced(seat, value + n, square(*at)) for n, at in enumerate(places)))

    def building(self, seat: int, name: str, *places: Place) -> Self:
        """The seat's buildings stand with their upper left squares there, and have brought cubes and trade points."""
        kind = BUILDINGS.index(name)
        for at in places:
            cubes = min(KINDS_OF_BUILDING[kind].flags, self.state.cubes_left(seat))
            self.apply(BuildingPlaced(seat, kind, square(*at), cubes))
            footprint = FOOTPRINTS[kind][square(*at)]
            raise_trade(ELASUND.draft(self.state, script(())), seat, self.state.setting.board.windmills(footprint))
        self.state.builds = 0
        return self

    def without(self, *pieces: int) -> Self:
        """These pieces have left the board."""
        for piece in pieces:
            self.apply(BuildingRemoved(NOBODY, 0, self.state.anchors[piece]))
        return self

    def walls(self, seat: int, *spaces: int) -> Self:
        """The seat's next wall tiles stand on these spaces, towers with cubes."""
        for space in spaces:
            number = self.state.wall_counts[seat]
            is_tower = WALL_TILES[number] == TOWER
            self.apply(WallBuilt(seat, space, number + 1, is_tower and self.state.cubes_left(seat) > 0))
        self.state.builds = 0
        return self

    def church(self, seat: int, *names: str, bottom: str = "SE") -> Self:
        """The seat has built these church tiles; the first choice left `bottom` under the pile."""
        for name in names:
            if self.state.church_corner == NOWHERE:
                self.apply(ChurchTilesDrawn(seat, (tile(name), tile(bottom))), ChurchTileHidden(seat, tile(bottom)))
                at = FOUNDATION
            else:
                at = church_square(self.state, tile(name))
            self.apply(ChurchTileBuilt(seat, tile(name), at, self.state.cubes_left(seat) > 0))
        self.state.builds = 0
        return self

    def full_row(self, row: int, *, but: Sequence[int] = ()) -> Self:
        """Nothing can be placed in the row of a dice total, except in some columns."""
        y = LABELS.index(row)
        for x in range(self.state.setting.board.columns):
            if x not in but:
                self.state.built |= 1 << square(x, y)
        return self

    def full_board(self, *free: Place) -> Self:
        """Nothing can be placed anywhere but on some squares."""
        kept = sum(1 << square(*at) for at in free)
        self.state.built |= self.state.setting.board.inside & ~kept
        return self

    # when -------------------------------------------------------------------------------------------------------
    def when(self, seat: int, command: Any, *chance: int) -> Self:
        """A seat gives a command that the rules accept; `chance` scripts the first outcomes."""
        self.chance = script(chance)
        draft = step(ELASUND, self.state, seat, command, self.chance, conserve)
        self.state, self.events = draft.state, draft.events
        return self

    def roll(self, total: int, *chance: int) -> Self:
        """The active seat rolls a total; `chance` scripts what is drawn after that."""
        first = max(1, total - 6)
        return self.phase("roll").when(self.state.active, RollDice(), (first - 1) * 6 + total - first - 1, *chance)

    def roll_pirate(self, row: int) -> Self:
        """The active seat rolls a seven and sends the pirate to the row of a dice total."""
        return self.roll(7).when(self.state.active, MoveShip(row))

    def end_turn(self) -> Self:
        """The active seat ends its turn, whatever phase it was in."""
        return self.phase("special").when(self.state.active, EndTurn())

    def to_permit_phase(self) -> Self:
        """The active seat stops building."""
        return self.when(self.state.active, EndBuilding())

    # then -------------------------------------------------------------------------------------------------------
    def refused(self, seat: int, command: Any) -> str:
        """Return the rule that refuses a command, which changes nothing and is not listed."""
        before = ELASUND.pack(self.state)
        try:
            ELASUND.decide(self.state, seat, command, SampledChance(Random(7)))
        except IllegalCommand as refusal:
            assert ELASUND.pack(self.state) == before
            assert command not in ELASUND.actions(self.state, seat)
            return refusal.rule
        raise AssertionError(f"accepted: {command}")

    def may(self, seat: int, command: Any) -> bool:
        """Return whether a command is listed, and check that it is accepted exactly then."""
        listed = command in ELASUND.actions(self.state, seat)
        assert listed == accepts(ELASUND, self.state, seat, command), f"listed {listed}, judged otherwise: {command}"
        return listed

    def listed(self, seat: int) -> list[Any]:
        """Return the listed commands of a seat."""
        return list(ELASUND.actions(self.state, seat))

    def gold_of(self, seat: int) -> int:
        """Return a seat's gold."""
        return self.state.gold[seat]

    def influence_of(self, seat: int) -> dict[str, int]:
        """Return a seat's influence by color, zeros left out."""
        return {name: n for name, n in zip(COLORS, self.state.colors_of(seat), strict=True) if n}

    def influences(self) -> list[int]:
        """Return how many influence cards every seat holds."""
        return [sum(self.state.influence[s * KINDS : s * KINDS + KINDS]) for s in range(self.state.seats)]

    def points(self, seat: int) -> int:
        """Return how many points a seat has: its cubes on the board."""
        return self.state.points[seat]

    def trade(self, seat: int) -> tuple[int, list[int]]:
        """Return a seat's trade points and the spaces of the track with its cubes."""
        shown = self.seat_view(None, seat)["trade"]
        return shown["points"], shown["cubes"]

    def at(self, x: int, y: int) -> tuple[int, str] | None:
        """Return the owner and the kind of the building that covers a square, or None."""
        for shown in self.view(None)["buildings"]:
            if FOOTPRINTS[BUILDINGS.index(shown["building"])][shown["square"]] >> square(x, y) & 1:
                return shown["seat"], shown["building"]
        return None

    def permit_on(self, x: int, y: int) -> tuple[int, int] | None:
        """Return the owner and the value of the permit on a square, or None."""
        found = [p for p in self.view(None)["permits"] if p["square"] == square(x, y)]
        return (found[0]["seat"], found[0]["value"]) if found else None

    def ship_row(self) -> int:
        """Return the dice total of the ship's row."""
        return int(self.view(None)["ship"])

    def frame(self) -> str:
        """Return the name of the frame on top of the agenda."""
        return str(self.view(None)["agenda"][-1]["frame"])

    def waiting(self) -> list[int]:
        """Return the seats that the open frame waits for."""
        return [entry.seat for entry in ELASUND.awaiting(self.state)]

    def winner(self) -> int | None:
        """Return the seat that has won, or None while the game goes on."""
        result = ELASUND.result(self.state)
        return result.winners[0] if result else None

    def stack(self, name: str) -> int:
        """Return how many neutral buildings of a kind are left."""
        return int(self.view(None)["stacks"][name])

    def view(self, viewer: int | None) -> dict[str, Any]:
        """Return what a seat or a spectator is shown."""
        return ELASUND.render(ELASUND.observe(self.state, viewer))

    def seat_view(self, viewer: int | None, seat: int) -> dict[str, Any]:
        """Return what a viewer is shown of a seat."""
        shown: dict[str, Any] = self.view(viewer)["seats"][seat]
        return shown

    def owed(self, seat: int) -> int:
        """Return how many cards a seat still owes the pirate, or else has laid aside."""
        gives = [template for template in ELASUND.actions(self.state, seat).templates if template.cls is GiveUpCards]
        return sum(gives[0].example.cards) if gives else self.seat_view(None, seat)["laid_aside"]

    def seen(self, viewer: int | None) -> list[dict[str, Any]]:
        """Return the newest events as a viewer is shown them."""
        return [{"type": ELASUND.events.of(e).name, **ELASUND.events.of(e).redact(e, viewer)} for e in self.events]

    def happened(self, *event_classes: Any) -> list[Any]:
        """Return the newest events of some classes, in order."""
        return [event for event in self.events if type(event) in event_classes]
