"""Records one example of every command and event, and of every notice, from games that were really played.

Commands are as a client posts them, events as the API shows them to a seat that sees most of them, and as stored.
"""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, NamedTuple

import orjson

from domain.core.messages import Message
from domain.core.packing import POSITION_SET
from domain.core.ruleset import Ruleset
from eventstore.records import StoredEvent
from openapi.masks import Masks
from openapi.missing import Missing, missing_example
from openapi.plans import PLANS, plain_game
from openapi.playing import START_MS, Moment, Plan, play
from openapi.table_course import SHEETS, Hours, Table, new_context, table_events
from service.catalog import RULESETS
from service.clients import fact_names
from service.clients.players import Player
from service.clients.seeks import EXPIRED, leave
from service.clients.standing_orders import UNDONE, VOID, OrderBook, Standing
from service.game.context import Context
from service.game.documents import event_document
from service.game.folds import codec_of, event_table
from service.handlers import resignation
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.votes import abandon
from service.schemas.messages import group_of
from service.table.events import TABLE_EVENTS
from service.texts.files import TABLE
from service.usage.budgets import Budget
from service.webhooks.deliveries import Delivery
from service.webhooks.messages import message
from service.webhooks.registry import (
    BUDGET,
    FAILED,
    FAILURES_TO_DISABLE,
    ORDERS,
    SEEK_ENDED,
    SWITCHED_OFF,
    TEST,
    TYPES,
    Hook,
    keep_health,
    keep_hook,
)

SECOND_MS: Final = 1_000
CANDIDATES: Final = 12
"""Limits how many of a type are compared per game; the one with the most members is taken."""
_BOT: Final = 0
_PERSON: Final = 1


class Shown(NamedTuple):
    """Holds an event as the API shows it, and its stored fields."""

    document: dict[str, Any]
    stored: dict[str, Any]


@dataclass
class Examples:
    """Holds commands and events by ruleset (or TABLE) and type, and notices of webhooks by type."""

    commands: dict[str, dict[str, Any]] = field(default_factory=dict)
    events: dict[str, dict[str, Shown]] = field(default_factory=dict)
    notices: dict[str, list[Any]] = field(default_factory=dict)

    def documents(self) -> dict[str, Any]:
        """Return what the contract shows of them."""
        shown = {
            group: {name: event.document for name, event in events.items()} for group, events in self.events.items()
        }
        return {"commands": self.commands, "events": shown, "notices": self.notices}


def record_examples() -> Examples:
    """Play all plans; raises Missing if they do not come to a message."""
    found = Examples()
    for plan in (*PLANS, *_add_plain_games()):
        seen = Counter[str]()
        for moment in play(plan):
            _take(found, RULESETS[plan.ruleset], moment, seen)
    for ruleset, stored in table_events():
        _take_stored(found, ruleset, stored)
    missing = list(dict.fromkeys(_missing(found)))
    if missing:
        raise Missing(missing_example(*one) for one in missing)
    return _sort(found)


def _add_plain_games() -> Iterator[Plan]:
    """Yield a plain game of each ruleset that has no plan, and of each module that is in none."""
    planned = {(plan.ruleset, module) for plan in PLANS for module in (None, *plan.modules)}
    for name, ruleset in RULESETS.items():
        about = ruleset.describe()
        for module in (None, *about["modules"]):
            if (name, module) not in planned:
                yield plain_game(ruleset, module) if module else Plan(name, about["seats"]["minimum"], "x0")


def _take(found: Examples, ruleset: Ruleset, moment: Moment, seen: Counter[str]) -> None:
    if moment.command is not None and _is_looked_at(moment.command, seen):
        body = ruleset.commands.encode(moment.command)
        _keep(found.commands.setdefault(ruleset.name, {}), body["type"], body, body)
    for index, event in enumerate(moment.events):
        if not _is_looked_at(event, seen):
            continue
        row = event_table(ruleset).of(event)
        time_ms = START_MS + SECOND_MS * moment.version
        document = _document(ruleset, event, (moment.version, index), moment.seat, time_ms)
        _keep_event(found, ruleset, row, Shown(document, row.encode(event)))


def _is_looked_at(message: Any, seen: Counter[str]) -> bool:
    name = type(message).__name__
    seen[name] += 1
    return seen[name] <= CANDIDATES


def _take_stored(found: Examples, ruleset: Ruleset, stored: StoredEvent) -> None:
    table = event_table(ruleset)
    event = codec_of(table).decode(stored)
    row = table.of(event)
    if row.name not in TABLE_EVENTS.by_name and row.name != POSITION_SET.name:
        return
    header = stored.header
    document = _document(ruleset, event, (stored.version, stored.index), header.seat, header.time_ms)
    _keep_event(found, ruleset, row, Shown(document, orjson.loads(stored.body)))


def _document(ruleset: Ruleset, event: Any, place: tuple[int, int], actor: int | None, time_ms: int) -> dict[str, Any]:
    """Return an event as the API shows it to the seat that sees what is hidden from others."""
    table = event_table(ruleset)
    names = [name for field in table.of(event).fields if not field.is_public for name in field.seen_by]
    viewer = getattr(event, names[0]) if names else actor
    return event_document(table, event, *place, actor, time_ms, viewer)


def _keep_event(found: Examples, ruleset: Ruleset, row: Message, shown: Shown) -> None:
    _keep(found.events.setdefault(group_of(ruleset.name, row), {}), row.name, shown, shown.document)


def _keep(kept: dict[str, Any], name: str, example: Any, body: dict[str, Any]) -> None:
    if name not in kept or _fullness(body) > _fullness(getattr(kept[name], "document", kept[name])):
        kept[name] = example


def _fullness(body: dict[str, Any]) -> int:
    """Count the non-empty members of a body."""
    return sum(1 for value in body.values() if value not in (None, "", [], {}))


def _missing(found: Examples) -> Iterator[tuple[str, str]]:
    """Yield the group and the name of each message without an example."""
    for group, ruleset in RULESETS.items():
        yield from ((group, name) for name in ruleset.commands.by_name if name not in found.commands[group])
        groups = ((group_of(group, row), row.name) for row in event_table(ruleset).rows)
        yield from ((of, name) for of, name in groups if name not in found.events[of])


def _sort(found: Examples) -> Examples:
    """Return the examples in the order of the tables."""
    commands = {
        ruleset.name: {name: found.commands[ruleset.name][name] for name in ruleset.commands.by_name}
        for ruleset in RULESETS.values()
    }
    events = {TABLE: {name: found.events[TABLE][name] for name in TABLE_EVENTS.by_name}}
    for ruleset in RULESETS.values():
        own = found.events[ruleset.name]
        events[ruleset.name] = {row.name: own[row.name] for row in event_table(ruleset).rows if row.name in own}
    return Examples(commands, events, _record_notices())


def _record_notices() -> dict[str, list[Any]]:
    """Return notices by type, with random names replaced by constant ones."""
    hours = Hours()
    ctx = new_context(hours)
    key_id = f"key-{'0' * 18}"
    ctx.budgets.put(key_id, (math.inf, Budget(cpu_seconds=600)))
    hook = Hook(f"hook-{'0' * 18}", f"key {key_id}", "https://bot.example.org/", TYPES, True, True, "", "00", hours())
    keep_hook(ctx, hook)
    bot = NewSeat("bot", webhook=hook.id, agent="uniform", deadline_s=30)
    table = Table(ctx, NewGame(SHEETS, [bot, NewSeat("human")], seed="example"))
    holder = table.game.table.seats[_PERSON].holder
    ctx.store.set_facts(table.made.id, {fact_names.hooks_of_seat(_PERSON, holder) + hook.id: fact_names.SET})
    found: dict[str, list[Any]] = {type_: [] for type_ in (*TYPES, TEST)}
    for notice in Masks().settle(list(_notices(ctx, hook, table, hours))):
        found[notice["type"]].append(notice)
    return found


def _notices(ctx: Context, hook: Hook, table: Table, hours: Hours) -> Iterator[dict[str, Any] | None]:
    def tell(type_: str, seat: int) -> dict[str, Any] | None:
        game = table.game
        return message(ctx, hook, Delivery(1, type_, game.id, seat, game.version, hours()))

    yield tell("started", _BOT)
    yield tell("turn", _PERSON)
    while table.game.awaiting()[0].seat != _BOT:
        table.act()
    yield tell("turn", _BOT)
    yield tell("events", _PERSON)
    yield _tell_void(ctx, hook, table, hours())
    change_seat(ctx, table.caller(_PERSON), _PERSON, SeatChange(agent="uniform"))
    yield tell("seat_changed", _PERSON)
    change_seat(ctx, table.caller(_PERSON), _PERSON, SeatChange(back=True))
    abandon(ctx, table.caller(_PERSON))
    yield tell("vote", _BOT)
    resignation.resign(ctx, table.caller(_PERSON))
    yield tell("finished", _BOT)
    yield tell(TEST, _BOT)
    yield message(ctx, hook, Delivery(1, BUDGET, "", 0, 0, hours(), percent=80))
    yield message(ctx, hook, Delivery(1, SEEK_ENDED, _end_seek(ctx, hook, hours()), 0, 0, hours()))
    other = replace(hook, id=f"hook-{'1' * 18}")
    keep_hook(ctx, other)
    keep_health(ctx, other.id, FAILURES_TO_DISABLE, off_because=FAILED)
    yield message(ctx, hook, Delivery(1, SWITCHED_OFF, other.id, 0, 0, hours()))


def _end_seek(ctx: Context, hook: Hook, now: int) -> str:
    """Return a seek of a player of the webhook's key that has expired."""
    key_id, player_id = hook.owner.removeprefix("key "), f"player-{'0' * 18}"
    ctx.store.set_facts(key_id, {fact_names.KEY: orjson.dumps({"id": key_id})})
    player = Player(player_id, key_id, now, trusted=False)
    ctx.store.set_facts(player_id, {fact_names.PLAYER: orjson.dumps(asdict(player))})
    seek = f"seek-{'0' * 42}"
    leave(ctx, seek, EXPIRED)
    return seek


def _tell_void(ctx: Context, hook: Hook, table: Table, now: int) -> dict[str, Any] | None:
    """Return the notice of an order that became void by an undo."""
    order = Standing("0" * 18, now, 0, {"kind": "pass"})
    book = OrderBook(table.game.table.seats[_PERSON].holder, orders=[order])
    book.end(order, now, VOID, UNDONE)
    ctx.store.set_facts(table.made.id, {fact_names.orders(_PERSON): book.write()})
    return message(ctx, hook, Delivery(1, ORDERS, table.made.id, _PERSON, table.game.version, now))
