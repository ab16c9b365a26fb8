"""Modules compose as data, in three strengths: sums of messages and frames, reactions that only emit, rule points."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from domain.catan.points import Points
from domain.catan.terms import MOST_SEATS
from domain.catan.wares import Ware
from domain.core.agenda import Frames, Members
from domain.core.messages import Message


class Slice(ABC):
    """A module's own part of a position. Slices of other seats' secrets are hidden before anybody sees them."""

    @abstractmethod
    def copy(self) -> "Slice":
        """An independent copy."""

    @abstractmethod
    def pack(self) -> Any:
        """JSON values from which the module's `unpack` makes the slice again."""

    @abstractmethod
    def observed(self, seat: int) -> "Slice":
        """What a seat (-1: a spectator) knows of it."""

    @abstractmethod
    def render(self, view: Any) -> dict[str, Any]:
        """An observed slice as JSON; `view` is the knowledge that it is part of."""

    @abstractmethod
    def determinized(self, state: Any, rng: Random) -> "Slice":
        """A whole slice that fits an observed one, the unknown sampled; `state` is whole but for its slices."""

    def pledged(self, view: Any) -> tuple[int, ...]:
        """Resource cards that seats show to hold while something waits, flat by seat and kind; () for none."""
        return ()

    def seen_in_deck(self) -> tuple[int, ...]:
        """The development cards that the observer of this slice knows to lie in the deck, by kind; () for none."""
        return ()


class Module:
    """What a module adds; every member may stay empty.

    `frames`, `streams` (of chance) and `wares` (tradable beside the resources) are numbered on from the base game's;
    `frame_members` tell what the number of a frame says.
    `handlers` say what a command does, `allowed` which commands a frame lets the seats do that it waits for (and
    `allowed_others` the rest), `listers` which commands are listed there, `templates` which open families; `refusals`
    name the rule that refuses a command in a frame, `out_of_turn` outside the own turn, `between_turns` while others
    build after a turn; `idle` are the commands that pass or decline, for an absent player; `reactions` may emit and
    give back (priority, frame) pairs that go on top of the agenda, the lowest priority lowest. `options` are the JSON
    schemas of what a table may choose, by name; `before` says how games were played before an option existed, where
    that is not its default.
    """

    def __init__(
        self,
        name: str,
        *,
        commands: tuple[Message, ...] = (),
        idle: tuple[Any, ...] = (),
        events: tuple[Message, ...] = (),
        frames: Mapping[int, str] | None = None,
        frame_members: Mapping[int, Members] | None = None,
        streams: Mapping[int, str] | None = None,
        wares: Mapping[int, Ware] | None = None,
        handlers: Mapping[Any, Callable[..., Any]] | None = None,
        allowed: Mapping[int, frozenset[Any]] | None = None,
        allowed_others: Mapping[int, frozenset[Any]] | None = None,
        refusals: Mapping[int, Mapping[Any, str]] | None = None,
        refusals_others: Mapping[int, Mapping[Any, str]] | None = None,
        out_of_turn: Mapping[Any, str] | None = None,
        between_turns: Mapping[Any, str] | None = None,
        listers: Mapping[int, Callable[..., list[object]]] | None = None,
        listers_others: Mapping[int, Callable[..., list[object]]] | None = None,
        templates: Mapping[int, Callable[..., Any]] | None = None,
        templates_others: Mapping[int, Callable[..., Any]] | None = None,
        evolvers: Mapping[Any, Callable[[Any, Any], None]] | None = None,
        reactions: Mapping[Any, Callable[..., Any]] | None = None,
        points: Mapping[str, Any] | None = None,
        open_slice: Callable[[Any], Slice] | None = None,
        unpack_slice: Callable[[Any], Slice] | None = None,
        options: Mapping[str, dict[str, Any]] | None = None,
        before: Mapping[str, Any] | None = None,
        brought_by: Callable[[int, str], bool] | None = None,
        refused: Callable[[int, str], str | None] | None = None,
    ) -> None:
        self.name = name
        self.commands = commands
        self.idle = idle
        self.events = events
        self.frames = frames or {}
        self.frame_members = frame_members or {}
        self.streams = streams or {}
        self.wares = wares or {}
        self.handlers = handlers or {}
        self.allowed = allowed or {}
        self.allowed_others = allowed_others or {}
        self.refusals = refusals or {}
        self.refusals_others = refusals_others or {}
        self.out_of_turn = out_of_turn or {}
        self.between_turns = between_turns or {}
        self.listers = listers or {}
        self.listers_others = listers_others or {}
        self.templates = templates or {}
        self.templates_others = templates_others or {}
        self.evolvers = evolvers or {}
        self.reactions = reactions or {}
        self.points = points or {}
        self.open_slice = open_slice
        self.unpack_slice = unpack_slice
        self.options = options or {}
        self.before = before or {}
        self.brought_by = brought_by
        self.refused = refused


class Rules:
    """The modules of one game put together; one table for every question."""

    def __init__(self, modules: tuple[Module, ...]) -> None:
        self.modules = modules
        self.frames: dict[int, str] = {}
        self.frame_members: dict[int, Members] = {}
        self.wares: dict[int, Ware] = {}
        self.handlers: dict[Any, Callable[..., Any]] = {}
        self.allowed: dict[int, frozenset[Any]] = {}
        self.allowed_others: dict[int, frozenset[Any]] = {}
        self.refusals: dict[int, dict[Any, str]] = {}
        self.refusals_others: dict[int, dict[Any, str]] = {}
        self.out_of_turn: dict[Any, str] = {}
        self.between_turns: dict[Any, str] = {}
        self.listers: dict[int, list[Callable[..., list[object]]]] = {}
        self.listers_others: dict[int, list[Callable[..., list[object]]]] = {}
        self.templates: dict[int, list[Callable[..., Any]]] = {}
        self.templates_others: dict[int, list[Callable[..., Any]]] = {}
        self.reactions: dict[Any, list[Callable[..., Any]]] = {}
        self.options: dict[str, dict[str, Any]] = {}
        self.before: dict[str, Any] = {}
        self.points = Points()
        self.streams = 1 + max(number for module in modules for number in module.streams)
        for module in modules:
            self._add(module)
        self.frame_table = Frames(self.frames, self.frame_members, MOST_SEATS)

    def _add(self, module: Module) -> None:
        own(self.frames, module.frames)
        own(self.frame_members, module.frame_members)
        own(self.wares, module.wares)
        own(self.handlers, module.handlers)
        own(self.options, module.options)
        own(self.before, module.before)
        own(self.out_of_turn, module.out_of_turn)
        own(self.between_turns, module.between_turns)
        _join_sets(self.allowed, module.allowed)
        _join_sets(self.allowed_others, module.allowed_others)
        _join_tables(self.refusals, module.refusals)
        _join_tables(self.refusals_others, module.refusals_others)
        for mine, theirs in (
            (self.listers, module.listers),
            (self.listers_others, module.listers_others),
            (self.templates, module.templates),
            (self.templates_others, module.templates_others),
            (self.reactions, module.reactions),
        ):
            for key, function in theirs.items():
                mine.setdefault(key, []).append(function)
        for name, value in module.points.items():
            _at(self.points, name).append(value)

    def open_slices(self, setting: Any) -> dict[str, Slice]:
        """The slices of a new game, by the names of their modules."""
        return {m.name: m.open_slice(setting) for m in self.modules if m.open_slice is not None}

    def unpack_slices(self, packed: Mapping[str, Any]) -> dict[str, Slice]:
        """The slices of a packed position."""
        return {m.name: m.unpack_slice(packed[m.name]) for m in self.modules if m.unpack_slice is not None}


def _at(points: Points, name: str) -> list[Any]:
    if not hasattr(points, name):
        raise ValueError(f"no rule point {name}")
    at: list[Any] = getattr(points, name)
    return at


def own(mine: dict[Any, Any], theirs: Mapping[Any, Any]) -> None:
    """Add entries that nobody else may own."""
    for key, value in theirs.items():
        if key in mine:
            raise ValueError(f"two owners of {key}")
        mine[key] = value


def _join_sets(mine: dict[int, frozenset[Any]], theirs: Mapping[int, frozenset[Any]]) -> None:
    for key, value in theirs.items():
        mine[key] = mine.get(key, frozenset()) | value


def _join_tables(mine: dict[int, dict[Any, str]], theirs: Mapping[int, Mapping[Any, str]]) -> None:
    for key, table in theirs.items():
        own(mine.setdefault(key, {}), table)
