"""Renders notices as the seat may see them at the time of sending, so a late delivery holds nothing stale."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from eventstore.records import StoredEvent
from service.clients import fact_names
from service.clients.authentication import Caller
from service.clients.budgets import budget_of
from service.clients.ownership import in_step
from service.clients.players import find_player
from service.clients.seat_duties import debt_document
from service.clients.seeks import player_with
from service.clients.standing_orders import read_book
from service.game.context import Context
from service.game.debts import debts_of
from service.game.documents import agent_members, make_event_documents
from service.game.games import Game
from service.process.wall_clock import write_time
from service.usage.places import DAY_MS
from service.views.game_view import view_document, vote_to_answer
from service.views.legal_actions import actions_document
from service.views.seeks import show_seek
from service.webhooks.deliveries import Delivery
from service.webhooks.listening import holders, listeners, losers
from service.webhooks.registry import BUDGET, ORDERS, SEEK_ENDED, SWITCHED_OFF, TEST, Hook, find_hook

LANGUAGE: Final = "en"
Facts = Mapping[str, bytes]
SEAT_CHANGED: Final = "seat_changed"
CHANGES: Final = {
    "TokenRenewed": "renewed",
    "SeatRenamed": "renamed",
    "SeatLent": "lent",
    "SeatReturned": "returned",
    "SeatStoodIn": "stood_in",
    "SeatResigned": "resigned",
    "SeatHandedOver": "handed_over",
    "SeatLeft": "left",
}
"""Maps event types to the names of changes."""
LOSING: Final = ("SeatHandedOver", "SeatLeft")
"""Lists the events after which the old player has lost the seat, recorded in their append."""


def message(ctx: Context, hook: Hook, delivery: Delivery) -> dict[str, Any] | None:
    """Return the body to post; None if there is nothing to report any more, or not to this webhook. Raises Problem."""
    if delivery.type == TEST:
        return {"type": TEST, "timestamp": write_time(delivery.made), "data": {"webhook": hook.id}}
    if delivery.type in _APART:
        content = _APART[delivery.type](ctx, hook, delivery)
        return content and {"type": delivery.type, "timestamp": write_time(delivery.made), "data": content}
    game, facts = in_step(ctx, ctx.games.load(delivery.game))
    with ctx.games.reading(game.id):
        return _message(ctx, hook, game, facts, delivery)


def _describe_switch(ctx: Context, hook: Hook, delivery: Delivery) -> dict[str, Any] | None:
    """Return which webhook of the owner was switched off, and why; None if it is on again, or deleted."""
    other = find_hook(ctx, delivery.game)
    if other is None or other.active or not other.off_at or other.owner != hook.owner:
        return None
    return {"webhook": other.id, **other.off}


def _budget(ctx: Context, hook: Hook, delivery: Delivery) -> dict[str, Any] | None:
    """Return how much of the budget of the webhook's key was used on a day; None if it has no such budget now."""
    key_id = hook.owner.removeprefix("key ")
    budget = budget_of(ctx, key_id)
    if budget is None or budget.cpu_seconds is None:
        return None
    renews = write_time((delivery.made // DAY_MS + 1) * DAY_MS)
    return {"key": key_id, "percent": delivery.percent, "cpu_seconds": budget.cpu_seconds, "renews": renews}


def _seek(ctx: Context, hook: Hook, delivery: Delivery) -> dict[str, Any] | None:
    """Return how a seek ended; None if its player was forgotten, or is not one of the webhook's key any more."""
    shown, player = show_seek(ctx, delivery.game), find_player(ctx, player_with(delivery.game))
    if shown is None or player is None or hook.owner != f"key {player.app}":
        return None
    known: dict[str, Any] = {name: value for name, value in shown.items() if name in ("status", "ended", "reason")}
    return {"seek": delivery.game, "player": player.id, **known}


_APART: Final[Mapping[str, Callable[[Context, Hook, Delivery], dict[str, Any] | None]]] = {
    SWITCHED_OFF: _describe_switch,
    BUDGET: _budget,
    SEEK_ENDED: _seek,
}
"""Maps types of notices that belong to no game to what they say."""


def _message(ctx: Context, hook: Hook, game: Game, facts: Facts, delivery: Delivery) -> dict[str, Any] | None:
    if delivery.type == SEAT_CHANGED:
        # by the owner of the seat that changed, or by one who lost it by the change
        hearing = (*holders(ctx, game, facts), *losers(ctx, facts).get(delivery.version, ()))
        is_heard = any((one.hook, one.seat) == (hook.id, delivery.seat) for one in hearing)
        content = seat_changed(ctx, game, facts, delivery, hook.id) if is_heard else None
    else:
        content = _content(ctx, hook, game, facts, delivery)
    if content is None:
        return None
    head = {"game": game.id, "seat": delivery.seat}
    return {"type": delivery.type, "timestamp": write_time(delivery.made), "data": head | content}


def _content(ctx: Context, hook: Hook, game: Game, facts: Facts, delivery: Delivery) -> dict[str, Any] | None:
    roles = [one.plays for one in listeners(ctx, game, facts) if (one.hook, one.seat) == (hook.id, delivery.seat)]
    content = _CONTENTS[delivery.type](ctx, game, delivery) if roles else None
    if content is not None and any(roles) and delivery.type in ("turn", "vote"):
        content["token"] = hook.token(game.id, delivery.seat, game.table.seats[delivery.seat].holder)
        if delivery.type == "turn":  # what a bot needs to choose a command
            content["view"] = view_document(ctx, game, Caller(game.id, delivery.seat), is_newest=False)
            content["legal_actions"] = actions_document(game, delivery.seat, LANGUAGE)
    return content


def _turn(ctx: Context, game: Game, delivery: Delivery) -> dict[str, Any] | None:
    """Return what the seat owes; None if it has acted in the meantime."""
    debts = debts_of(game, [delivery.seat])
    if not any(debt.asked == delivery.version for debt in debts):
        return None
    shown = [debt_document(debt) for debt in debts]
    return {
        "version": game.version,
        "owes": [{name: debt[name] for name in ("frame", "must", "since")} for debt in shown],
    }


def _vote(ctx: Context, game: Game, delivery: Delivery) -> dict[str, Any] | None:
    """Return the vote that waits for the seat's answer; None if it does no longer."""
    vote = vote_to_answer(game, delivery.seat)
    is_it = game.table.vote is not None and game.table.vote.opened == delivery.version
    return None if vote is None or not is_it else {"version": game.version, "vote": vote}


def _status(ctx: Context, game: Game, delivery: Delivery) -> dict[str, Any]:
    content: dict[str, Any] = {"version": delivery.version, "status": game.table.status}
    result = game.result
    if result is not None:
        content["result"] = {"winners": list(result.winners), "points": list(result.points)}
    return content


def _events(ctx: Context, game: Game, delivery: Delivery) -> dict[str, Any]:
    stored = ctx.store.read(game.id, delivery.version - 1, delivery.version)
    events = make_event_documents(game, stored, delivery.seat)
    return {"version": delivery.version, "events": events}


def _orders(ctx: Context, game: Game, delivery: Delivery) -> dict[str, Any] | None:
    """Return the orders that became void at the delivery's time; None if they are not kept any more."""
    written = ctx.store.fact(game.id, fact_names.orders(delivery.seat)) or b""
    book = read_book(written, game.table.seats[delivery.seat].holder)
    ended = [one.document for one in book.list_void(delivery.made)]
    return {"version": game.version, "ended": ended} if ended else None


_CONTENTS: Final[dict[str, Callable[[Context, Game, Delivery], dict[str, Any] | None]]] = {
    "turn": _turn,
    "vote": _vote,
    "started": _status,
    "finished": _status,
    "events": _events,
    ORDERS: _orders,
}


def list_changed(game: Game, stored: Iterable[StoredEvent]) -> set[int]:
    """Return the seats that a version changed for players who still have them."""
    return {
        game.codec.decode(event).seat
        for event in stored
        if (kind := game.codec.name(event.type)) in CHANGES and kind not in LOSING
    }


def seat_changed(
    ctx: Context, game: Game, facts: Mapping[str, bytes], delivery: Delivery, hook_id: str
) -> dict[str, Any] | None:
    """Return how the seat changed at the delivery's version, and whether it is still the webhook's."""
    stored = ctx.store.read(game.id, delivery.version - 1, delivery.version)
    events = [game.codec.decode(event) for event in stored if game.codec.name(event.type) in CHANGES]
    mine = [event for event in events if event.seat == delivery.seat]
    if not mine:
        return None
    table = ctx.games.load(game.id, delivery.version).table
    seat = table.seats[delivery.seat]
    content = {"version": delivery.version, "change": CHANGES[type(mine[-1]).__name__], "kind": seat.kind}
    keeps = any((one.hook, one.seat) == (hook_id, delivery.seat) for one in listeners(ctx, game, facts))
    return content | {"yours": keeps} | agent_members(seat.agent)
