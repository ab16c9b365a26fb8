"""Chapters: a part of the rules as data. A game is the sum of its chapters, its base game and modules alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from domain.core.actions import Template
from domain.core.agenda import Agenda, Frame, Members
from domain.core.decider import Draft, Evolvers
from domain.core.table_state import TableState

S = TypeVar("S", bound=TableState)

Rule = Callable[[Draft[S], int, Any], Agenda | None]
"""What a command of a seat does: it refuses or emits, and gives the agenda that follows, None where that one stays."""
Lister = Callable[[S, int], list[object]]
"""The commands that a chapter offers a seat while a frame is open."""
TemplateMaker = Callable[[S, int], list[Template]]
"""The same for open families of commands."""
Owed = list[tuple[int, Frame]]
"""Frames that go on top of the agenda, each with its priority; the lowest priority lies lowest."""
Reaction = Callable[[Draft[S], int, Any], Owed]
"""What follows from an event of a command of a seat: a reaction emits alone, and says which frames it opens."""

Arrival = Callable[[Draft[S], Frame], Agenda]
"""What happens when a frame that waits for nobody comes to lie on top, and the agenda that follows."""

ANY: Final = None
"""In a table of refusals: all commands that are not named."""


class Watch(Generic[S]):
    """What a chapter notes before a command, and does after its reactions where it has noted anything."""

    def __init__(self, note: Callable[[S], Any], act: Callable[[Draft[S], Any], None]) -> None:
        self.note = note
        self.act = act


@dataclass(frozen=True, slots=True, kw_only=True)
class Times(Generic[S]):
    """What some of the seats may do while a frame of a kind is open; each table is by that kind."""

    allowed: Mapping[int, frozenset[type]] = field(default_factory=dict)
    """The commands that may be sent."""
    refusals: Mapping[int, Mapping[type | None, str]] = field(default_factory=dict)
    """The rule that refuses another command; ANY stands for those not named."""
    listers: Mapping[int, Lister[S]] = field(default_factory=dict)
    """What lists the commands that can be sent."""
    templates: Mapping[int, TemplateMaker[S]] = field(default_factory=dict)
    """What lists the open families of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter(Generic[S]):
    """What a chapter of the rules brings; everything but its name may stay empty."""

    name: str
    frames: Mapping[int, str] = field(default_factory=dict)
    """The names of its kinds of frames, by number."""
    members: Mapping[int, Members] = field(default_factory=dict)
    """What the numbers of these frames say."""
    streams: Mapping[int, str] = field(default_factory=dict)
    """The names of its streams of chance, by number."""
    rules: Mapping[type, Rule[S]] = field(default_factory=dict)
    """What a command does."""
    acting: Times[S] = field(default_factory=Times)
    """What the seats may do that the open frame waits for."""
    others: Times[S] = field(default_factory=Times)
    """What the other seats may do meanwhile."""
    out_of_turn: Mapping[type | None, str] = field(default_factory=dict)
    """The rule that refuses a command where the open frame names none."""
    idle: tuple[type, ...] = ()
    """The commands that pass or do the least, for an absent player; the tamest first."""
    evolvers: Evolvers[S] = field(default_factory=dict)
    """What an event writes into the position."""
    reactions: Mapping[type, Reaction[S]] = field(default_factory=dict)
    """What follows from an event of any command."""
    arrivals: Mapping[int, Arrival[S]] = field(default_factory=dict)
    """What frames bring about by themselves."""
    watch: Watch[S] | None = None
    """What the chapter looks after at every command."""
