"""States what holds after every request, whoever sent it and when: thirteen sentences, each a function that asserts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from service.clients.authentication import authenticate
from service.problems import Problem
from service.table.clock_events import TimedOut
from service.table.events import RematchOpened
from service.table.seat_events import SeatHandedOver
from service.table.terms import Outcome
from service.table.vote_events import HeadMoved, VoteCast, VoteClosed
from service.table.votes import parties, party_of
from tests.service.matrix.world import VICTIM, Snapshot, World, is_paused

SEATED: Final = {"creator": 0, "victim": 1, "other": 2}
OWN_SEAT_EVENTS: Final = (
    "TokenRenewed",
    "SeatRenamed",
    "SeatLent",
    "SeatReturned",
    "SeatLeft",
    "SeatResigned",
    "HolidayTaken",
)


@dataclass(frozen=True)
class Cell:
    """Represents one request: who sent what, its answer, and the state before and after it."""

    world: World
    act: str
    caller: str
    token: str | None
    answer: Any
    before: Snapshot
    after: Snapshot
    live: dict[str, int]

    @property
    def seat(self) -> int | None:
        """Return the seat that the caller's token opened before the request."""
        return next((seat for name, seat in self.live.items() if self.world.tokens.get(name) == self.token), None)

    @property
    def news(self) -> list[Any]:
        """Return the events that the request wrote."""
        return [event for _, event in self.stored]

    @property
    def stored(self) -> list[tuple[Any, Any]]:
        """Return the same events, each after its stored form."""
        if self.after.version <= self.before.version:
            return []
        read = self.world.house.ctx.store.read(self.world.id, self.before.version, self.after.version)
        return [(stored, self.after.game.codec.decode(stored)) for stored in read]

    @property
    def passed(self) -> bool:
        """Return whether a vote passed in this request."""
        return any(isinstance(event, VoteClosed) and event.outcome == Outcome.PASSED for event in self.news)


def nothing_breaks(cell: Cell) -> None:
    """Every answer is a success or a documented problem of the caller's."""
    status = cell.answer.status_code
    assert status < 500
    assert status < 400 or cell.answer.json["type"].startswith("/problems/")


def what_is_refused_changes_nothing(cell: Cell) -> None:
    """After a refusal the log, the table, the facts and the names are as they were."""
    if cell.answer.status_code >= 400:
        assert (cell.after.version, cell.after.table) == (cell.before.version, cell.before.table)
        assert (cell.after.beside, cell.after.names) == (cell.before.beside, cell.before.names)


def what_changes_is_an_event(cell: Cell) -> None:
    """No seat, vote, clock or head changes without a version of the log."""
    if cell.after.version == cell.before.version:
        assert cell.after.table == cell.before.table
        assert cell.after.names == cell.before.names
        assert _of_seats(cell.after) == _of_seats(cell.before)


def _of_seats(snapshot: Snapshot) -> dict[str, bytes]:
    marks = ("client:", "bot:", "hook:")
    beside = snapshot.beside.items()
    return {key: value for key, value in beside if value.startswith(b"seat:") or key.startswith(marks)}


def strangers_only_sit_down(cell: Cell) -> None:
    """A caller without a token, or with a dead one, changes nothing except by taking an open seat."""
    if cell.caller in ("spectator", "dead token") and not cell.act.startswith("take"):
        assert cell.after.version == cell.before.version


def one_takes_back_alone_only_what_is_ones_own(cell: Cell) -> None:
    """Without a vote the head passes only what the caller, agents and the table did, and what touched no other seat."""
    for event in cell.news:
        if isinstance(event, HeadMoved) and not cell.passed and len(parties(cell.before.game.table)) > 1:
            assert cell.seat is not None
            assert _touched(cell, event) <= {cell.seat, 3}, "another party's move was passed without a vote"


def _touched(cell: Cell, event: HeadMoved) -> set[int]:
    """Return the seats that acted between the two heads or whose cards or points changed, and 9 for a time-out."""
    ctx, game = cell.world.house.ctx, cell.before.game
    apart = set(game.line.ancestors(game.version)) ^ set(game.line.ancestors(event.to))
    touched: set[int] = set()
    for version in sorted(apart):
        for stored in ctx.store.read(game.id, version - 1, version):
            decoded = game.codec.decode(stored)
            touched |= {9} if isinstance(decoded, TimedOut) else set()
            if stored.header.seat is not None:
                touched.add(stored.header.seat)
        touched |= _changed(
            ctx.games.load(game.id, version).position, ctx.games.load(game.id, game.line.parent(version)).position
        )
    return touched


def _changed(one: Any, other: Any) -> set[int]:
    rows = zip(one.points, one.chips, one.cards, other.points, other.chips, other.cards, strict=True)
    return {seat for seat, row in enumerate(rows) if row[:3] != row[3:]}


def holders_keep_their_tokens(cell: Cell) -> None:
    """A token that opened a seat still does, unless its holder gave it up, a vote passed or the game had not begun."""
    for name, seat in cell.live.items():
        gone = cell.act in ("leave", "resign", "renew") and cell.seat == seat
        sent_away = not cell.before.game.table.started and cell.caller.startswith("owner")
        if not (gone or sent_away or cell.passed or _is_removed(cell)):
            assert holding(cell.world).get(name) == seat, f"the token of {name} is dead"


def nobody_is_given_anothers_seat(cell: Cell) -> None:
    """A token in an answer opens only the caller's own seat, an open one, or one that the creator never handed out."""
    for token in _tokens(cell.answer):
        if not token.startswith(f"{cell.world.id}.") or _is_removed(cell):
            continue
        seat = authenticate(cell.world.house.ctx, cell.world.game, token).seat
        if seat is not None and seat != cell.seat:
            before = cell.before.game.table.seats[seat]
            assert before.kind == "open" or (cell.caller.startswith("owner") and not before.held)


def _tokens(answer: Any) -> list[str]:
    body = answer.json if answer.status_code < 300 and answer.data else {}
    found = [body.get("token"), *(seat.get("token") for seat in body.get("seats", ()) if isinstance(seat, dict))]
    return [token for token in found if token]


def no_time_is_given_back(cell: Cell) -> None:
    """A seat never has more time for what it owes than it had before, unless it took a holiday."""
    for key, ms in cell.after.left.items():
        known = cell.world.known_left.get(key, ms)
        assert ms <= known + 5_000 or (cell.act == "holiday" and cell.answer.status_code < 300), key


def what_is_held_back_stays_so(cell: Cell) -> None:
    """No answer names a version that its caller may not know of yet."""
    body = cell.answer.json if cell.answer.data and not _is_removed(cell) else {}
    version = body.get("version")
    if version is not None and cell.act != "rematch":
        assert version <= cell.world.seen(cell.token) or cell.seat is not None or _tokens(cell.answer)


def votes_are_few(cell: Cell) -> None:
    """At most one vote is open, a party asks for at most three a turn, and only parties answer, each for itself."""
    table = cell.after.game.table
    assert sum(vote.status == "open" for vote in table.votes) <= 1
    for party in (*parties(table), -1):
        turns = [vote.turn for vote in table.votes if vote.by == party]
        assert all(turns.count(turn) <= 3 for turn in turns)
    for event in cell.news:
        if isinstance(event, VoteCast):
            assert cell.seat is not None
            assert event.seat == party_of(table, cell.seat)


def what_is_over_stays_over(cell: Cell) -> None:
    """After the end nothing happens at the table, except that a rematch is opened."""
    if cell.before.game.table.finished and not _is_removed(cell):
        assert all(isinstance(event, RematchOpened) for event in cell.news)


def seats_change_by_their_holders(cell: Cell) -> None:
    """Nobody else changes a held seat, except before the start, when it is overdue, or by a vote."""
    table = cell.before.game.table
    for event in cell.news:
        name = type(event).__name__
        if name in OWN_SEAT_EVENTS and table.seats[event.seat].held:
            assert cell.seat == event.seat, name
        if name == "SeatStoodIn":
            assert cell.world.stage == "overdue"
        if isinstance(event, SeatHandedOver) and table.seats[event.seat].held:
            assert cell.passed or not table.started


def a_vote_stops_no_clock(cell: Cell) -> None:
    """While a vote is open a seat's time runs out as it would without one; checking this uses the world up."""
    table, left = cell.after.game.table, cell.after.left
    if table.vote is None or not left or is_paused(cell.after.game):
        return
    cell.world.wait(max(0, min(left.values())) / 1000 + 1)
    cell.world.sweep()
    events = cell.world.house.ctx.store.read(cell.world.id, cell.after.version)
    assert any(isinstance(cell.after.game.codec.decode(event), TimedOut) for event in events)


def _is_removed(cell: Cell) -> bool:
    return cell.act == "remove the game" and cell.answer.status_code < 300


def tags_tell_callers_apart(world: World) -> None:
    """No two callers who see different things get the same tag for their views."""
    tokens = [world.tokens[name] for name in (*holding(world), "owner")]
    tags = [world.ask("GET", "", token).headers["ETag"] for token in (*tokens, None)]
    assert len(set(tags)) == len(tags)


INVARIANTS: Final[tuple[Callable[[Cell], None], ...]] = (
    nothing_breaks,
    what_is_refused_changes_nothing,
    what_changes_is_an_event,
    strangers_only_sit_down,
    one_takes_back_alone_only_what_is_ones_own,
    holders_keep_their_tokens,
    nobody_is_given_anothers_seat,
    no_time_is_given_back,
    what_is_held_back_stays_so,
    votes_are_few,
    what_is_over_stays_over,
    seats_change_by_their_holders,
    a_vote_stops_no_clock,
)


def holding(world: World) -> dict[str, int]:
    """Return the seats of those whose tokens are live, by name."""
    live = {}
    for name in SEATED:
        try:
            seat = world.caller(name).seat if name in world.tokens else None
        except Problem:
            continue
        if seat is not None:
            live[name] = seat
    return live


__all__ = ["INVARIANTS", "VICTIM", "Cell", "holding", "tags_tell_callers_apart"]
