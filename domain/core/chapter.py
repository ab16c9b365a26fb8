"""Defines chapters: parts of the rules as data. A game is the sum of its chapters, base game and modules alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Generic, TypeVar

from domain.core.actions import Template
from domain.core.agenda import Agenda, Frame, Members
from domain.core.decider import Draft, Evolvers
from domain.core.documents import JsonObject, JsonValue
from domain.core.messages import AnyCommand, Keyed
from domain.core.table_state import TableState

S = TypeVar("S", bound=TableState)

Rule = Callable[[Draft[S], int, Keyed], Agenda | None]
"""Carries out a command of a seat: refuses or emits, and returns the agenda that follows, None if it stays."""
Lister = Callable[[S, int], list[AnyCommand]]
"""Lists the commands that a chapter offers a seat while a frame is open."""
TemplateMaker = Callable[[S, int], list[Template[Any]]]
"""Lists the same for open families of commands."""
Owed = list[Frame]
"""Frames that are pushed onto the agenda in ascending order of their kinds."""
Reaction = Callable[[Draft[S], int, Keyed], Owed]
"""Reacts to an event of a seat's command: it only emits, and returns the frames that it opens."""
Comparison = Callable[[Draft[S], int, Keyed, S], Owed]
"""Reacts in the same way, and also receives the position before the event."""

Arrival = Callable[[Draft[S], Frame], Agenda]
"""Handles a frame that waits for no seat when it comes to lie on top, and returns the agenda that follows."""

Details = Callable[[S, Keyed], JsonObject]
"""Returns what a command is about beyond its own members, in JSON, as everybody may know it."""

Outcomes = Sequence[Sequence[JsonValue]]
"""Says in JSON what the indexes of a stream's draws stand for: a row for each number of possible outcomes."""

Refusals = Mapping[type | None, str]
"""Maps commands to the rules that refuse them."""
ANY: Final = None
"""In a table of refusals: all commands that are not named."""

C = TypeVar("C")


def interpreted(cls: C) -> C:
    """Mark a class that mypyc leaves as it is, for it cannot compile a dataclass with type variables."""
    return cls


class Watch(Generic[S]):
    """Takes a note before a command, and acts after its reactions if there was something to note."""

    def __init__(self, note: Callable[[S], Any], act: Callable[[Draft[S], Any], None]) -> None:
        self.note = note
        self.act = act


class Compared(Generic[S]):
    """Marks a reaction that looks at the position before its event."""

    def __init__(self, react: Comparison[S]) -> None:
        self.react = react


@interpreted
@dataclass(frozen=True, slots=True, kw_only=True)
class Times(Generic[S]):
    """Defines what some of the seats may do while a frame of a kind is open; each table is keyed by that kind."""

    allowed: Mapping[int, frozenset[type]] = field(default_factory=dict)
    """The commands that may be sent."""
    refusals: Mapping[int, Refusals] = field(default_factory=dict)
    """The rule that refuses another command, where ANY stands for those not named."""
    listers: Mapping[int, Lister[S]] = field(default_factory=dict)
    """List the commands that can be sent."""
    templates: Mapping[int, TemplateMaker[S]] = field(default_factory=dict)
    """List the open families of them."""


@interpreted
@dataclass(frozen=True, slots=True)
class Chapter(Generic[S]):
    """Holds what a chapter of the rules brings; everything but its name may stay empty."""

    name: str
    _: KW_ONLY
    frames: Mapping[int, str] = field(default_factory=dict)
    """The names of its kinds of frames by number."""
    members: Mapping[int, Members] = field(default_factory=dict)
    """What the numbers of frames say."""
    streams: Mapping[int, str] = field(default_factory=dict)
    """The names of its streams of chance."""
    outcomes: Mapping[int, Outcomes] = field(default_factory=dict)
    """What may come out of them."""
    rules: Mapping[type, Rule[S]] = field(default_factory=dict)
    """What a command does."""
    acting: Times[S] = field(default_factory=Times)
    """For the seats that the open frame waits for."""
    others: Times[S] = field(default_factory=Times)
    """For all other seats."""
    out_of_turn: Refusals = field(default_factory=dict)
    """The rule that refuses a command where the frame names none."""
    idle: tuple[type, ...] = ()
    """The commands that pass or do the least, for an absent player, the tamest first."""
    evolvers: Evolvers[S] = field(default_factory=dict)
    """Write an event into the position."""
    reactions: Mapping[type, Reaction[S] | Compared[S]] = field(default_factory=dict)
    """Follow from an event of any command, and from the events that `counts_as` says are of its kind."""
    counts_as: Mapping[type, type] = field(default_factory=dict)
    arrivals: Mapping[int, Arrival[S]] = field(default_factory=dict)
    """What frames bring about by themselves."""
    watch: Watch[S] | None = None
    """Looks at every command."""
    check: Callable[[S], None] | None = None
    """Raises Unsound for a position that no game could have."""
    settle: Callable[[Draft[S]], None] | None = None
    """Emits what follows from pieces that were put there by hand."""
    details: Mapping[type, Details[S]] = field(default_factory=dict)
    """Say for a text what a command is about: what an offer gives."""
