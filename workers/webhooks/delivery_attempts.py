"""Attempts a delivery: posts and signs it, judges the answer, and tries again later or gives up.

A bot's answer may be its command: it counts if the game still stands as in the notice, and once, however often
the delivery is repeated.
"""

import logging
from contextlib import AbstractContextManager
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

import orjson
from marshmallow import ValidationError

from service.game.context import Context
from service.game.idempotency import Key
from service.game.quarantine import UNREAD
from service.handlers.commands import Sender, submit
from service.http.strict_json import BadJson, parse
from service.problems import Problem
from service.process import build
from service.schemas.play import read_commands
from service.tracing import spans
from service.webhooks.deliveries import Delivery, find_delivery, keep_delivery
from service.webhooks.messages import message
from service.webhooks.registry import APART, FAILED, FAILURES_TO_DISABLE, GONE, TEST, Hook, find_hook, keep_health
from service.webhooks.signing import signature_headers
from service.webhooks.switching import notify_others
from service.webhooks.targets import Blocked, read_target
from workers.webhooks.outbound import Unreachable, post

PAUSES_S: Final = {
    "turn": (1, 2, 4, 8, 15, 30, 60, 120),
    "vote": (1, 2, 4, 8, 15, 30),
    "other": (5, 30, 120, 600, 1_800, 7_200, 18_000, 36_000),
}
"""Sets the seconds before the second attempt, the third, and so on; those of a turn are short: it has a deadline."""
UNREADABLE_S: Final = 60
"""Sets the seconds before another look at a delivery whose game is in quarantine; that is not counted as an attempt."""
AGAIN_S: Final = 0.05
"""Sets the seconds before a turn is sent again to a bot whose answer was out of date."""

log = logging.getLogger(__name__)


def attempt(ctx: Context, hook_id: str, n: int, *, again: bool = False) -> Delivery | None:
    """Try a delivery and return it as it is then; None if there is no such delivery.

    With `again` it is tried even if it was delivered or given up.
    """
    hook, delivery = find_hook(ctx, hook_id), find_delivery(ctx, hook_id, n)
    if hook is None or delivery is None:
        ctx.store.set_deadlines(hook_id, {f"deliver-{n}": 0})
        return None
    if not again and (delivery.status != "pending" or not hook.active):
        after = replace(delivery, status="failed" if delivery.status == "pending" else delivery.status)
    else:
        with _span(ctx, hook, delivery, again):
            after = _try(ctx, hook, delivery)
            spans.note(status=after.code)
    keep_delivery(ctx, hook_id, after)
    return after


def _span(ctx: Context, hook: Hook, delivery: Delivery, again: bool) -> AbstractContextManager[None]:
    """Open a span for an attempt: the first is a child of the span that made the delivery, later ones link to it."""
    about: dict[str, Any] = {"kind": delivery.type, "attempt": delivery.attempts + 1}
    if delivery.type not in APART:
        about |= {"game": delivery.game, "version": delivery.version, "seat": delivery.seat}
    if again:
        return spans.span("deliver", "client", **about)
    is_linked = delivery.attempts > 0
    traces = ctx.jobs.of(hook.id).traces
    return traces.follow(hook.id, delivery.n, "deliver", "client", is_linked=is_linked, **about)


def _try(ctx: Context, hook: Hook, delivery: Delivery) -> Delivery:
    try:
        body = message(ctx, hook, delivery)
    except UNREAD:
        due = ctx.clock() + 1000 * UNREADABLE_S
        return replace(delivery, status="pending", due=due, note="the game cannot be read now")
    except Problem:
        body = None
    if body is None:
        return replace(delivery, status="skipped", note="there is nothing to tell any more")
    tried = replace(delivery, attempts=delivery.attempts + 1, code=None, note="")
    try:
        code, answer = _post(ctx, hook, delivery, body)
    except Unreachable as error:
        return _fail(ctx, hook, replace(tried, note=str(error)))
    tried = replace(tried, code=code)
    if not 200 <= code < 300:
        return _fail(ctx, hook, tried)
    return _heed(ctx, hook, tried, body, answer)


def _post(ctx: Context, hook: Hook, delivery: Delivery, body: dict[str, Any]) -> tuple[int, bytes]:
    loopback = ctx.settings.webhooks == "loopback"
    try:
        target = read_target(hook.url, loopback=loopback)
    except Blocked:
        raise Unreachable("no address that may be reached") from None
    text = orjson.dumps(body)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"longroad/{build.version()}",
        **signature_headers(hook.secret, f"msg_{hook.id}_{delivery.n}", text),
    }
    carried = spans.carry()
    if carried is not None:
        headers["traceparent"] = carried
    return post(target, text, headers, loopback=loopback)


def _fail(ctx: Context, hook: Hook, delivery: Delivery) -> Delivery:
    """Return a delivery that failed, to be tried later or given up.

    A webhook that fails again and again, or answers 410, is disabled. A test is not repeated and not counted; nor is an
    attempt at a webhook that is off, or was switched off meanwhile.
    """
    known = find_hook(ctx, hook.id) or hook
    if delivery.type == TEST or not known.active:
        return replace(delivery, status="failed", due=0)
    failures = known.failures + 1
    because = GONE if delivery.code == HTTPStatus.GONE else FAILED if failures >= FAILURES_TO_DISABLE else ""
    keep_health(ctx, hook.id, failures, off_because=because)
    if because:
        notify_others(ctx, hook)
    pauses = PAUSES_S.get(delivery.type, PAUSES_S["other"])
    if because or delivery.attempts > len(pauses):
        return replace(delivery, status="failed", due=0)
    return replace(delivery, status="pending", due=ctx.clock() + 1000 * pauses[delivery.attempts - 1])


def _heed(ctx: Context, hook: Hook, delivery: Delivery, body: dict[str, Any], answer: bytes) -> Delivery:
    """Carry out the command in a bot's answer, if it has one; return the delivery as it is then."""
    if hook.failures and delivery.type != TEST and (find_hook(ctx, hook.id) or hook).active:
        keep_health(ctx, hook.id, 0)
    if "token" not in body["data"] or not answer.strip():
        return replace(delivery, status="delivered", due=0)
    key = Key.of(f"{hook.id} {delivery.n}", "POST", "webhook", hook.token_key, answer)
    try:
        game = ctx.games.load(delivery.game)
        commands, holder = read_commands(game.ruleset, parse(answer)), game.table.seats[delivery.seat].holder
        submit(ctx, delivery.game, delivery.seat, commands, body["data"]["version"], key, Sender(holder))
    except (BadJson, ValidationError):
        return _fail(ctx, hook, replace(delivery, note="the answer is no command"))
    except Problem as problem:
        if problem.slug in ("stale_version", "busy"):
            return replace(delivery, status="pending", due=ctx.clock() + int(1000 * AGAIN_S), note="the game went on")
        if problem.slug != "idempotency_key_reused":  # its command was carried out before, and the response was lost
            return _fail(ctx, hook, replace(delivery, note=problem.rule or problem.slug))
    return replace(delivery, status="delivered", due=0)
