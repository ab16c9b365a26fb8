"""What the holder of a seat does with it: renews its token, renames it, lends it, leaves before the start."""

from collections.abc import Mapping
from typing import Any

from service import seats
from service.answers import Seated
from service.appending import Act, append
from service.attempts import judged_again
from service.context import Context
from service.creating import agents_for
from service.games import Game
from service.holdings import NOBODY, SITTING, Maker, client_fact, client_facts, note_game
from service.idempotency import Key, claimed_by, once
from service.imported import refuse_imported
from service.nearest import offered
from service.problems import forbidden, invalid, not_found, refused, unknown
from service.seat_events import SeatLeft, SeatLent, SeatRenamed, TokenRenewed
from service.seats import Caller
from service.webhooks.listening import noted_loss
from service.webhooks.registry import bot_fact, find_hook
from workers.agents.catalog import BY_ID


def renew_token(
    ctx: Context, game_id: str, token: str | None, number: int, key: Key | None = None, taker: Maker = NOBODY
) -> Seated:
    """A new token of a seat for whoever presents the one there is, and holds the seat from then on; the old one dies.

    API key and webhooks stay with the holder. Where nobody held the seat it leaves those that its maker gave it.
    """

    def act() -> Seated:
        game = ctx.games.load(game_id)
        caller = seats.authenticate(ctx, game, token)
        if number >= len(game.table.seats):
            raise not_found("seat")
        if seats.require_seat(caller) != number:
            raise forbidden("token_of_another_seat", "token_of_this_seat")
        return _renewed(ctx, game, number, key, taker)

    return once(ctx, game_id, key, Seated, lambda: judged_again(ctx, game_id, act))


def _renewed(ctx: Context, game: Game, number: int, key: Key | None, taker: Maker) -> Seated:
    seat, known = game.table.seats[number], ctx.store.facts(game.id)
    holder = seats.new_holder()
    token = _new_token(ctx, game, number, holder, known)
    kept = client_facts(taker, {number: holder}) | _kept_facts(known, number, seat.holder, holder, is_held=seat.held)
    note_game(ctx, taker, game.id, SITTING)
    return with_new_token(ctx, game, TokenRenewed(number, holder), token, known, kept, key)


def _new_token(ctx: Context, game: Game, number: int, holder: str, known: Mapping[str, bytes]) -> str:
    """A token; that of a bot which plays by webhook is the one that the webhook is told from now on."""
    hook = find_hook(ctx, known.get(bot_fact(number), b"").decode())
    return seats.new_token(game.id) if hook is None else hook.token(game.id, number, holder)


def _kept_facts(
    known: Mapping[str, bytes], number: int, before: str, holder: str, *, is_held: bool
) -> dict[str, bytes]:
    """What stays with a seat whose token is renewed, under the holder's new name."""
    bot = {bot_fact(number): known[bot_fact(number)]} if bot_fact(number) in known else {}
    if not is_held:
        return bot
    mine = f"hook:{number}:{before}:"
    hooks = {name.replace(mine, f"hook:{number}:{holder}:", 1): b"1" for name in known if name.startswith(mine)}
    owner, _, of = known.get(client_fact(number), b"").decode().partition(":")
    client = {client_fact(number): f"{owner}:{holder}".encode()} if of == before else {}
    return bot | hooks | client


def with_new_token(
    ctx: Context,
    game: Game,
    event: TokenRenewed,
    token: str,
    known: Mapping[str, bytes],
    kept: Mapping[str, bytes],
    key: Key | None = None,
) -> Seated:
    """Give a seat its new token, and take from it all that stands beside the log and is not kept; raises Conflict."""
    number = event.seat
    kind, status = game.table.seats[number].kind, game.table.status
    answer = Seated(game.id, number, kind, game.version + 1, status, token)
    facts = {**seats.forgotten(known, number), **noted_loss(known, game, number, kept), **kept}
    facts[seats.fact_key(token)] = seats.seat_fact(number, event.holder)
    append(ctx, game, [_act(ctx, game, event)], claim=claimed_by(key, answer), facts=facts)
    return answer


def _act(ctx: Context, game: Game, *events: Any) -> Act:
    return Act(None, events, ctx.clock(), game.play)


def rename(ctx: Context, game: Game, number: int, name: str) -> Seated:
    """Give whoever holds a seat another name; the same name again changes nothing."""
    if game.table.finished:
        raise refused("game.finished")
    if ctx.store.names(game.id).get(number) == name:
        return seated(game, number)
    return seated(append(ctx, game, [_act(ctx, game, SeatRenamed(number))], names={number: name}), number)


def lend(ctx: Context, game: Game, number: int, agent: str) -> Seated:
    """Let an agent play on a seat until its holder takes it back."""
    if game.table.finished:
        raise refused("game.finished")
    return seated(append(ctx, game, [_act(ctx, game, SeatLent(number, known_agent(game, agent)))]), number)


def known_agent(game: Game, agent: str) -> str:
    """An agent that plays a game; raises Problem for any other."""
    name = game.ruleset.name
    if agent not in BY_ID or not BY_ID[agent].plays(name):
        raise invalid("agent", "choice", **offered(agent, agents_for(name)))
    return agent


def seated(game: Game, number: int) -> Seated:
    """A seat as it stands."""
    seat = game.table.seats[number]
    return Seated(game.id, number, seat.kind, game.version, game.table.status, agent=seat.agent or None)


def lost_facts(ctx: Context, game: Game, number: int) -> dict[str, bytes]:
    """The facts to set when whoever has a seat loses it with the next version."""
    known = ctx.store.facts(game.id)
    return seats.forgotten(known, number) | noted_loss(known, game, number)


def leave(ctx: Context, caller: Caller, number: int) -> None:
    """Leave a game that has not begun; the seat is open again. 409 for a game that runs: there one resigns."""
    refuse_imported(caller.game)

    def act() -> None:
        game = ctx.games.load(caller.game)
        if number >= len(game.table.seats):
            raise not_found("seat")
        if seats.require_seat(caller) != number:
            raise forbidden("token_of_another_seat", "token_of_this_seat")
        if not seats.sits(game.table, number, caller.holder):
            raise unknown("unknown_token")
        if game.table.started:
            raise refused("game.started")
        append(ctx, game, [_act(ctx, game, SeatLeft(number))], facts=lost_facts(ctx, game, number), names={number: ""})

    judged_again(ctx, caller.game, act)
