"""Renders notices as the seat may see them at the time of sending, so a late delivery holds nothing stale."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service.clients.authentication import Caller
from service.clients.ownership import in_step
from service.clients.seat_duties import debt_document
from service.game.context import Context
from service.game.debts import debts_of
from service.game.documents import make_documents
from service.game.games import Game
from service.process.wall_clock import write_time
from service.views.game_view import view_document, vote_to_answer
from service.views.legal_actions import actions_document
from service.webhooks.listening import holders, listeners, losers
from service.webhooks.registry import TEST, Delivery, Hook
from service.webhooks.seat_changes import SEAT_CHANGED, seat_changed
from service.webhooks.testing import notice_of_test

LANGUAGE: Final = "en"
Facts = Mapping[str, bytes]


def message(ctx: Context, hook: Hook, delivery: Delivery) -> dict[str, Any] | None:
    """Return the body to post; None if there is nothing to report any more, or not to this webhook. Raises Problem."""
    if delivery.type == TEST:
        return notice_of_test(hook, delivery)
    game, facts = in_step(ctx, ctx.games.load(delivery.game))
    with ctx.games.reading(game.id):
        return _message(ctx, hook, game, facts, delivery)


def _message(ctx: Context, hook: Hook, game: Game, facts: Facts, delivery: Delivery) -> dict[str, Any] | None:
    if delivery.type == SEAT_CHANGED:
        is_heard = _may_hear(ctx, game, facts, hook, delivery)
        content = seat_changed(ctx, game, facts, delivery, hook.id) if is_heard else None
    else:
        content = _content(ctx, hook, game, facts, delivery)
    if content is None:
        return None
    head = {"game": game.id, "seat": delivery.seat}
    return {"type": delivery.type, "timestamp": write_time(delivery.made), "data": head | content}


def _may_hear(ctx: Context, game: Game, facts: Facts, hook: Hook, delivery: Delivery) -> bool:
    """Return whether a webhook belongs to the seat that changed, or lost it by the change."""
    heard = (*holders(ctx, game, facts), *losers(ctx, facts).get(delivery.version, ()))
    return any((one.hook, one.seat) == (hook.id, delivery.seat) for one in heard)


def _content(ctx: Context, hook: Hook, game: Game, facts: Facts, delivery: Delivery) -> dict[str, Any] | None:
    roles = [one.plays for one in listeners(ctx, game, facts) if (one.hook, one.seat) == (hook.id, delivery.seat)]
    content = _CONTENTS[delivery.type](ctx, game, delivery) if roles else None
    if content is not None and any(roles) and delivery.type in ("turn", "vote"):
        content["token"] = hook.token(game.id, delivery.seat, game.table.seats[delivery.seat].holder)
        content |= _of_bot(ctx, game, delivery.seat) if delivery.type == "turn" else {}
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


def _of_bot(ctx: Context, game: Game, seat: int) -> dict[str, Any]:
    """Return what a bot needs in addition, to choose a command."""
    view = view_document(ctx, game, Caller(game.id, seat), is_newest=False)
    return {
        "view": view,
        "legal_actions": actions_document(game, seat, LANGUAGE),
    }


def _status(ctx: Context, game: Game, delivery: Delivery) -> dict[str, Any]:
    content: dict[str, Any] = {"version": delivery.version, "status": game.table.status}
    result = game.result
    if result is not None:
        content["result"] = {"winners": list(result.winners), "points": list(result.points)}
    return content


def _events(ctx: Context, game: Game, delivery: Delivery) -> dict[str, Any]:
    stored = ctx.store.read(game.id, delivery.version - 1, delivery.version)
    events = make_documents(game, stored, delivery.seat)
    return {"version": delivery.version, "events": events}


_CONTENTS: Final[dict[str, Callable[[Context, Game, Delivery], dict[str, Any] | None]]] = {
    "turn": _turn,
    "vote": _vote,
    "started": _status,
    "finished": _status,
    "events": _events,
}
