"""Catan as a ruleset: the closed interface over the base game's chapters."""

from collections.abc import Sequence
from random import Random
from typing import Any

from domain.catan import base, maps, options, packing, view
from domain.catan.commands import BASE_COMMANDS
from domain.catan.drawing import draw_board
from domain.catan.events import EVENTS, GameStarted
from domain.catan.evolve import EVOLVERS
from domain.catan.geometry import geometry
from domain.catan.setting import Setting
from domain.catan.setup import open_game
from domain.catan.state import State
from domain.catan.stock import DECK, SUPPLY
from domain.catan.terms import FRAMES, KINDS, NOBODY, STREAMS
from domain.catan.topology import bits
from domain.core.actions import Actions
from domain.core.agenda import Awaited
from domain.core.chance import Chance
from domain.core.decider import Draft
from domain.core.messages import MessageTable
from domain.core.position import PositionSet
from domain.core.ruleset import Config, Result, Ruleset


class Catan(Ruleset):
    """The base game for three and four players."""

    def __init__(self) -> None:
        self.name = "catan"
        self.version = 1
        self.pack_version = 1
        self.commands = BASE_COMMANDS
        self.events = MessageTable(EVENTS)
        self.streams = STREAMS

    def describe(self) -> dict[str, Any]:
        """Seats, maps, modules and options."""
        return {
            "seats": {"minimum": 3, "maximum": 4},
            "maps": [{"id": name, "default": name == maps.DEFAULT, "seats": [3, 4]} for name in maps.NAMES],
            "modules": [],
            "options": options.SCHEMA,
            "frames": list(FRAMES),
        }

    def configure(self, seats: int, map_name: str | None, modules: Sequence[str], options_: dict[str, Any]) -> Config:
        """The complete configuration; raises InvalidConfiguration."""
        return options.configure(seats, map_name, modules, options_)

    def setup(self, config: Config, chance: Chance) -> list[Any]:
        """The events that open a game."""
        return open_game(config, chance)

    def begin(self, event: Any) -> State:
        """The position that GameStarted or PositionSet opens."""
        if isinstance(event, PositionSet):
            return self.unpack(event.position)
        assert isinstance(event, GameStarted)
        state = State(Setting(event))
        state.bank = [SUPPLY] * KINDS
        state.deck = DECK
        return state

    def evolve(self, state: Any, event: Any) -> None:
        """Apply an event in place."""
        EVOLVERS[type(event)](state, event)

    def draft(self, state: Any, chance: Chance) -> Draft:
        """A draft that owns the state."""
        return Draft(state, chance, STREAMS, EVOLVERS)

    def play(self, draft: Draft, seat: int, command: Any) -> None:
        """Judge and carry out a command."""
        base.play(draft, seat, command)

    def actions(self, state: Any, seat: int) -> Actions:
        """What a seat may do now."""
        return base.actions(state, seat)

    def awaiting(self, state: Any) -> list[Awaited]:
        """The seats that the top frame waits for, and those with an open offer to answer."""
        if not state.agenda:
            return []
        frame = state.agenda[-1]
        name = FRAMES[frame.kind]
        owing = [Awaited(seat, name, True) for seat in bits(frame.seats)]
        if not state.offers:
            return owing
        asked = 0
        for offer in state.offers if frame.kind in base.LISTERS_OTHERS else ():
            asked |= offer.to & ~offer.accepted & ~offer.declined
        asked &= ~frame.seats
        return owing + [Awaited(seat, "answer_offer", False) for seat in bits(asked)]

    def observe(self, state: Any, seat: int | None) -> view.Knowledge:
        """What a seat or a spectator knows."""
        return view.Knowledge(state, view.SPECTATOR if seat is None else seat)

    def render(self, knowledge: Any) -> dict[str, Any]:
        """Knowledge as JSON."""
        return view.render(knowledge)

    def determinize(self, knowledge: Any, rng: Random) -> State:
        """A position that fits the knowledge."""
        return view.determinize(knowledge, rng)

    def result(self, state: Any) -> Result | None:
        """The winner and all points, once there is one."""
        if state.winner == NOBODY:
            return None
        return Result((state.winner,), tuple(state.points))

    def geometry(self, state: Any) -> dict[str, Any]:
        """The immutable board."""
        return geometry(state.setting)

    def pack(self, state: Any) -> bytes:
        """The position as bytes."""
        return packing.pack(state)

    def unpack(self, packed: bytes) -> State:
        """The position from its bytes."""
        return packing.unpack(packed)

    def text(self, state: Any) -> str:
        """The public board as text."""
        return draw_board(state)
