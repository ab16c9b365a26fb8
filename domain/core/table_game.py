"""Plays a game at a table: the agenda says who has to act, the chapters what they may do.

A game defines its chapters, its positions, and its ending.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from domain.core.actions import Actions
from domain.core.agenda import Agenda, AgendaSet, Awaited, Frame
from domain.core.chance import Chance
from domain.core.chapter import Compared, Outcomes, Owed, Reaction, Rule, Rules
from domain.core.config import Config
from domain.core.decider import Draft, EvolverTable, LookingBack
from domain.core.documents import JsonObject
from domain.core.errors import IllegalCommand, Untimely
from domain.core.masks import bits
from domain.core.messages import MessageTable
from domain.core.options import Offer
from domain.core.packing import PositionSet, pack_whole, unpack_whole
from domain.core.proposals import Proposal
from domain.core.ruleset import C, E, K, Ruleset
from domain.core.table_state import NOBODY, TableState, agenda_set

S = TypeVar("S", bound=TableState)
T = TypeVar("T")


class Ending(Generic[S]):
    """Ends a game after a command: `has_come` tests whether it is over, `finish` emits the end."""

    def __init__(self, has_come: Callable[[S], bool], finish: Callable[[Draft[S]], None]) -> None:
        self.has_come = has_come
        self.finish = finish


class TableGame(Ruleset[S, K, C, E], Generic[S, K, C, E]):
    """Represents a ruleset that is the sum of its chapters; `whole` are the rules of all of them together.

    A game with one board and no modules sets its `offer`; other games override `describe` and `configure`. A game whose
    position is a small dataclass sets `position`; others override `pack` and `unpack`. `ended` is the rule that refuses
    every command once the game is over, where that is always the same.
    """

    offer: Offer
    position: type[S]
    ended: str

    def __init__(
        self, whole: Rules[S], commands: MessageTable[C], events: MessageTable[E], ending: Ending[S] | None = None
    ) -> None:
        """Without an `ending` the rules of commands alone end the game."""
        self.whole = whole
        self.commands = commands
        self.events = events
        self.ending = ending
        self.idle = whole.idle
        self.streams = tuple([whole.streams[number] for number in range(len(whole.streams))])
        self.evolvers: EvolverTable[S] = {**whole.evolvers, AgendaSet: agenda_set}

    def rules_of(self, state: S) -> Rules[S]:
        """Return the rules that hold at a position; games in which only some chapters take part override this."""
        return self.whole

    def has_command(self, state: S, command: type) -> bool:
        """Return whether any chapter of this game has the command."""
        return command in self.rules_of(state).rules

    @property
    def outcomes(self) -> Mapping[str, Outcomes]:
        """Return the possible results of each stream's draws."""
        return {self.whole.streams[number]: found for number, found in self.whole.outcomes.items()}

    def check(self, state: S) -> None:
        """Raise Unsound for a position that no game could have."""
        for chapter in self.rules_of(state).chapters:
            if chapter.check is not None:
                chapter.check(state)

    def settle(self, draft: Draft[S]) -> None:
        """Emit what follows from a position set up by hand; nothing where all is settled."""
        for chapter in self.rules_of(draft.state).chapters:
            if chapter.settle is not None:
                chapter.settle(draft)

    def describe(self) -> JsonObject:
        """Return the seats, maps, modules and options to choose from, and the names of frames."""
        return self.offer.describe(self.whole.frames.values())

    def configure(self, seats: int, map_name: str | None, modules: Sequence[str], options: JsonObject) -> Config:
        """Return the complete configuration; raises InvalidConfiguration."""
        return self.offer.configure(seats, map_name, modules, options)

    def completed(self, config: Config) -> Config:
        """Return the configuration of a stored game with every option of today, without validation."""
        return self.offer.completed(config)

    def over(self, state: S) -> str:
        """Return the rule that refuses every command once the game is over."""
        return self.ended

    @abstractmethod
    def lay_out(self, event: Any) -> S:
        """Return the position that the first event of `setup` opens."""

    def begin(self, event: E) -> S:
        """Return the position that a creating event or PositionSet opens."""
        return self.unpack(event.position) if isinstance(event, PositionSet) else self.lay_out(event)

    def evolve(self, state: S, event: E) -> None:
        """Apply an event in place."""
        self.evolvers[type(event)](state, event)

    def draft(self, state: S, chance: Chance) -> Draft[S]:
        """Return a draft that owns the state."""
        compared = self.rules_of(state).compared
        if compared:
            return LookingBack(state, chance, self.streams, self.evolvers, compared)
        return Draft(state, chance, self.streams, self.evolvers)

    def play(self, draft: Draft[S], seat: int, command: C) -> None:
        """Play a command in phases: time, rule, reactions, the end, agenda. Refuses before the first event."""
        state = draft.state
        rule = self.admit(state, seat, type(command))
        rules, ending = self.rules_of(state), self.ending
        watch = rules.watch
        noted = None if watch is None else watch.note(state)
        agenda = rule(draft, seat, command)
        if rules.reactions:
            agenda = _react(draft, seat, agenda, rules.reactions)
        if noted and watch is not None:
            watch.act(draft, noted)
        if ending is not None and ending.has_come(state):
            ending.finish(draft)
        elif agenda is not None:
            if rules.arrivals and agenda and not agenda[-1].seats:
                self._arrive(draft, agenda[-1])
            elif draft.is_read:
                draft.emit(AgendaSet(agenda))
            else:
                state.agenda = agenda

    def admit(self, state: S, seat: int, command: type) -> Rule[S]:
        """Return the rule of a command that the open frame allows this seat; raises IllegalCommand for others."""
        if not state.agenda:
            raise IllegalCommand(self.over(state))
        kind, seats, _ = state.agenda[-1]
        rules = self.rules_of(state)
        rule = (rules.acting if seats >> seat & 1 else rules.others)[kind].rules.get(command)
        if rule is None:
            raise Untimely(self.refusal(state, seat, state.agenda[-1], command))
        return rule

    def _arrive(self, draft: Draft[S], frame: Frame) -> None:
        """Carry out frames that wait for no seat, which may end the game."""
        agenda = self.rules_of(draft.state).arrivals[frame.kind](draft, frame)
        if self.ending is not None and self.ending.has_come(draft.state):
            self.ending.finish(draft)
        elif draft.is_read:
            draft.emit(AgendaSet(agenda))
        else:
            draft.state.agenda = agenda

    def refusal(self, state: S, seat: int, frame: Frame, command: type) -> str:
        """Return the rule that the frame names for the command, else the one for commands out of turn."""
        rules = self.rules_of(state)
        moments = rules.acting if frame.seats >> seat & 1 else rules.others
        return moments[frame.kind].refusal(command) or rules.refusal_out_of_turn(command)

    def actions(self, state: S, seat: int) -> Actions[C]:
        """Return what a seat may do now."""
        if not state.agenda:
            return Actions(False, [], [], self.idle)
        frame = state.agenda[-1]
        must = bool(frame.seats >> seat & 1)
        rules = self.rules_of(state)
        moment = (rules.acting if must else rules.others)[frame.kind]
        templates = _join(moment.templates, state, seat) if moment.templates else []
        return Actions(must, self.moves(state, seat), templates, self.idle)

    def moves(self, state: S, seat: int) -> list[C]:
        """Return the commands that a seat may send now."""
        if not state.agenda:
            return []
        kind, seats, _ = state.agenda[-1]
        rules = self.rules_of(state)
        listers = (rules.acting if seats >> seat & 1 else rules.others)[kind].listers
        found: list[Any] = listers[0](state, seat) if len(listers) == 1 else _join(listers, state, seat)
        return found

    def details(self, state: S, command: C) -> JsonObject:
        """Return the details that the chapters give of a command."""
        found = self.whole.details.get(type(command))
        return {} if found is None else found(state, command)

    def open_proposals(self, state: S, seat: int) -> list[Proposal]:
        """Return what the chapters say that others propose to a seat."""
        return _join(self.rules_of(state).open_proposals, state, seat)

    def awaiting(self, state: S) -> list[Awaited]:
        """Return the seats that the open frame waits for."""
        if not state.agenda:
            return []
        frame = state.agenda[-1]
        return list(_await_seats(self.whole.frames[frame.kind], frame.seats))

    def next_seat(self, state: S) -> int:
        """Return the lowest seat that the open frame waits for."""
        if not state.agenda:
            return NOBODY
        _, seats, _ = state.agenda[-1]
        return (seats & -seats).bit_length() - 1

    def geometry(self, state: S) -> JsonObject:
        """Return the board as JSON; games without a board return an empty object."""
        return {}

    def printed(self, config: Config) -> JsonObject | None:
        """Return the board of a configuration before the game is set up; an empty object if the game has no board."""
        return {}

    def pack(self, state: S) -> bytes:
        """Return the position as bytes."""
        return pack_whole(state)

    def unpack(self, packed: bytes) -> S:
        """Return the position from its bytes."""
        return unpack_whole(self.position, packed)

    def turn(self, state: S) -> int:
        """Return the number of the turn, counted over all seats."""
        return state.turn

    def in_turn(self, state: S) -> int | None:
        """Return the active seat."""
        return None if state.active == NOBODY else state.active


def _join(listers: list[Callable[[S, int], list[T]]], state: S, seat: int) -> list[T]:
    """Return what all of the listers list, in a new list."""
    found: list[T] = []
    for lister in listers:
        found += lister(state, seat)
    return found


@cache
def _await_seats(frame: str, seats: int) -> tuple[Awaited, ...]:
    """Return the seats of a mask as awaited by a frame."""
    return tuple([Awaited(seat, frame, True) for seat in bits(seats)])


def _react(
    draft: Draft[S], seat: int, agenda: Agenda | None, reactions: Mapping[type, Sequence[Reaction[S] | Compared[S]]]
) -> Agenda | None:
    """Run the chapters' reactions to every event, those of reactions included; push the frames that they open."""
    owed: Owed = []
    at = 0
    while at < len(draft.events):
        event = draft.events[at]
        for react in reactions.get(type(event), ()):
            if isinstance(react, Compared):
                assert isinstance(draft, LookingBack)
                owed += react.react(draft, seat, event, draft.before[at])
            else:
                owed += react(draft, seat, event)
        at += 1
    if not owed:
        return agenda
    return (*(draft.state.agenda if agenda is None else agenda), *order(owed))


def order(owed: Owed) -> Agenda:
    """Return frames in ascending order of their kinds; frames of one kind keep their order."""
    return tuple(sorted(owed, key=lambda frame: frame.kind))
