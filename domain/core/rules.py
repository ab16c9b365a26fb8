"""Merges the chapters of a table game into one table per question, such as which rule carries out a command."""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar

from domain.core.agenda import Members
from domain.core.chapter import (
    ANY,
    Arrival,
    Chapter,
    Compared,
    Details,
    Lister,
    Outcomes,
    Reaction,
    Rule,
    TemplateMaker,
    Times,
    Watch,
)
from domain.core.decider import EvolverTable
from domain.core.table_state import TableState

S = TypeVar("S", bound=TableState)
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
