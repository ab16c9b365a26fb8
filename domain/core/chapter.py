"""Defines chapters: parts of the rules as data. A game is the sum of its chapters, base game and modules alike."""

from collections.abc import Callable, Mapping, Sequence
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

_EMPTY: Final[Mapping[Any, Any]] = {}
Refusals = Mapping[type | None, str]
"""Maps commands to the rules that refuse them."""
ANY: Final = None
"""In a table of refusals: all commands that are not named."""


class Watch(Generic[S]):
    """Takes a note before a command, and acts after its reactions if there was something to note."""

    def __init__(self, note: Callable[[S], Any], act: Callable[[Draft[S], Any], None]) -> None:
        self.note = note
        self.act = act


class Compared(Generic[S]):
    """Marks a reaction that looks at the position before its event."""

    def __init__(self, react: Comparison[S]) -> None:
        self.react = react


class Times(Generic[S]):
    """Defines what some of the seats may do while a frame of a kind is open; each table is keyed by that kind.

    `allowed` are the commands that may be sent; `refusals` the rule that refuses another command, where ANY stands for
    those not named. `listers` list the commands that can be sent, `templates` the open families of them.
    """

    def __init__(
        self,
        *,
        allowed: Mapping[int, frozenset[type]] = _EMPTY,
        refusals: Mapping[int, Refusals] = _EMPTY,
        listers: Mapping[int, Lister[S]] = _EMPTY,
        templates: Mapping[int, TemplateMaker[S]] = _EMPTY,
    ) -> None:
        self.allowed = allowed
        self.refusals = refusals
        self.listers = listers
        self.templates = templates


class Chapter(Generic[S]):
    """Holds what a chapter of the rules brings; everything but its name may stay empty.

    `frames` are the names of its kinds of frames by number, `members` what their numbers say, `streams` the names of
    its streams of chance, `outcomes` what may come out of them. `rules` say what a command does. `acting` is for the
    seats that the open frame waits for, `others` for the rest; `out_of_turn` names the rule that refuses a command
    where the frame names none. `idle` are the commands that pass or do the least, for an absent player, the tamest
    first. `evolvers` write an event into the position. `reactions` follow from an event of any command, and from the
    events that `counts_as` says are of its kind. `arrivals` are what frames bring about by themselves. `watch` looks at
    every command. `check` raises Unsound for a position that no game could have; `settle` emits what follows from
    pieces that were put there by hand. `details` say for a text what a command is about: what an offer gives.
    """

    def __init__(
        self,
        name: str,
        *,
        frames: Mapping[int, str] = _EMPTY,
        members: Mapping[int, Members] = _EMPTY,
        streams: Mapping[int, str] = _EMPTY,
        outcomes: Mapping[int, Outcomes] = _EMPTY,
        rules: Mapping[type, Rule[S]] = _EMPTY,
        acting: Times[S] | None = None,
        others: Times[S] | None = None,
        out_of_turn: Refusals = _EMPTY,
        idle: tuple[type, ...] = (),
        evolvers: Evolvers[S] = _EMPTY,
        reactions: Mapping[type, Reaction[S] | Compared[S]] = _EMPTY,
        counts_as: Mapping[type, type] = _EMPTY,
        arrivals: Mapping[int, Arrival[S]] = _EMPTY,
        watch: Watch[S] | None = None,
        check: Callable[[S], None] | None = None,
        settle: Callable[[Draft[S]], None] | None = None,
        details: Mapping[type, Details[S]] = _EMPTY,
    ) -> None:
        self.name = name
        self.frames = frames
        self.members = members
        self.streams = streams
        self.outcomes = outcomes
        self.rules = rules
        self.acting: Times[S] = acting or Times()
        self.others: Times[S] = others or Times()
        self.out_of_turn = out_of_turn
        self.idle = idle
        self.evolvers = evolvers
        self.reactions = reactions
        self.counts_as = counts_as
        self.arrivals = arrivals
        self.watch = watch
        self.check = check
        self.settle = settle
        self.details = details
