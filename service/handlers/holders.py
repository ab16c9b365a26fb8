"""Carries out changes of a seat by its holder.

Holders renew the token, rename, lend the seat, leave before the start, and set how they answer votes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from eventstore.records import NOTHING, Beside
from service.clients import authentication, fact_names, tokens
from service.clients.authentication import Caller
from service.clients.names import open_names
from service.clients.own_games import SITTING
from service.clients.ownership import (
    NOBODY,
    Maker,
    clients_of,
    for_player_of,
    keep_ownership,
    label_of,
    note_game,
    seats_of_client,
)
from service.clients.phrases import keep_muted
from service.clients.players import is_player
from service.clients.presence import agree_as_holder, fact_of_consent
from service.clients.standing_answers import answers_of, facts_of_answers
from service.clients.standing_orders import keep_orders
from service.game.context import Context
from service.game.games import Act, Game, table_after
from service.game.idempotency import Key
from service.game.ids import refuse_imported
from service.game.results import Seated
from service.game.standstill import check_change
from service.handlers.accept import Accepted, Request, accept
from service.handlers.budgets import require_agent_at
from service.handlers.new_seats import agent_fields, name_agent
from service.handlers.thinking import admit_agent
from service.problems import forbidden, invalid, not_found, refusal, unknown
from service.table.seat_events import SeatLeft, SeatLent, SeatRenamed, TokenRenewed
from service.webhooks.listening import loss_fact
from service.webhooks.registry import find_hook


def renew_token(
    ctx: Context, game_id: str, token: str | None, number: int, key: Key | None = None, taker: Maker = NOBODY
) -> Seated:
    """Renew a seat's token for a caller with the current one, who then holds the seat; the old token is revoked.

    The holder keeps API key and webhooks. If the seat was not held, those of the game's creator are detached from it.
    """
    return accept(ctx, Request(game_id, Seated, key), _renew, token=token, number=number, taker=taker)


def _renew(ctx: Context, game: Game, token: str | None, number: int, taker: Maker) -> Accepted[Seated]:
    require_own(game, authentication.authenticate(ctx, game, token), number)
    check_change(game, number)
    seat, known = game.table.seats[number], ctx.store.facts(game.id)
    holder, taker = tokens.new_holder(), for_player_of(known, number, taker)
    hook = find_hook(ctx, known.get(fact_names.bot(number), b"").decode())  # by which a bot gets its tokens
    new = tokens.new_token(game.id) if hook is None else hook.token(game.id, number, holder)
    kept = seats_of_client(taker, {number: holder}) | _keep_facts(known, number, seat.holder, holder, is_held=seat.held)
    note_game(ctx, taker, game.id, SITTING)
    return with_new_token(ctx, game, TokenRenewed(number, holder, client=label_of(taker, game.id)), new, known, kept)


def require_own(game: Game, caller: Caller, number: int) -> None:
    """Raise Problem unless the caller has this seat."""
    if number >= len(game.table.seats):
        raise not_found("seat")
    if authentication.require_seat(caller) != number:
        raise forbidden("token_of_another_seat", "token_of_this_seat")


def _keep_facts(
    known: Mapping[str, bytes], number: int, before: str, holder: str, *, is_held: bool
) -> dict[str, bytes]:
    """Return the facts that a seat keeps when its token is renewed, under the new holder id."""
    bot = {fact_names.bot(number): known[fact_names.bot(number)]} if fact_names.bot(number) in known else {}
    if not is_held:
        return bot
    mine, theirs = fact_names.hooks_of_seat(number, before), fact_names.hooks_of_seat(number, holder)
    hooks = {name.replace(mine, theirs, 1): fact_names.SET for name in known if name.startswith(mine)}
    client = keep_ownership(known, number, before, holder)
    said = fact_names.answers_of_seat(number)
    pairs = {name: fact_names.owner_and_holder(value) for name, value in known.items() if name.startswith(said)}
    answers = {name: fact_names.holding(answer, holder) for name, (answer, by) in pairs.items() if by == before}
    muted = keep_muted(known, number, before, holder)
    agrees = known.get(fact_names.presence(number), b"").decode() == before
    presence = fact_of_consent(number, holder) if agrees else {}
    return bot | hooks | client | answers | muted | presence | keep_orders(known, number, before, holder)


def with_new_token(
    ctx: Context,
    game: Game,
    event: TokenRenewed,
    token: str,
    known: Mapping[str, bytes],
    kept: Mapping[str, bytes],
) -> Accepted[Seated]:
    """Accept a seat's new token, and revoke all facts about the seat that are not kept."""
    number = event.seat
    kind, status = game.table.seats[number].kind, game.table.status
    answer = Seated(game.id, number, kind, game.version + 1, status, token)
    facts = {**authentication.revoking_facts(known, number), **loss_fact(known, game, number, kept), **kept}
    facts[tokens.fact_key(token)] = fact_names.seat_of(number, event.holder)
    return Accepted(game, answer, [Act(None, [event], ctx.clock(), game.play)], Beside(facts=facts))


def accept_change(ctx: Context, game: Game, event: Any, beside: Beside = NOTHING) -> Accepted[Seated]:
    """Accept one event about a seat, and answer with the seat after it."""
    acts = [Act(None, [event], ctx.clock(), game.play)]
    return Accepted(game, seat_after(game, event.seat, acts), acts, beside)


def rename(ctx: Context, game: Game, number: int, name: str) -> Accepted[Seated]:
    """Rename the player of a seat; repeating the same name changes nothing."""
    if game.table.finished:
        raise refusal("game.finished")
    if open_names(ctx, game.id, ctx.store.names(game.id)).get(number) == name:
        return Accepted(game, seat_after(game, number))
    return accept_change(ctx, game, SeatRenamed(number), Beside(names={number: name}))


def lend(ctx: Context, game: Game, number: int, agent: str) -> Accepted[Seated]:
    """Let an agent play a seat until its holder takes it back."""
    if game.table.finished:
        raise refusal("game.finished")
    named = name_agent(game.ruleset, agent)
    require_agent_at(ctx, game.id, named)
    admit_agent(ctx, game.id, game.table, number, named)
    return accept_change(ctx, game, SeatLent(number, **agent_fields(named)))


def answer_beforehand(ctx: Context, game: Game, number: int, answers: Mapping[str, str]) -> Accepted[Seated]:
    """Store how the holder of a seat answers these kinds of votes from now on; an open vote is left to them."""
    if game.table.finished:
        raise refusal("game.finished")
    facts = facts_of_answers(number, game.table.seats[number].holder, answers)
    ctx.store.set_facts(game.id, facts)
    known = answers_of(ctx.store.facts(game.id), game.table, number)
    return Accepted(game, replace(seat_after(game, number), votes=known))


def agree_to_presence(ctx: Context, game: Game, number: int, is_shown: bool) -> Accepted[Seated]:
    """Set whether a holder is shown as present; raises Problem (422) for a player, who says so for all seats."""
    if game.table.finished:
        raise refusal("game.finished")
    if is_player(clients_of(game, ctx.store.facts(game.id)).get(number, "")):
        raise invalid("presence", "of_player")
    agree_as_holder(ctx, game, number, is_shown=is_shown)
    return Accepted(game, seat_after(game, number))


def seat_after(game: Game, number: int, acts: Sequence[Act] = ()) -> Seated:
    """Return a seat as it is, or as it will be after acts."""
    table = table_after(game, acts)
    seat = table.seats[number]
    return Seated(game.id, number, seat.kind, game.version + len(acts), table.status, agent=seat.agent or None)


def leaving_facts(ctx: Context, game: Game, number: int) -> dict[str, bytes]:
    """Return the facts to write when a player loses the seat with the next version."""
    known = ctx.store.facts(game.id)
    return authentication.revoking_facts(known, number) | loss_fact(known, game, number)


def leave(ctx: Context, caller: Caller, number: int) -> None:
    """Leave a game before its start, which opens the seat again; raises Problem (409) afterwards: resign instead."""
    refuse_imported(caller.game)
    accept(ctx, Request(caller.game, Seated), _leave, caller=caller, number=number)


def _leave(ctx: Context, game: Game, caller: Caller, number: int) -> Accepted[Seated]:
    require_own(game, caller, number)
    if not authentication.sits(game.table, number, caller.holder):
        raise unknown("unknown_token")
    if game.table.started:
        raise refusal("game.started")
    return accept_change(
        ctx, game, SeatLeft(number), Beside(facts=leaving_facts(ctx, game, number), names={number: ""})
    )
