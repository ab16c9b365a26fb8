"""Keeps the standing orders of seats: one fact beside the log for each seat, valid while its holder sits there.

The list has a counter of its own, which nothing else knows. Its ids are random, so that none ever means another order.
"""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

import orjson

from service.clients import fact_names
from service.game.context import Context
from service.game.deadlines import ORDERS_DEADLINE
from service.game.games import Game
from service.process.wall_clock import write_time

MOST_ORDERS: Final = 20
"""Limits how many orders stand for a seat."""
MOST_ENDED: Final = 20
"""Limits how many orders that have ended are shown; the oldest are forgotten."""
MOST_BYTES: Final = 16_384
"""Limits the size of all standing orders of a seat."""
MOST_IN_TURN: Final = 40
"""Limits how many commands the orders of a seat send in one turn."""
DONE: Final = "done"
VOID: Final = "void"
FINISHED: Final = "finished"
UNDONE: Final = "undone"
REFUSED: Final = "refused"
_WORD_BYTES: Final = 6
_ID_BYTES: Final = 9


@dataclass(slots=True)
class Standing:
    """Holds an order: its id, when (ms) it was set, after which move of the head, and how often it sent a command."""

    id: str
    made: int
    moved: int
    order: dict[str, Any]
    carried: int = 0


@dataclass(slots=True)
class Ended:
    """Holds an order that has ended: id, kind, when (ms), how, and the version that it made last (0: none)."""

    id: str
    kind: str
    ended: int
    status: str
    reason: str = ""
    version: int = 0

    @property
    def document(self) -> dict[str, Any]:
        """Return it as its holder reads it."""
        shown: dict[str, Any] = {"id": self.id, "kind": self.kind, "ended": write_time(self.ended)}
        reason = {"reason": self.reason} if self.reason else {}
        return shown | {"status": self.status} | reason | ({"version": self.version} if self.version else {})


@dataclass(slots=True)
class OrderBook:
    """Holds all orders of a seat's holder, in the order in which they are tried, and those that ended last.

    `revision` counts the changes, `word` is another one in the list of each holder, `changed` is when (ms) the holder
    set or ended an order. `posted` and `answered` count, for the turn `turn`, the commands that orders sent, and the
    answers by maker.
    """

    holder: str
    word: str = field(default_factory=lambda: secrets.token_hex(_WORD_BYTES))
    revision: int = 0
    changed: int = 0
    turn: int = 0
    posted: int = 0
    answered: dict[str, int] = field(default_factory=dict)
    orders: list[Standing] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)

    @property
    def tag(self) -> str:
        """Return the tag of the list."""
        return f"{self.revision}.{self.word}"

    def write(self) -> bytes:
        """Return the fact that holds the list; it begins with the holder."""
        document = asdict(self)
        del document["holder"]
        return self.holder.encode() + b" " + orjson.dumps(document)

    def begin_turn(self, turn: int) -> None:
        """Forget what was counted in another turn."""
        if self.turn != turn:
            self.turn, self.posted, self.answered = turn, 0, {}

    def settle(self, game: Game, now: int) -> bool:
        """End what an undo or the game's end has made void; return whether anything was."""
        reason = FINISHED if game.table.finished else UNDONE
        gone = [one for one in self.orders if game.table.finished or one.moved != game.table.moved]
        for one in gone:
            self.end(one, now, VOID, reason)
        return bool(gone)

    def end(self, one: Standing, now: int, status: str, reason: str = "", version: int = 0) -> None:
        """Move an order to those that have ended."""
        self.orders.remove(one)
        done = Ended(one.id, one.order["kind"], now, status, reason, version)
        self.ended = [*self.ended, done][-MOST_ENDED:]
        self.revision += 1

    def list_void(self, ended: int) -> list[Ended]:
        """List the orders that became void at a time (ms)."""
        return [one for one in self.ended if one.status == VOID and one.ended == ended]


def new_id() -> str:
    """Return the id of a new order."""
    return secrets.token_hex(_ID_BYTES)


def read_book(written: bytes, holder: str) -> OrderBook:
    """Return the orders that a fact holds; an empty list if they are those of an earlier holder."""
    of, _, document = written.decode().partition(" ")
    if of != holder or not holder:
        return OrderBook(holder)
    found = orjson.loads(document)
    orders = [Standing(**one) for one in found.pop("orders")]
    ended = [Ended(**one) for one in found.pop("ended")]
    return OrderBook(holder, orders=orders, ended=ended, **found)


def books_of(facts: Mapping[str, bytes]) -> dict[int, bytes]:
    """Return the orders of all seats among the facts of a game, by seat."""
    return {
        int(name.removeprefix(fact_names.ORDERS)): held
        for name, held in facts.items()
        if name.startswith(fact_names.ORDERS)
    }


def wake_orders(ctx: Context, game: str, facts: Mapping[str, bytes]) -> None:
    """Have the sweep look at a game that has a new version, if orders stand in it, as its facts say."""
    if books_of(facts):
        ctx.store.set_deadlines(game, {ORDERS_DEADLINE: ctx.clock()})


def keep_orders(facts: Mapping[str, bytes], seat: int, before: str, holder: str) -> dict[str, bytes]:
    """Return the fact of a seat's orders under the new id of the same holder; none if there are no orders."""
    of, _, document = facts.get(fact_names.orders(seat), b"").partition(b" ")
    return {fact_names.orders(seat): holder.encode() + b" " + document} if of and of.decode() == before else {}


def count_sent(one: Standing, **members: Any) -> Standing:
    """Return an order after it has sent a command; `members` are those of its JSON that changed."""
    return replace(one, carried=one.carried + 1, order=one.order | members)
