"""The table: who sits where, what may be redone, which votes there were. Folded from the log and never rewound."""

import copy
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from domain.core.chance import SeededChance
from domain.core.ruleset import Config
from service.table_events import (
    OUTCOMES,
    SEAT_KINDS,
    VOTES,
    GameClosed,
    HeadMoved,
    RematchOpened,
    SeatHandedOver,
    SeatResigned,
    SeatReturned,
    SeatsFilled,
    SeatStoodIn,
    SeatTaken,
    SeedRevealed,
    TableOpened,
    TimedOut,
    VoteCast,
    VoteClosed,
    VoteOpened,
)

FIRST_HOLDER: Final = "0"
"""The holder of every seat whose token went to the creator."""
RESIGNED: Final = "resigned"
ABSENT: Final = "absent"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. `holder` names one sitting; `joined` is true for whoever took an open seat.

    `agent` plays an AI seat, or stands in for a bot that lets `deadline_s` seconds pass (0: as many as it likes).
    `since` is the version at which whoever plays here began to. `left` is RESIGNED or ABSENT while an agent plays the
    seat of a person or bot, whose kind is then in `was` and whose own agent in `spare`.
    """

    kind: str
    agent: str = ""
    holder: str = FIRST_HOLDER
    joined: bool = False
    deadline_s: int = 0
    since: int = 0
    left: str = ""
    was: str = ""
    spare: str = ""

    @property
    def belongs_to(self) -> str:
        """The kind of whom the seat belongs to, absent or not."""
        return self.was or self.kind


@dataclass(frozen=True, slots=True)
class Vote:
    """A question to the seats in the mask `asked`; `status` is open or one of OUTCOMES, `closes_at` in ms."""

    id: int
    kind: str
    by: int
    to: int
    asked: int
    closes_at: int
    yes: int = 0
    no: int = 0
    status: str = "open"

    @property
    def is_unanimous(self) -> bool:
        """Whether everybody asked said yes."""
        return self.yes == self.asked


class Table:
    """The table right after a version; what it holds is replaced, never changed, so that a copy is cheap.

    `version` is that of the newest event, `started` the one that started the game (0 before), `moved` the newest at
    which the head moved.
    """

    __slots__ = (
        "closed",
        "entropies",
        "finished",
        "moved",
        "opened",
        "redo",
        "rematch",
        "seats",
        "started",
        "version",
        "votes",
    )

    opened: TableOpened
    seats: tuple[Seat, ...]
    votes: tuple[Vote, ...]
    redo: tuple[int, ...]
    entropies: tuple[str, ...]
    started: int
    moved: int
    version: int
    finished: bool
    closed: GameClosed | None
    rematch: str

    def __init__(self) -> None:
        self.version = 0
        self.seats = ()
        self.votes = ()
        self.redo = ()
        self.entropies = ()
        self.started = 0
        self.moved = 0
        self.finished = False
        self.closed = None
        self.rematch = ""

    @property
    def config(self) -> Config:
        """What the game is played with."""
        return config_of(self.opened)

    @property
    def seed(self) -> bytes:
        """The server's part in the key of all chance."""
        return bytes.fromhex(self.opened.seed)

    @property
    def chance(self) -> SeededChance:
        """The chance of the game: of the seed, and of what those threw in who sat down before it began."""
        return SeededChance(self.seed, [entropy.encode() for entropy in self.entropies])

    @property
    def status(self) -> str:
        """open, running or finished."""
        if self.finished:
            return "finished"
        return "running" if self.started else "open"

    @property
    def vote(self) -> Vote | None:
        """The open vote, of which there is at most one."""
        return self.votes[-1] if self.votes and self.votes[-1].status == "open" else None

    def seats_of(self, *kinds: str) -> list[int]:
        """The seats of some kinds."""
        return [number for number, seat in enumerate(self.seats) if seat.kind in kinds]

    @property
    def has_other_people(self) -> bool:
        """Whether anybody but the creator may be at the table: a second person's seat, or one that was taken."""
        people = [seat for seat in self.seats if seat.belongs_to == "human"]
        return len(people) > 1 or any(seat.joined for seat in self.seats)

    def evolve(self, event: Any) -> None:
        """Apply one of the table's events, which came with `version`."""
        _EVOLVERS[type(event)](self, event)

    def copy(self) -> "Table":
        """A table that can be changed without changing this one."""
        return copy.copy(self)

    def pack(self) -> dict[str, Any]:
        """The table as JSON."""
        return {
            "opened": asdict(self.opened) if self.seats else None,
            "seats": [asdict(seat) for seat in self.seats],
            "votes": [asdict(vote) for vote in self.votes],
            "redo": self.redo,
            "entropies": self.entropies,
            "started": self.started,
            "moved": self.moved,
            "version": self.version,
            "finished": self.finished,
            "closed": asdict(self.closed) if self.closed else None,
            "rematch": self.rematch,
        }

    @classmethod
    def unpack(cls, packed: dict[str, Any]) -> "Table":
        """The table again, from `pack`'s JSON."""
        table = cls()
        if packed["opened"]:
            table.opened = TableOpened(**packed["opened"])
        table.seats = tuple(Seat(**seat) for seat in packed["seats"])
        table.votes = tuple(Vote(**vote) for vote in packed["votes"])
        table.redo = tuple(packed["redo"])
        table.entropies = tuple(packed["entropies"])
        if packed["closed"]:
            table.closed = GameClosed(**packed["closed"])
        for name in ("started", "moved", "version", "finished", "rematch"):
            setattr(table, name, packed[name])
        return table


def config_of(opened: TableOpened) -> Config:
    """What a game is played with."""
    return Config(len(opened.seats), opened.map, tuple(opened.modules), opened.options)


def _with_seat(table: Table, number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*table.seats[:number], seat, *table.seats[number + 1 :])


def _with_vote(table: Table, vote: Vote) -> tuple[Vote, ...]:
    return (*table.votes[: vote.id - 1], vote, *table.votes[vote.id :])


def _opened(table: Table, event: TableOpened) -> None:
    table.opened = event
    table.seats = tuple(
        Seat(seat["kind"], seat.get("agent", ""), deadline_s=seat.get("deadline_s", 0)) for seat in event.seats
    )


def _started(table: Table, event: SeatsFilled) -> None:
    table.started = table.version


def _seat_taken(table: Table, event: SeatTaken) -> None:
    seat = Seat("human", "", event.holder, joined=True, since=table.version)
    table.seats = _with_seat(table, event.seat, seat)
    if event.entropy and not table.started:
        table.entropies = (*table.entropies, event.entropy)


def _seat_handed_over(table: Table, event: SeatHandedOver) -> None:
    table.seats = _with_seat(table, event.seat, Seat(SEAT_KINDS[event.kind], event.agent, since=table.version))


def _left(table: Table, number: int, agent: str, left: str) -> None:
    seat = table.seats[number]
    gone = replace(seat, was=seat.kind, spare=seat.agent, left=left)
    changed = replace(gone, kind="ai", agent=agent, since=table.version)
    table.seats = _with_seat(table, number, changed)


def _seat_resigned(table: Table, event: SeatResigned) -> None:
    _left(table, event.seat, event.agent, RESIGNED)


def _seat_stood_in(table: Table, event: SeatStoodIn) -> None:
    _left(table, event.seat, event.agent, ABSENT)


def _seat_returned(table: Table, event: SeatReturned) -> None:
    seat = table.seats[event.seat]
    back = replace(seat, kind=seat.was, agent=seat.spare, since=table.version)
    changed = replace(back, left="", was="", spare="")
    table.seats = _with_seat(table, event.seat, changed)


def _timed_out(table: Table, event: TimedOut) -> None:
    """What is done about it stands in events of its own."""


def _game_closed(table: Table, event: GameClosed) -> None:
    table.closed = event


def _rematch_opened(table: Table, event: RematchOpened) -> None:
    table.rematch = event.game


def _head_moved(table: Table, event: HeadMoved) -> None:
    table.moved = table.version
    table.redo = tuple(event.redo)


def _vote_opened(table: Table, event: VoteOpened) -> None:
    vote = Vote(event.vote, VOTES[event.kind], event.by, event.to, event.asked, event.closes_at)
    table.votes = (*table.votes, vote)


def _vote_cast(table: Table, event: VoteCast) -> None:
    vote = table.votes[event.vote - 1]
    yes, no = (vote.yes | 1 << event.seat, vote.no) if event.accept else (vote.yes, vote.no | 1 << event.seat)
    table.votes = _with_vote(table, replace(vote, yes=yes, no=no))


def _vote_closed(table: Table, event: VoteClosed) -> None:
    table.votes = _with_vote(table, replace(table.votes[event.vote - 1], status=OUTCOMES[event.outcome]))


def _seed_revealed(table: Table, event: SeedRevealed) -> None:
    table.finished = True


_EVOLVERS: Final[dict[Any, Callable[[Table, Any], None]]] = {
    TableOpened: _opened,
    SeatsFilled: _started,
    SeatTaken: _seat_taken,
    SeatHandedOver: _seat_handed_over,
    SeatResigned: _seat_resigned,
    SeatStoodIn: _seat_stood_in,
    SeatReturned: _seat_returned,
    TimedOut: _timed_out,
    GameClosed: _game_closed,
    RematchOpened: _rematch_opened,
    HeadMoved: _head_moved,
    VoteOpened: _vote_opened,
    VoteCast: _vote_cast,
    VoteClosed: _vote_closed,
    SeedRevealed: _seed_revealed,
}
