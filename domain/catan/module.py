"""Composes modules as data, in three ways: sums of messages and frames, reactions that only emit, rule points."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.catan.belief import Evidence
from domain.catan.module_slices import Slice
from domain.catan.points import Points, join
from domain.catan.setting import Composed
from domain.catan.state import Public, Setting, State
from domain.catan.terms import MOST_SEATS
from domain.catan.wares import Ware
from domain.core.agenda import Frames
from domain.core.chapter import Chapter, own
from domain.core.documents import Document, JsonObject, JsonValue
from domain.core.kinds import Kind
from domain.core.messages import AnyEvent, Keyed, Message

Messages = tuple[Message[Any], ...]
Evolver = Callable[[State, Keyed], None]
Fold = Callable[[Any, Keyed], None]
"""Writes an event into a module's own part of a position, by assignments alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """Represents a chapter of the base game, or one that some games are played with, and what else it brings.

    Frames and streams of chance of the latter are numbered on from those of the base game.
    """

    chapter: Chapter[State]
    order: int = 0
    """Its place among the chapters of the base game, or among the modules, when they are composed."""
    listing: int | None = None
    """Its place among them when commands are listed, if that differs from `order`."""
    commands: Messages = ()
    events: Messages = ()
    goods_messages: Callable[[Kind], tuple[Messages, Messages]] | None = None
    """Makes the commands and events with goods among their fields, of the kind of everything that may be traded."""
    wares: Mapping[int, Ware[Public]] = field(default_factory=dict)
    """Lists what may be traded besides the resources, numbered after these."""
    between_turns: Mapping[type, str] = field(default_factory=dict)
    """Maps commands to the rule that refuses them while others build after a turn."""
    points: Points[Setting, Public, State] = field(default_factory=Points)
    """Says what changes at the rule points."""
    open_slice: Callable[[Setting], Slice] | None = None
    """Makes its own part of a new position."""
    unpack_slice: Callable[[JsonValue, State], Slice] | None = None
    """Restores that part from its packed values; the position is whole but for its slices."""
    restore_slice: Callable[[Document, State, int], Slice] | None = None
    """Restores what an observer (-1: a spectator) knows of that part from what views show of it."""
    folds: Mapping[type, Fold] = field(default_factory=dict)
    """Maps events of any chapter to the function that writes them into that part."""
    evidence: Evidence = field(default_factory=dict)
    """Maps its events to the functions that update beliefs: all that move or reveal cards, or bring points."""
    options: Mapping[str, JsonObject] = field(default_factory=dict)
    """Maps the names of its options to their JSON Schemas."""
    before: Document = field(default_factory=dict)
    """Says how games were played before an option existed, if that is not its default."""
    brought_by: Callable[[int, str], bool] | None = None
    """Says whether seats and map bring it by themselves; None if a table chooses it."""
    map_refusal: Callable[[int, str], str | None] | None = None
    """Returns the rule against playing it with so many seats on a map; None where it can be played."""

    @property
    def name(self) -> str:
        """Return what configurations call it."""
        return self.chapter.name

    def messages(self, goods: Kind) -> tuple[Messages, Messages]:
        """Return the tables of its commands and of its events; `goods` is everything that may be traded."""
        commands, events = self.goods_messages(goods) if self.goods_messages else ((), ())
        return (*commands, *self.commands), (*events, *self.events)


class Rules(Composed[Setting, Public, State]):
    """Composes the base game and the modules of one game."""

    def __init__(self, modules: Sequence[Module], listing: Sequence[Module] | None = None) -> None:
        """`listing` has the modules in the order in which their commands are listed, if it is not that of `modules`."""
        super().__init__([module.chapter for module in modules], [module.chapter for module in (listing or modules)])
        self.modules = modules
        self.wares = {}
        self.between_turns = {}
        self.options = {}
        self.before = {}
        self.evidence = {}
        self.points = join([module.points for module in modules])
        self.targets = self.points.target
        for module in modules:
            own(self.wares, module.wares)
            own(self.between_turns, module.between_turns)
            own(self.options, module.options)
            own(self.before, module.before)
            own(self.evidence, module.evidence)
        for event in {event for module in modules for event in module.folds}:
            folds = tuple([(module.name, module.folds[event]) for module in modules if event in module.folds])
            self.evolvers[event] = _fold(self.evolvers[event], folds)
        self.frame_table = Frames(self.frames, self.members, MOST_SEATS)

    def open_slices(self, setting: Setting) -> dict[str, Slice]:
        """Return the slices of a new game, by the names of their modules."""
        return {m.name: m.open_slice(setting) for m in self.modules if m.open_slice is not None}

    def unpack_slices(self, packed: Document, state: State) -> dict[str, Slice]:
        """Return the slices of a packed position, which is whole but for them."""
        return {m.name: m.unpack_slice(packed[m.name], state) for m in self.modules if m.unpack_slice is not None}

    def restore_slices(self, shown: Document, state: State, observer: int) -> dict[str, Slice]:
        """Return the slices as an observer knows them, from what views show of each."""
        return {
            m.name: m.restore_slice(shown[m.name], state, observer) for m in self.modules if m.restore_slice is not None
        }


def _fold(evolver: Evolver, folds: Sequence[tuple[str, Fold]]) -> Evolver:
    """Return what writes an event into the position and then into the parts of those modules that take part."""

    def evolve(s: State, event: AnyEvent) -> None:
        evolver(s, event)
        if s.slices:
            for name, fold in folds:
                part = s.slices.get(name)
                if part is not None:
                    fold(part, event)

    return evolve
