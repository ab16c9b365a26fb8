"""Defines chapters: parts of the rules as data. A game is the sum of its chapters, base game and modules alike.

`Rules` merges the chapters of a game into one table per question, such as which rule carries out a command.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Generic, TypeVar

from domain.core.actions import Template
from domain.core.agenda import Agenda, Frame, Members
from domain.core.decider import Draft, Evolvers, EvolverTable
from domain.core.documents import JsonObject, JsonValue
from domain.core.messages import AnyCommand, Keyed, Message
from domain.core.proposals import Proposal
from domain.core.table_state import TableState

S = TypeVar("S", bound=TableState)

Rule = Callable[[Draft[S], int, Keyed], Agenda | None]
"""Carries out a command of a seat: refuses or emits, and returns the agenda that follows, None if it stays."""
Lister = Callable[[S, int], list[AnyCommand]]
"""Lists the commands that a chapter offers a seat while a frame is open."""
TemplateMaker = Callable[[S, int], list[Template[Any]]]
"""Lists the templates of open families of commands that a chapter offers a seat while a frame is open."""
Owed = list[Frame]
"""Frames that are pushed onto the agenda in ascending order of their kinds."""
Reaction = Callable[[Draft[S], int, Keyed], Owed]
"""Reacts to an event of a seat's command: it only emits, and returns the frames that it opens."""
Comparison = Callable[[Draft[S], int, Keyed, S], Owed]
"""A reaction that also receives the position before the event."""

Arrival = Callable[[Draft[S], Frame], Agenda]
"""Handles a frame that waits for no seat when it comes to lie on top, and returns the agenda that follows."""

Details = Callable[[S, Keyed], JsonObject]
"""Returns public details of a command that its own members lack, in JSON, such as the cards of an accepted offer."""

Proposals = Callable[[S, int], list[Proposal]]
"""Lists what others propose to a seat that it has not answered yet."""

Outcomes = Sequence[Sequence[JsonValue]]
"""Returns in JSON what the indexes of a stream's draws stand for: a row for each number of possible outcomes."""

Refusals = Mapping[type | None, str]
"""Maps commands to the rules that refuse them."""
ANY: Final = None
"""In a table of refusals: all commands that are not named."""

C = TypeVar("C")


def interpreted(cls: C) -> C:
    """Mark a class that mypyc leaves interpreted, since it cannot compile a dataclass with type variables."""
    return cls


def always(*commands: AnyCommand) -> Callable[[Any, int], list[AnyCommand]]:
    """Return the lister of commands that can be sent whenever the frame is open."""
    found = list(commands)

    def list_found(state: object, seat: int) -> list[AnyCommand]:
        return found

    return list_found


def change_nothing(state: object, event: object) -> None:
    """Change nothing in a position: the event says what happened, and others bring it about."""


class Watch(Generic[S]):
    """Notes something before a command, and acts on the note after the command's reactions."""

    def __init__(self, note: Callable[[S], Any], act: Callable[[Draft[S], Any], None]) -> None:
        self.note = note
        self.act = act


class Compared(Generic[S]):
    """Marks a reaction that compares the position with that before its event."""

    def __init__(self, react: Comparison[S]) -> None:
        self.react = react


@interpreted
@dataclass(frozen=True, slots=True, kw_only=True)
class Times(Generic[S]):
    """Defines which commands some of the seats may send while a frame is open; each table is keyed by its kind."""

    allowed: Mapping[int, frozenset[type]] = field(default_factory=dict)
    """Commands that may be sent."""
    refusals: Mapping[int, Refusals] = field(default_factory=dict)
    """Rules that refuse other commands; ANY stands for commands not named."""
    listers: Mapping[int, Lister[S]] = field(default_factory=dict)
    """Functions that list the commands that can be sent."""
    templates: Mapping[int, TemplateMaker[S]] = field(default_factory=dict)
    """Functions that list the templates of open families of commands."""


@interpreted
@dataclass(frozen=True, slots=True)
class Chapter(Generic[S]):
    """Holds the parts of a chapter of the rules; all but its name may be empty."""

    name: str
    _: KW_ONLY
    order: int = 0
    """Place among the chapters of its game: by it they list commands, and messages in the tables."""
    commands: Sequence[Message[Any]] = ()
    """Rows of the table of commands."""
    events: Sequence[Message[Any]] = ()
    """Rows of the table of events."""
    frames: Mapping[int, str] = field(default_factory=dict)
    """Names of the kinds of frames, by number."""
    members: Mapping[int, Members] = field(default_factory=dict)
    """Members that the numbers of frames encode, by kind of frame."""
    streams: Mapping[int, str] = field(default_factory=dict)
    """Names of the streams of chance, by number."""
    outcomes: Mapping[int, Outcomes] = field(default_factory=dict)
    """Possible results of the draws, by stream."""
    rules: Mapping[type, Rule[S]] = field(default_factory=dict)
    """Functions that carry out commands."""
    acting: Times[S] = field(default_factory=Times)
    """Commands of the seats that the open frame waits for."""
    others: Times[S] = field(default_factory=Times)
    """Commands of all other seats."""
    out_of_turn: Refusals = field(default_factory=dict)
    """Rules that refuse commands for which the open frame names none."""
    idle: tuple[type, ...] = ()
    """Commands that pass or do the least, for an absent player, the least consequential first."""
    evolvers: Evolvers[S] = field(default_factory=dict)
    """Functions that apply events to the position."""
    reactions: Mapping[type, Reaction[S] | Compared[S]] = field(default_factory=dict)
    """Functions called after an event of any command, and after events that `counts_as` maps to it."""
    counts_as: Mapping[type, type] = field(default_factory=dict)
    arrivals: Mapping[int, Arrival[S]] = field(default_factory=dict)
    """Functions that handle frames that wait for no seat."""
    watch: Watch[S] | None = None
    """Called before and after every command."""
    check: Callable[[S], None] | None = None
    """Raises Unsound for a position that no game could have."""
    settle: Callable[[Draft[S]], None] | None = None
    """Emits what follows from pieces placed by hand; in a position of a game, which is settled, it emits nothing."""
    details: Mapping[type, Details[S]] = field(default_factory=dict)
    """Functions that add to the text of a command what its members lack, such as the cards of an offer."""
    open_proposals: Proposals[S] | None = None
    """Lists what others propose to a seat, such as a trade."""


_NOTHING: Final[frozenset[type]] = frozenset()


class Moment(Generic[S]):
    """Holds what all chapters together let a seat do while a frame of one kind is open."""

    def __init__(
        self, kind: int, rules: Mapping[type, Rule[S]], times: Sequence[Times[S]], listing: Sequence[Times[S]]
    ) -> None:
        """`rules` are those of all commands; `listing` are the times in the order in which they list commands."""
        self.allowed = _NOTHING.union(*[part.allowed.get(kind, _NOTHING) for part in times])
        self.rules = {command: rules[command] for command in self.allowed if command in rules}
        self.refusals: dict[type | None, str] = {}
        for part in times:
            own(self.refusals, part.refusals.get(kind, {}))
        self.listers: list[Lister[S]] = [part.listers[kind] for part in listing if kind in part.listers]
        self.templates: list[TemplateMaker[S]] = [part.templates[kind] for part in times if kind in part.templates]

    def refusal(self, command: type) -> str | None:
        """Return the rule by which the frame refuses a command; None if it names no rule."""
        return self.refusals.get(command) or self.refusals.get(ANY)


class Rules(Generic[S]):
    """Merges chapters; two of them may not define the same entry."""

    def __init__(self, chapters: Sequence[Chapter[S]], listing: Sequence[Chapter[S]] | None = None) -> None:
        """`listing` are the chapters in the order in which their commands are listed, `chapters` by default."""
        self.chapters = tuple(chapters)
        self.commands = [row for chapter in chapters for row in chapter.commands]
        self.events = [row for chapter in chapters for row in chapter.events]
        self.frames: dict[int, str] = {}
        self.members: dict[int, Members] = {}
        self.streams: dict[int, str] = {}
        self.outcomes: dict[int, Outcomes] = {}
        self.rules: dict[type, Rule[S]] = {}
        self.out_of_turn: dict[type | None, str] = {}
        self.idle: tuple[type, ...] = ()
        self.evolvers: EvolverTable[S] = {}
        self.reactions: dict[type, list[Reaction[S] | Compared[S]]] = {}
        self.arrivals: dict[int, Arrival[S]] = {}
        self.details: dict[type, Details[S]] = {}
        self.watch: Watch[S] | None = None
        self.open_proposals = [part.open_proposals for part in chapters if part.open_proposals is not None]
        for chapter in chapters:
            self._add(chapter)
        self.frames = dict(sorted(self.frames.items()))
        for chapter in chapters:
            for event, like in chapter.counts_as.items():
                self.reactions[event] = self.reactions.get(event, []) + self.reactions.get(like, [])
        self.compared = frozenset(
            [event for event, found in self.reactions.items() if any(isinstance(one, Compared) for one in found)]
        )
        first = chapters if listing is None else listing
        acting, others = [c.acting for c in chapters], [c.others for c in chapters]
        self.acting = {kind: Moment(kind, self.rules, acting, [c.acting for c in first]) for kind in self.frames}
        self.others = {kind: Moment(kind, self.rules, others, [c.others for c in first]) for kind in self.frames}

    @property
    def draws(self) -> int:
        """Return the number of streams of chance, for each of which a position counts the draws."""
        return 1 + max(self.streams)

    def refusal_out_of_turn(self, command: type) -> str:
        """Return the rule that refuses a command if the open frame names none."""
        return self.out_of_turn.get(command) or self.out_of_turn[ANY]

    def _add(self, chapter: Chapter[S]) -> None:
        own(self.frames, chapter.frames)
        own(self.members, chapter.members)
        own(self.streams, chapter.streams)
        own(self.outcomes, chapter.outcomes)
        own(self.rules, chapter.rules)
        own(self.out_of_turn, chapter.out_of_turn)
        own(self.evolvers, chapter.evolvers)
        own(self.arrivals, chapter.arrivals)
        own(self.details, chapter.details)
        if chapter.watch is not None:
            if self.watch is not None:
                raise ValueError(f"two watches, the second of {chapter.name}")
            self.watch = chapter.watch
        self.idle += chapter.idle
        for event, reaction in chapter.reactions.items():
            self.reactions.setdefault(event, []).append(reaction)


Key = TypeVar("Key")
Value = TypeVar("Value")


def own(mine: dict[Key, Value], theirs: Mapping[Key, Value]) -> None:
    """Add entries to a table; raises an error for a key that is already there."""
    for key, value in theirs.items():
        if key in mine:
            raise ValueError(f"two owners of {key}")
        mine[key] = value
