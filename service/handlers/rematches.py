"""Opens rematches: the same table as that of a finished game, with every player one seat further on.

The first player to ask opens and owns it. The others take their reserved seats with the tokens of the old game, and the
last one starts it. A player's seat stays the player's, whatever credential of the seat or the application is sent, and
a rated game stays rated if all agree.
"""

from dataclasses import replace
from typing import NamedTuple

from eventstore.records import Conflict, Duplicate
from service.clients import fact_names
from service.clients.authentication import Caller
from service.clients.names import names_at
from service.clients.ownership import NOBODY, Maker, apps_of, clients_of, in_step, keep_ownership
from service.clients.players import find_player, is_player
from service.clients.tokens import new_holder, new_token
from service.game.context import Context
from service.game.games import Act, Game
from service.game.idempotency import Key, find_earlier
from service.game.ids import SANDBOX, new_id, refuse_imported
from service.game.results import Created, Seated
from service.handlers.accept import Accepted, Request, accept, accept_new, write
from service.handlers.holders import with_new_token
from service.handlers.new_seats import NewSeat, configure, still_served, with_agents
from service.handlers.openings import new_seed, open_table
from service.handlers.plans import Plan
from service.handlers.rated_rematches import join, list_of_rematch, propose
from service.handlers.seating import SeatWish, remove, sit_down
from service.problems import Problem, missing_credential, refusal
from service.table.events import RematchOpened, options_of
from service.table.seat_events import TokenRenewed
from service.table.terms import Seat


def rematch(
    ctx: Context, caller: Caller, key: Key | None = None, maker: Maker = NOBODY, *, agrees: bool = True
) -> Created:
    """Open the rematch of a finished game, or sit down in it; raises Problem (409) if the game is not over.

    A caller who `agrees` lets the rematch of a rated game be rated.
    """
    if caller.credential is None:
        raise missing_credential("seat_token", "owner_token")
    refuse_imported(caller.game)
    asking = Asking(caller, key, maker, agrees)
    return accept(ctx, Request(caller.game, Created, key), _rematch, asking=asking)


class Asking(NamedTuple):
    """Says who requests a rematch, under which key, and whether they agree that it is rated."""

    caller: Caller
    key: Key | None
    maker: Maker
    agrees: bool


def _rematch(ctx: Context, game: Game, asking: Asking) -> Accepted[Created]:
    if not game.table.finished:
        raise refusal("game.not_finished")
    earlier = find_earlier(ctx, game.id, asking.key, Created)
    if earlier is not None:
        return Accepted(game, earlier)
    try:
        follower = ctx.games.load(game.table.rematch) if game.table.rematch else None
    except Problem:  # the rematch has expired
        follower = None
    if follower is None:
        return Accepted(game, _open(ctx, game, asking))
    return Accepted(game, _join(ctx, game, follower, asking))


def _open(ctx: Context, game: Game, asking: Asking) -> Created:
    caller, maker = asking.caller, asking.maker
    plan = _plan(ctx, game, caller, maker)
    opened = open_table(ctx, new_id(None, SANDBOX if plan.sandbox else ""), plan, maker)
    rated = propose(ctx, game, caller, maker, plan.seats, agrees=asking.agrees)
    opened = opened._replace(beside=opened.beside._replace(facts={**opened.beside.facts, **rated}))
    write(ctx, opened)
    created = replace(opened.answer, rated=list_of_rematch(rated, is_begun=False))
    act = Act(None, [RematchOpened(created.id)], ctx.clock(), game.play)
    try:
        write(ctx, Accepted(game, created, [act]), asking.key)
    except (Conflict, Duplicate):
        remove(ctx, created.id)
        raise
    return created


def _plan(ctx: Context, game: Game, caller: Caller, maker: Maker) -> Plan:
    opened, names, takers = game.table.opened, names_at(ctx, game.id), _takers_of(ctx, game, caller, maker)
    old = [
        _make_seat(game, caller, number, names.get(number), takers.get(number, NOBODY))
        for number in range(len(game.table.seats))
    ]
    return Plan(
        ruleset=game.ruleset,
        config=configure(game.ruleset, len(old), opened.map, opened.modules, game.config.options),
        seats=with_agents(game.ruleset, [*old[-1:], *old[:-1]]),
        table=options_of(opened),
        seed=new_seed(),
        unfair=opened.sandbox,
        rematch_of=game.id,
        sandbox=opened.sandbox,
    )


def _takers_of(ctx: Context, game: Game, caller: Caller, maker: Maker) -> dict[int, Maker]:
    """Return for whom seats are taken that players have in a game: the caller's own, and those of the maker's key."""
    game, facts = in_step(ctx, game)
    apps, players = apps_of(game, facts), {seat: who for seat, who in clients_of(game, facts).items() if is_player(who)}
    own = {seat: who for seat, who in players.items() if seat == caller.sat or apps.get(seat) == maker.key}
    there = {seat: who for seat, who in own.items() if find_player(ctx, who) is not None}
    return {seat: _taker(maker, apps[seat], who) for seat, who in there.items()}


def _taker(maker: Maker, app: str, player: str) -> Maker:
    acts, by_player = (maker.acts if maker.key == app else ""), maker.by_player and maker.player == player
    return replace(maker, key=app, acts=acts, player=player, by_player=by_player)


def _make_seat(game: Game, caller: Caller, number: int, name: str | None, taker: Maker) -> NewSeat:
    """Return a player's seat, open unless the caller gets its token.

    Players get their own, the owner also those that are not held.
    """
    place = game.table.seats[number]
    if place.belongs_to == "ai":
        return NewSeat("ai", name, still_served(game.ruleset, place.agent))
    is_its_makers = not place.held or bool(game.table.opened.held >> number & 1)
    if place.belongs_to == "open" or not (number == caller.sat or (caller.is_owner and is_its_makers)):
        return NewSeat("open")
    return NewSeat(place.belongs_to, name, player=taker.player, app=taker.key or "" if taker.player else "")


def _join(ctx: Context, game: Game, follower: Game, asking: Asking) -> Created:
    """Seat the caller on the seat reserved for them, with its token."""
    old, key = asking.caller.sat, asking.key
    if old is None:
        raise refusal("rematch.opened")
    of_join = None if key is None else replace(key, scope_key=f"{key.scope_key}-join")
    request = Request(follower.id, Seated, of_join)
    seated = accept_new(ctx, request, _seat_kept, game=game, old=old, follower=follower, asking=asking)
    own = {"seat": seated.seat, "kind": seated.kind, "token": seated.token}
    rated = list_of_rematch(ctx.store.facts(follower.id), is_begun=seated.status != "open")
    return Created(seated.id, seated.version, seated.status, [own], None, rated=rated, replayed=seated.replayed)


def _seat_kept(ctx: Context, game: Game, old: int, follower: Game, asking: Asking) -> Accepted[Seated]:
    caller, seat = asking.caller, (old + 1) % len(game.table.seats)
    place = follower.table.seats[seat]
    if place.belongs_to == "open":
        taker = _takers_of(ctx, game, caller, asking.maker).get(old, asking.maker)
        wish = SeatWish(seat, names_at(ctx, game.id).get(old))
        seated, facts = sit_down(ctx, follower, wish, taker, caller.holder), ctx.store.facts(follower.id)
        starts = seated.answer.status == "running"
        rated = join(ctx, follower, facts, seat, taker, agrees=asking.agrees, starts=starts)
        return seated._replace(beside=seated.beside._replace(facts={**seated.beside.facts, **rated}))
    if place.belongs_to == "ai":
        raise refusal("seat.taken", seat=seat)
    return _answer_again(ctx, game.table.seats[old], follower, caller, seat)


def _answer_again(ctx: Context, was: Seat, follower: Game, caller: Caller, seat: int) -> Accepted[Seated]:
    """Return another token for a player who already sits; raises Problem (409) unless it is surely the same player.

    That is sure if only the holder knew the old game's token, and the new one was not renewed.
    """
    place, facts = follower.table.seats[seat], ctx.store.facts(follower.id)
    kept = fact_names.holding(caller.holder, place.holder)
    if place.held and not (was.held and facts.get(fact_names.seat_keeping(seat)) == kept):
        raise refusal("seat.held", seat=seat)
    event = TokenRenewed(seat, new_holder(), held=place.held)
    still = {fact_names.seat_keeping(seat): fact_names.holding(caller.holder, event.holder)}
    still |= keep_ownership(facts, seat, place.holder, event.holder)
    return with_new_token(ctx, follower, event, new_token(follower.id), facts, still)
