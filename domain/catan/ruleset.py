"""Catan as a ruleset: the closed interface over the base game's chapters."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from domain.catan import combinations, maps, options, packing, playing, view
from domain.catan.commands import MOST_CARDS, base_commands
from domain.catan.drawing import draw_board
from domain.catan.events import GameStarted, base_events
from domain.catan.geometry import geometry
from domain.catan.module import own
from domain.catan.modules import REGISTRY
from domain.catan.pictures.whole import draw_game
from domain.catan.place_names import PLACED, names_of
from domain.catan.setting import Setting
from domain.catan.setup import open_game, printed_board
from domain.catan.state import State
from domain.catan.terms import KINDS, MOST_SEATS, NOBODY
from domain.catan.topology import bits
from domain.catan.wares import Ware, goods_kind
from domain.core.actions import Actions
from domain.core.agenda import Awaited, Frames, Members
from domain.core.chance import Chance
from domain.core.decider import Draft
from domain.core.errors import InvalidFile
from domain.core.messages import MessageTable
from domain.core.position import PositionSet
from domain.core.ruleset import AGENT_PLAYS_ON, Config, Result, Ruleset
from domain.pictures.shapes import Phrase, Picture


class Catan(Ruleset[State, view.Knowledge]):
    """Catan with every module that the registry lists; a game plays with those that its configuration names."""

    def __init__(self) -> None:
        self.name = "catan"
        self.version = 1
        self.pack_version = 1
        frames: dict[int, str] = {}
        members: dict[int, Members] = {}
        streams: dict[int, str] = {}
        wares: dict[int, Ware] = {}
        self.evolvers: dict[Any, Any] = {}
        for module in REGISTRY:
            own(frames, module.frames)
            own(members, module.frame_members)
            own(streams, module.streams)
            own(wares, module.wares)
            own(self.evolvers, module.evolvers)
        self.frames = frames
        self.idle = tuple([command for module in REGISTRY for command in module.idle])
        self.leaving = AGENT_PLAYS_ON
        self.streams = tuple(streams[number] for number in range(len(streams)))
        goods = goods_kind(wares, MOST_CARDS)
        self.commands = MessageTable([*base_commands(goods), *(row for m in REGISTRY for row in m.commands)])
        rows = [row for module in REGISTRY for row in module.events]
        self.events = MessageTable([*base_events(Frames(frames, members, MOST_SEATS), goods), *rows])

    def describe(self) -> dict[str, Any]:
        """Seats, maps, modules, the matrix of their combinations, and options."""
        return {
            **combinations.describe(),
            "options": options.schema_of(combinations.EVERYTHING),
            "frames": list(self.frames.values()),
        }

    def configure(self, seats: int, map_name: str | None, modules: Sequence[str], options_: dict[str, Any]) -> Config:
        """The complete configuration; raises InvalidConfiguration."""
        return combinations.configure(seats, map_name, modules, options_)

    def completed(self, config: Config) -> Config:
        """The configuration of a stored game with every option of today."""
        return combinations.completed(config)

    def setup(self, config: Config, chance: Chance) -> list[Any]:
        """The events that open a game."""
        return open_game(config, chance, combinations.compose(config.modules))

    def begin(self, event: Any) -> State:
        """The position that GameStarted or PositionSet opens."""
        if isinstance(event, PositionSet):
            return self.unpack(event.position)
        assert isinstance(event, GameStarted)
        setting = Setting(event, combinations.compose(event.config["modules"]))
        state = State(setting)
        state.bank = [setting.supply] * KINDS
        state.deck = setting.deck
        state.slices = setting.rules.open_slices(setting)
        return state

    def evolve(self, state: Any, event: Any) -> None:
        """Apply an event in place."""
        self.evolvers[type(event)](state, event)

    def draft(self, state: Any, chance: Chance) -> Draft[State]:
        """A draft that owns the state."""
        return Draft(state, chance, self.streams, self.evolvers)

    def play(self, draft: Draft[State], seat: int, command: Any) -> None:
        """Judge and carry out a command."""
        playing.play(draft, seat, command)

    def actions(self, state: Any, seat: int) -> Actions:
        """What a seat may do now."""
        return playing.actions(state, seat, self.idle)

    def awaiting(self, state: Any) -> list[Awaited]:
        """The seats that the top frame waits for, and those with an open offer to answer."""
        if not state.agenda:
            return []
        frame = state.agenda[-1]
        name = self.frames[frame.kind]
        owing = [Awaited(seat, name, True) for seat in bits(frame.seats)]
        if not state.offers:
            return owing
        return owing + [Awaited(seat, "answer_offer", False) for seat in bits(playing.asked_seats(state))]

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
        return view.determinize(knowledge, rng)

    def result(self, state: Any) -> Result | None:
        """The winner and all points, once there is one."""
        if state.winner == NOBODY:
            return None
        return Result((state.winner,), tuple(state.points))

    def points(self, state: Any) -> tuple[int, ...]:
        """The open points of every seat; victory point cards are hidden."""
        return tuple(state.points)

    def geometry(self, state: Any) -> dict[str, Any]:
        """The immutable board."""
        return geometry(state.setting)

    def places(self, state: Any) -> Mapping[str, tuple[str, int]]:
        """How many nodes, edges and tiles the board has."""
        board = state.setting.board.topology
        edges = ("edge", board.edges)
        return {"node": ("node", board.nodes), "edge": edges, "origin": edges, "tile": ("tile", board.tiles)}

    def printed(self, config: Config) -> dict[str, Any] | None:
        """The board of a map that lies before the game is set up; None for the variable one."""
        is_laid = config.map == maps.DEFAULT
        return None if is_laid else geometry(Setting(printed_board(config), combinations.compose(config.modules)))

    def named_places(self) -> Mapping[str, tuple[str, str]]:
        """Where the places that messages name stand on the board."""
        return PLACED

    def place_names(self, board: Mapping[str, Any]) -> Mapping[str, Sequence[Phrase | None]]:
        """What the places of a board are called."""
        return names_of(board)

    def picture(self, knowledge: Any, names: Sequence[str]) -> Picture:
        """Board and table."""
        return draw_game(knowledge, names)

    def lexicon(self, state: Any) -> Mapping[str, Mapping[str, str]]:
        """The words of the map."""
        return maps.lexicon(state.setting.config.map)

    def bad_file(self) -> InvalidFile | None:
        """The first bad map."""
        try:
            maps.check_all()
        except InvalidFile as bad:
            return bad
        return None

    def pack(self, state: Any) -> bytes:
        """The position as bytes."""
        return packing.pack(state)

    def unpack(self, packed: bytes) -> State:
        """The position from its bytes."""
        return packing.unpack(packed, combinations.compose)

    def text(self, state: Any) -> str:
        """The public board as text."""
        return draw_board(state)
