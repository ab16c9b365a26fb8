"""The dice game as a ruleset: the closed interface over its chapters."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.agenda import Awaited, Frame
from domain.core.chance import Chance
from domain.core.decider import Draft
from domain.core.position import PositionSet
from domain.core.ruleset import SEAT_IDLES, Config, Result, Ruleset
from domain.dice import options, packing, rules, view
from domain.dice.commands import COMMANDS
from domain.dice.drawing import draw_sheets
from domain.dice.events import EVENTS, AgendaSet, DiceGameStarted, TurnStarted
from domain.dice.evolve import EVOLVERS
from domain.dice.geometry import geometry
from domain.dice.picture import draw_game
from domain.dice.place_names import PLACED, names_of
from domain.dice.rolling import Agenda
from domain.dice.state import Setting, State
from domain.dice.terms import FRAMES, MOST_SEATS, NOBODY, ROLL, STREAMS
from domain.pictures.shapes import Phrase, Picture


class CatanDice(Ruleset):
    """The dice game of 2007 for one to four players."""

    def __init__(self) -> None:
        self.name = "catan-dice"
        self.version = 1
        self.pack_version = 1
        self.commands = COMMANDS
        self.events = EVENTS
        self.streams = STREAMS
        self.leaving = SEAT_IDLES

    def describe(self) -> dict[str, Any]:
        """Seats, the one map, no modules, options."""
        return {
            "seats": {"minimum": 1, "maximum": MOST_SEATS},
            "maps": [{"id": options.MAP, "default": True, "seats": list(range(1, MOST_SEATS + 1))}],
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
        """Empty sheets; the seat that was agreed on begins, else one drawn."""
        named = self.completed(config).options["starting_seat"]
        first = chance.pick("start", 0, (1,) * config.seats) if named is None else int(named)
        started = DiceGameStarted({**asdict(config), "modules": list(config.modules)}, first)
        opening: Agenda = (Frame(ROLL, 1 << first),)
        return [started, TurnStarted(first, 1), AgendaSet(opening)]

    def begin(self, event: Any) -> State:
        """The position that DiceGameStarted or PositionSet opens."""
        if isinstance(event, PositionSet):
            return self.unpack(event.position)
        assert isinstance(event, DiceGameStarted)
        return State(Setting(event))

    def evolve(self, state: Any, event: Any) -> None:
        """Apply an event in place."""
        EVOLVERS[type(event)](state, event)

    def draft(self, state: Any, chance: Chance) -> Draft:
        """A draft that owns the state."""
        return Draft(state, chance, STREAMS, EVOLVERS)

    def play(self, draft: Draft, seat: int, command: Any) -> None:
        """Judge and carry out a command."""
        rules.play(draft, seat, command)

    def actions(self, state: Any, seat: int) -> Actions:
        """What a seat may do now."""
        return rules.actions(state, seat)

    def awaiting(self, state: Any) -> list[Awaited]:
        """The active seat."""
        return [
            Awaited(s, FRAMES[state.agenda[-1].kind], True) for s in range(state.seats) if rules.is_awaited(state, s)
        ]

    def turn(self, state: Any) -> int:
        """The number of the turn, counted over all seats."""
        return int(state.turn)

    def in_turn(self, state: Any) -> int | None:
        """The active seat."""
        return None if state.active == NOBODY else int(state.active)

    def observe(self, state: Any, seat: int | None) -> view.Knowledge:
        """What a seat or a spectator knows: everything."""
        return view.Knowledge(state, view.SPECTATOR if seat is None else seat)

    def render(self, knowledge: Any) -> dict[str, Any]:
        """Knowledge as JSON."""
        return view.render(knowledge)

    def determinize(self, knowledge: Any, rng: Random) -> State:
        """The position itself."""
        return view.determinize(knowledge, rng)

    def result(self, state: Any) -> Result | None:
        """The winners and all totals, once every box is full."""
        if not state.winners:
            return None
        winners = tuple([seat for seat in range(state.seats) if state.winners >> seat & 1])
        return Result(winners, tuple([state.total(seat) for seat in range(state.seats)]))

    def points(self, state: Any) -> tuple[int, ...]:
        """The total of every sheet so far."""
        return tuple([state.total(seat) for seat in range(state.seats)])

    def geometry(self, state: Any) -> dict[str, Any]:
        """The printed sheet."""
        return geometry()

    def printed(self, config: Config) -> dict[str, Any] | None:
        """The sheet is the same for every game."""
        return geometry()

    def named_places(self) -> Mapping[str, tuple[str, str]]:
        """Where the places that messages name stand on the board."""
        return PLACED

    def place_names(self, board: Mapping[str, Any]) -> Mapping[str, Sequence[Phrase | None]]:
        """What the places of a board are called."""
        return names_of(board)

    def picture(self, knowledge: Any, names: Sequence[str]) -> Picture:
        """All sheets and the dice."""
        return draw_game(knowledge, names)

    def pack(self, state: Any) -> bytes:
        """The position as bytes."""
        return packing.pack(state)

    def unpack(self, packed: bytes) -> State:
        """The position from its bytes."""
        return packing.unpack(packed)

    def text(self, state: Any) -> str:
        """All sheets as text."""
        return draw_sheets(state)
