"""Defines rulesets: the one interface through which the service, the log and the agents use a game."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import Final, Generic, TypeVar

from domain.core.actions import Actions
from domain.core.agenda import Awaited
from domain.core.chance import Chance
from domain.core.chapter import Outcomes
from domain.core.config import Config
from domain.core.decider import Draft, Position
from domain.core.documents import Document, JsonObject
from domain.core.errors import InvalidConfiguration, InvalidFile, Unsound
from domain.core.knowledge import Belief, Known
from domain.core.messages import MessageTable
from domain.core.places import Phrase
from domain.core.proposals import Proposal


@dataclass(frozen=True, slots=True)
class Result:
    """Holds how a game ended: the winning seats and the points of every seat."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


AGENT_PLAYS_ON: Final = "agent_plays_on"
SEAT_IDLES: Final = "seat_idles"


S = TypeVar("S", bound=Position)
K = TypeVar("K")
C = TypeVar("C")
E = TypeVar("E")


class Ruleset(ABC, Generic[S, K, C, E]):
    """Represents one family of games. Everything is a function of its arguments; nothing here reads a clock or a store.

    S is the class of its positions, K of a seat's knowledge of one, C of its commands, E of its events. `leaving` says
    what becomes of a resigned seat while others play on: AGENT_PLAYS_ON in games in which they need an opponent who
    trades and defends, SEAT_IDLES in games in which everyone plays alone, so that no seat waits for an absent player.
    `secret` names the member of a seat in a view's state that is there, and not null, only where the seat's cards are
    shown; it is empty for games in which no seat hides anything. `proposals` lists the commands that propose something
    to others, who may decline it: a table may want few of them from agents, or none.
    """

    name: str
    version: int
    pack_version: int
    commands: MessageTable[C]
    events: MessageTable[E]
    proposals: Collection[type] = ()
    streams: tuple[str, ...]
    leaving: str
    secret: str = ""

    @abstractmethod
    def describe(self) -> JsonObject:
        """Return the body of `GET rulesets/{id}`: seats, maps, modules, combinations, options as JSON Schema."""

    @abstractmethod
    def configure(self, seats: int, map_name: str | None, modules: Sequence[str], options: JsonObject) -> Config:
        """Return the complete configuration with defaults filled in; raises InvalidConfiguration.

        It is idempotent: a complete configuration comes out unchanged.
        """

    def completed(self, config: Config) -> Config:
        """Return the configuration of a stored game with all of today's options; it is idempotent.

        A game that was stored before an option existed is read as it was played then. The events keep what was
        stored, so that a digest of the position never changes.
        """
        return config

    @abstractmethod
    def setup(self, config: Config, chance: Chance) -> list[E]:
        """Return the events that open a game; the first one creates the position and holds `config` unchanged."""

    @abstractmethod
    def begin(self, event: E) -> S:
        """Return the position that a creating event (the first of `setup`, or PositionSet) opens."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> None:
        """Apply an event in place; judges nothing and cannot fail on an event of the log."""

    @abstractmethod
    def play(self, draft: Draft[S], seat: int, command: C) -> None:
        """Judge and carry out a command on the draft's owned position; raises IllegalCommand before any event."""

    @abstractmethod
    def draft(self, state: S, chance: Chance) -> Draft[S]:
        """Return a draft that owns `state` itself (no copy)."""

    def decide(self, state: S, seat: int, command: C, chance: Chance) -> Draft[S]:
        """Return the events that a command makes, on a copy of the state; raises IllegalCommand."""
        draft = self.draft(state.copy(), chance)
        self.play(draft, seat, command)
        return draft

    @abstractmethod
    def actions(self, state: S, seat: int) -> Actions[C]:
        """Return what a seat may do now."""

    def moves(self, state: S, seat: int) -> list[C]:
        """Return the commands that `actions` lists, without the templates."""
        return self.actions(state, seat).commands

    def details(self, state: S, command: C) -> JsonObject:
        """Return public details for the text of a command that its own members lack, as JSON."""
        return {}

    def open_proposals(self, state: S, seat: int) -> list[Proposal]:
        """Return what others propose to a seat that it has not answered; none in games without proposals."""
        return []

    @abstractmethod
    def awaiting(self, state: S) -> list[Awaited]:
        """Return who may or must act now; empty after the end."""

    def next_seat(self, state: S) -> int:
        """Return the first seat of `awaiting` that must act; -1 after the end."""
        return next((awaited.seat for awaited in self.awaiting(state) if awaited.must), -1)

    @abstractmethod
    def turn(self, state: S) -> int:
        """Return the number of the turn that is being played; it grows along a game, and is 0 before the first turn."""

    @abstractmethod
    def in_turn(self, state: S) -> int | None:
        """Return the seat whose turn is being played; None before the first turn and between two of them."""

    def numbered(self, state: S) -> int:
        """Return the highest number given up to a position to anything that commands name, such as offers.

        It is 0 in games that number nothing. `Draft.numbered` is the highest on all lines of play that an undo has
        left, since clients may still send the number of something that was undone.
        """
        return 0

    def expires_at(self, state: S) -> int:
        """Return when something in a position ends by itself, such as an offer, in ms since 1970; 0 if nothing does."""
        return 0

    def expire(self, draft: Draft[S]) -> None:
        """Emit the end of everything in a position that has ended by itself by the time of the draft."""

    def stop_time(self, state: S) -> None:
        """Let nothing in a position end by itself any more, since it is taken to where another time runs."""

    @abstractmethod
    def observe(self, state: S, seat: int | None) -> K:
        """Return what a seat (None: a spectator) knows, built from a whitelist."""

    @abstractmethod
    def render(self, knowledge: K) -> JsonObject:
        """Return knowledge as the JSON that a view answers as `state`."""

    def shown_seats(self, state: Document) -> list[int]:
        """List the seats whose cards a view's state shows."""
        return [seat for seat, one in enumerate(state["seats"]) if one.get(self.secret) is not None]

    def open_seats(self, state: Document) -> list[int]:
        """List the seats of which a view's state hides nothing: those whose cards it shows, and any that have none."""
        return self.shown_seats(state)

    def layout(self, state: S) -> JsonObject | None:
        """Return what the set-up laid out and no map prints, such as tiles; None if there is nothing of the kind."""
        return None

    def placed(self, known: Known) -> Known:
        """Return what a document shows on the map that its layout is, if it is a board of one's own; raises Unsound."""
        return known

    def restore(self, known: Known) -> S:
        """Return a position of which a seat knows what a document shows, so that `render` would show the same again.

        What the document leaves open is placed where it fits, and no chance was drawn yet. Raises Unsound for a
        position that no game could have.
        """
        raise Unsound("unsupported", ruleset=self.name)

    def landmarks(self, state: S) -> tuple[object, ...]:
        """Return what everybody sees of a position, as plain values: the board, the pieces, the sizes of hands.

        It is cheap, and the same for a position and for any that `restore` makes of what a seat knows of it.
        """
        return ()

    def fingerprint(self, state: S) -> bytes:
        """Return 12 bytes that depend on the public part of a position alone, the same in every process."""
        public = (self.name, self.turn(state), self.in_turn(state), self.points(state), self.landmarks(state))
        return blake2b(repr(public).encode(), digest_size=12).digest()

    @abstractmethod
    def determinize(self, knowledge: K, rng: Random) -> S:
        """Return a full position that fits the knowledge, with everything unknown sampled."""

    def believe(self, knowledge: K) -> Belief | None:
        """Return the belief of a seat that has this knowledge and has seen none of the earlier events.

        None if the ruleset has no beliefs.
        """
        return None

    def add_belief(self, knowledge: K, belief: Belief) -> None:
        """Add a seat's belief to its knowledge of the same version; `determinize` then draws from it."""
        raise TypeError(f"{self.name} keeps no beliefs")

    @property
    def outcomes(self) -> Mapping[str, Outcomes]:
        """Return the possible results of each stream's draws, in JSON; draws of other streams cannot be chosen."""
        return {}

    def check(self, state: S) -> None:
        """Raise Unsound for a position that no game could have: cards that do not add up, pieces where none fits."""

    def settle(self, draft: Draft[S]) -> None:
        """Emit what follows from a position set up by hand, such as who holds an award; nothing if all is settled."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return the result, or None while the game runs."""

    @abstractmethod
    def points(self, state: S) -> tuple[int, ...]:
        """Return the public points of every seat."""

    @abstractmethod
    def geometry(self, state: S) -> JsonObject:
        """Return the immutable board that commands and views refer to, as JSON."""

    def printed(self, config: Config) -> JsonObject | None:
        """Return the board of a configuration before its game is set up; None if the set-up lays the board."""
        return None

    @abstractmethod
    def pack(self, state: S) -> bytes:
        """Return the position as bytes, the same in every process; tagged with `pack_version`."""

    @abstractmethod
    def unpack(self, packed: bytes) -> S:
        """Return the position from `pack`'s bytes."""

    def has_command(self, state: S, command: type) -> bool:
        """Return whether a command exists in this game, with the modules that it is played with."""
        return True

    def places(self, state: S) -> Mapping[str, tuple[str, int]]:
        """Map the members of commands that name a place of the board to the kind of place, and how many there are.

        Places are numbered from 0. Members that are not listed are bounded by their kinds alone.
        """
        return {}

    def named_places(self) -> Mapping[str, tuple[str, str]]:
        """Map the members of messages that name a place (`node`, or `BuildCity.points` of one message) to the board.

        Each has the list of the board that holds the place, and the member that identifies it there.
        """
        return {}

    def place_names(self, board: Document) -> Mapping[str, Sequence[Phrase | None]]:
        """Map the lists of a board to the names of their places, in order; lists of places without names are absent."""
        return {}

    def name_board(self, board: Document) -> str:
        """Return the name of the map that a board of one's own is; raises Unsound, which points into the board.

        The types and bounds of its members have been checked. Raises InvalidConfiguration where no such boards exist.
        """
        raise InvalidConfiguration("board", "no_boards")

    def make_board(self, wish: Document, chance: Chance) -> str:
        """Return the name of a board that is made from rules; raises as `name_board` does."""
        raise InvalidConfiguration("rules", "no_boards")

    def own_board(self, name: str) -> JsonObject | None:
        """Return the board of one's own that a map's name stands for, with its `seats`; None for any other map.

        Raises Unsound for a damaged name.
        """
        return None

    def lexicon(self, state: S) -> Mapping[str, Mapping[str, str]]:
        """Return the words of the position's board that replace those of the game in all texts, by language."""
        return {}

    def bad_file(self) -> InvalidFile | None:
        """Return the first unusable file of those that games are built from; called once, when a server starts."""
        return None
