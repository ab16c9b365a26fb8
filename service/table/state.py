"""Holds the table's state: seats, votes, what may be redone. It is folded from the log and never rewound."""

from dataclasses import asdict, dataclass, field
from typing import Any

from domain.core.chance import Chance, Choice, ChosenChance, SeededChance
from domain.core.config import Config
from service.table.events import GameClosed, TableOpened
from service.table.terms import Rest, Seat, Vote
from service.table.timesheets import Timesheet


@dataclass(slots=True, eq=False, repr=False)
class Table:
    """Represents the table right after a version; its members are replaced, never changed, so that copies are cheap.

    `version` is that of the newest event, `started` and `ended` those that started and ended the game (0 before),
    `moved` the newest at which the head moved; `moves` lists who moved the head, and in which turn; `numbered` is the
    highest number of anything on the lines that the head has left (0: none). `chosen` are the draws that the owner of a
    sandbox game chose last.
    """

    opened: TableOpened = field(init=False)
    version: int = 0
    seats: tuple[Seat, ...] = ()
    votes: tuple[Vote, ...] = ()
    redo: tuple[int, ...] = ()
    moves: tuple[tuple[int, int], ...] = ()
    entropies: tuple[str, ...] = ()
    started: int = 0
    ended: int = 0
    moved: int = 0
    numbered: int = 0
    closed: GameClosed | None = None
    rematch: str = ""
    sheet: Timesheet = field(default_factory=Timesheet)
    rests: tuple[Rest, ...] = ()
    chosen: tuple[Choice, ...] = ()

    @property
    def config(self) -> Config:
        """Return the game's configuration."""
        return config_of(self.opened)

    @property
    def seed(self) -> bytes:
        """Return the server's part of the seed."""
        return bytes.fromhex(self.opened.seed)

    @property
    def chance(self) -> Chance:
        """Return the game's source of chance, from the seed and the players' contributions before the start.

        In a sandbox game the draws that were chosen come before it.
        """
        seeded = SeededChance(self.seed, [entropy.encode() for entropy in self.entropies])
        return ChosenChance(seeded, self.chosen) if self.chosen else seeded

    @property
    def finished(self) -> bool:
        """Return whether the game is over."""
        return self.ended > 0

    @property
    def status(self) -> str:
        """Return `open`, `running` or `finished`."""
        if self.finished:
            return "finished"
        return "running" if self.started else "open"

    @property
    def paused(self) -> int:
        """Return until when (ms) the game is paused; 0 if it is not."""
        return self.rests[-1].until if self.rests and not self.rests[-1].resumed else 0

    @property
    def vote(self) -> Vote | None:
        """Return the open vote, of which there is at most one."""
        return self.votes[-1] if self.votes and self.votes[-1].status == "open" else None

    def seats_of(self, *kinds: str) -> list[int]:
        """List the seats of some kinds."""
        return [number for number, seat in enumerate(self.seats) if seat.kind in kinds]

    def copy(self) -> "Table":
        """Return an independent copy."""
        table = Table.__new__(Table)
        if self.seats:
            table.opened = self.opened
        table.seats, table.votes = self.seats, self.votes
        table.redo, table.moves = self.redo, self.moves
        table.entropies = self.entropies
        table.started, table.ended, table.moved, table.version = self.started, self.ended, self.moved, self.version
        table.numbered = self.numbered
        table.closed, table.rematch = self.closed, self.rematch
        table.sheet, table.rests, table.chosen = self.sheet, self.rests, self.chosen
        return table

    def pack(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        return {
            "opened": asdict(self.opened) if self.seats else None,
            "seats": [asdict(seat) for seat in self.seats],
            "votes": [asdict(vote) for vote in self.votes],
            "redo": self.redo,
            "moves": self.moves,
            "entropies": self.entropies,
            "started": self.started,
            "ended": self.ended,
            "moved": self.moved,
            "numbered": self.numbered,
            "version": self.version,
            "closed": asdict(self.closed) if self.closed else None,
            "rematch": self.rematch,
            "sheet": self.sheet.pack(),
            "rests": [[*rest] for rest in self.rests],
            "chosen": [[*choice] for choice in self.chosen],
        }

    @classmethod
    def unpack(cls, packed: dict[str, Any]) -> "Table":
        """Restore a table that `pack` made."""
        table = cls()
        if packed["opened"]:
            table.opened = TableOpened(**packed["opened"])
        table.seats = tuple(Seat(**seat) for seat in packed["seats"])
        table.votes = tuple(Vote(**vote) for vote in packed["votes"])
        table.redo = tuple(packed["redo"])
        table.moves = tuple((by, turn) for by, turn in packed["moves"])
        table.entropies = tuple(packed["entropies"])
        table.rests = tuple(Rest(*rest) for rest in packed["rests"])
        table.chosen = tuple(Choice(*choice) for choice in packed["chosen"])
        table.sheet = Timesheet.unpack(packed["sheet"])
        if packed["closed"]:
            table.closed = GameClosed(**packed["closed"])
        for name in ("started", "ended", "moved", "numbered", "version", "rematch"):
            setattr(table, name, packed[name])
        return table


def config_of(opened: TableOpened) -> Config:
    """Return the configuration of a game."""
    return Config(len(opened.seats), opened.map, tuple(opened.modules), opened.options)
