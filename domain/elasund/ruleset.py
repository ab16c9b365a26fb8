"""Elasund as a ruleset: the closed interface over the chapters of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.agenda import Awaited
from domain.core.chance import Chance
from domain.core.decider import Draft
from domain.core.messages import MessageTable
from domain.core.position import PositionSet
from domain.core.ruleset import AGENT_PLAYS_ON, Config, Result, Ruleset
from domain.elasund import dealing, options, packing, play, setup, view
from domain.elasund.board import COLUMNS
from domain.elasund.commands import ELASUND_COMMANDS
from domain.elasund.drawing import draw_board
from domain.elasund.event_table import EVENTS
from domain.elasund.events import CityFounded
from domain.elasund.evolve import EVOLVERS
from domain.elasund.geometry import geometry
from domain.elasund.pictures.whole import draw_game
from domain.elasund.place_names import PLACED, names_of
from domain.elasund.setting import Setting
from domain.elasund.state import State
from domain.elasund.terms import FRAMES, MOST_SEATS, NOBODY, STREAMS
from domain.pictures.shapes import Phrase, Picture


@cache
def _awaited(kind: int, seats: int) -> tuple[Awaited, ...]:
    """The seats of a mask, in a frame of a kind."""
    return tuple(Awaited(seat, FRAMES[kind], True) for seat in range(MOST_SEATS) if seats >> seat & 1)


class Elasund(Ruleset[State, view.Knowledge]):
    """The first city of Catan, for two, three and four players."""

    def __init__(self) -> None:
        self.name = "elasund"
        self.version = 1
        self.pack_version = 1
        self.commands = ELASUND_COMMANDS
        self.events = MessageTable(EVENTS)
        self.streams = STREAMS
        self.leaving = AGENT_PLAYS_ON

    def describe(self) -> dict[str, Any]:
        """Seats, the one map, and options."""
        return {
            "seats": {"minimum": min(COLUMNS), "maximum": max(COLUMNS)},
            "maps": [{"id": options.MAP, "default": True, "seats": list(COLUMNS)}],
            "modules": [],
            "options": options.SCHEMA,
            "frames": list(FRAMES),
        }

    def configure(self, seats: int, map_name: str | None, modules: Sequence[str], options_: dict[str, Any]) -> Config:
        """The complete configuration; raises InvalidConfiguration."""
        return options.configure(seats, map_name, modules, options_)

    def completed(self, config: Config) -> Config:
        """The configuration of a stored game with every option of today."""
        return options.completed(config)

    def setup(self, config: Config, chance: Chance) -> list[Any]:
        """The events that open a game."""
        return setup.open_game(config, chance)

    def begin(self, event: Any) -> State:
        """The position that CityFounded or PositionSet opens."""
        if isinstance(event, PositionSet):
            return self.unpack(event.position)
        assert isinstance(event, CityFounded)
        return setup.found_city(event)

    def evolve(self, state: Any, event: Any) -> None:
        """Apply an event in place."""
        EVOLVERS[type(event)](state, event)

    def draft(self, state: Any, chance: Chance) -> Draft[State]:
        """A draft that owns the state."""
        return Draft(state, chance, STREAMS, EVOLVERS)

    def play(self, draft: Draft[State], seat: int, command: Any) -> None:
        """Judge and carry out a command."""
        play.play(draft, seat, command)

    def actions(self, state: Any, seat: int) -> Actions:
        """What a seat may do now."""
        return play.actions(state, seat)

    def awaiting(self, state: Any) -> list[Awaited]:
        """The seats that the top frame waits for."""
        if not state.agenda:
            return []
        frame = state.agenda[-1]
        return list(_awaited(frame.kind, frame.seats))

    def turn(self, state: Any) -> int:
        """The number of the turn, counted over all seats."""
        return int(state.turn)

    def in_turn(self, state: Any) -> int | None:
        """The active seat."""
        return None if state.active == NOBODY else int(state.active)

    def observe(self, state: Any, seat: int | None) -> view.Knowledge:
        """What a seat or a spectator knows."""
        return view.Knowledge(state, view.SPECTATOR if seat is None else seat)

    def render(self, knowledge: Any) -> dict[str, Any]:
        """Knowledge as JSON."""
        return view.render(knowledge)

    def determinize(self, knowledge: Any, rng: Random) -> State:
        """A position that fits the knowledge."""
        return dealing.determinize(knowledge, rng)

    def result(self, state: Any) -> Result | None:
        """The winners and all points, once there are any."""
        return Result(state.winners, tuple(state.points)) if state.winners else None

    def points(self, state: Any) -> tuple[int, ...]:
        """The points of every seat."""
        return tuple(state.points)

    def geometry(self, state: Any) -> dict[str, Any]:
        """The immutable board."""
        return geometry(state.setting)

    def printed(self, config: Config) -> dict[str, Any] | None:
        """The city for the seats and colors of a configuration."""
        return geometry(Setting({**asdict(config), "modules": list(config.modules)}))

    def named_places(self) -> Mapping[str, tuple[str, str]]:
        """Where the places that messages name stand on the board."""
        return PLACED

    def place_names(self, board: Mapping[str, Any]) -> Mapping[str, Sequence[Phrase | None]]:
        """What the places of a board are called."""
        return names_of(board)

    def picture(self, knowledge: Any, names: Sequence[str]) -> Picture:
        """City and table."""
        return draw_game(knowledge, names)

    def pack(self, state: Any) -> bytes:
        """The position as bytes."""
        return packing.pack(state)

    def unpack(self, packed: bytes) -> State:
        """The position from its bytes."""
        return packing.unpack(packed)

    def text(self, state: Any) -> str:
        """The public board as text."""
        return draw_board(state)
