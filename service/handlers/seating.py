"""Seats players, changes seats, and removes games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from domain.core.chance import NotedChance
from eventstore.records import Beside
from service.clients import authentication, fact_names, tokens
from service.clients.authentication import Caller
from service.clients.limits import require_unblocked
from service.clients.own_games import SITTING, leave_list, owners_of
from service.clients.ownership import (
    NOBODY,
    Maker,
    clients_of,
    is_makers_alone,
    label_of,
    note_game,
    seats_of_client,
)
from service.clients.presence import fact_of_consent
from service.clients.standing_answers import answers_of, facts_of_answers
from service.game.causes import Cause
from service.game.context import Context
from service.game.engine_help import bare_seats
from service.game.games import Act, Game, table_after
from service.game.idempotency import Key
from service.game.ids import is_imported
from service.game.position import Play
from service.game.results import Seated
from service.handlers.accept import Accepted, Request, accept
from service.handlers.plans import fold
from service.problems import invalid, not_found, refusal
from service.table.events import SeatsFilled
from service.table.evolving import evolve
from service.table.seat_events import SeatHandedOver, SeatReturned, SeatTaken
from service.table.terms import BACK, SeatKind
from service.table.votes import has_other_people
from service.views.client_games import note_game as note_client_game
from service.views.lobby_projection import note_row


@dataclass(frozen=True, slots=True)
class SeatWish:
    """Describes a request to sit down, on the first open seat if it has no number. `votes` are answers beforehand.

    Who agrees to `presence` is shown as present; players say so once for all their seats.
    """

    seat: int | None = None
    name: str | None = None
    invite: str | None = None
    entropy: str = ""
    votes: Mapping[str, str] | None = None
    presence: bool = False


def take_seat(
    ctx: Context, game_id: str, token: str | None, wish: SeatWish, key: Key | None = None, taker: Maker = NOBODY
) -> Seated:
    """Sit down on an open seat and get its token; filling the last seat starts the game.

    A player whom an agent replaced takes the seat back with its token, and gets no new one. Raises Problem: 404 for a
    private game without an invitation, 409 if no seat is open or the caller has one.
    """
    return accept(ctx, Request(game_id, Seated, key), _take, token=token, wish=wish, taker=taker)


def _take(ctx: Context, game: Game, token: str | None, wish: SeatWish, taker: Maker) -> Accepted[Seated]:
    caller = None if token is None else authentication.authenticate(ctx, game, token)
    if caller is not None and caller.resigned is not None:
        raise refusal("seat.resigned")
    if caller is not None and caller.seat is not None:
        return take_back(ctx, game, caller.seat)
    if (caller is None or caller.credential is None) and not authentication.is_invited(ctx, game, wish.invite):
        raise not_found()
    return sit_down(ctx, game, wish, taker)


def take_back(ctx: Context, game: Game, number: int, rule: str = "seat.one_each") -> Accepted[Seated]:
    """Take the seat back from an agent; raises Problem (409, `rule`) for any other caller with a seat."""
    if game.table.seats[number].left not in BACK:
        raise refusal(rule)
    if game.table.finished:
        raise refusal("game.finished")
    kind = game.table.seats[number].belongs_to
    answer = Seated(game.id, number, kind, game.version + 1, game.table.status)
    return Accepted(game, answer, [Act(None, [SeatReturned(number)], ctx.clock(), game.play)])


def sit_down(
    ctx: Context, game: Game, wish: SeatWish, taker: Maker = NOBODY, was: str | None = None
) -> Accepted[Seated]:
    """Seat the caller on an open seat without checking any invitation.

    `was` is the holder id from the old game, if the seat was reserved in a rematch.
    """
    require_unblocked(ctx, taker)
    if wish.presence and taker.player:
        raise invalid("presence", "of_player")
    number = open_seat(game, wish.seat)
    if taker.player and taker.player in clients_of(game, ctx.store.facts(game.id)).values():
        raise refusal("seat.one_each")
    holder, token = tokens.new_holder(), tokens.new_token(game.id)
    starts = _starts(game, number)
    answer = Seated(game.id, number, "human", game.version + 1, "running" if starts else game.table.status, token)
    note_game(ctx, taker, game.id, SITTING)
    facts = {
        tokens.fact_key(token): fact_names.seat_of(number, holder),
        fact_names.seat_keeping(number): b"" if was is None else fact_names.holding(was, holder),
        **seats_of_client(taker, {number: holder}),
        **(fact_of_consent(number, holder) if wish.presence else {}),
    }
    acts = [taking(ctx, game, SeatTaken(number, holder, wish.entropy, label_of(taker, game.id)))]
    if wish.votes is not None:
        said = facts_of_answers(number, holder, wish.votes)
        facts, answer = facts | said, replace(answer, votes=answers_of(said, table_after(game, acts), number))
    return Accepted(game, answer, acts, Beside(facts=facts, names={number: wish.name or ""}))


def open_seat(game: Game, wanted: int | None) -> int:
    """Return the seat to be taken; raises Problem if it is not open or does not exist."""
    if wanted is not None and wanted >= len(game.table.seats):
        raise invalid("seat", "no_such_seat", minimum=0, maximum=len(game.table.seats) - 1)
    if game.table.finished:
        raise refusal("game.finished")
    free = game.table.seats_of("open")
    if not free:
        raise refusal("seat.none_open")
    if wanted is not None and wanted not in free:
        raise refusal("seat.taken", seat=wanted)
    return free[0] if wanted is None else wanted


def _starts(game: Game, *taken: int) -> bool:
    return not game.table.started and bool(taken) and game.table.seats_of("open") == [*taken]


def taking(ctx: Context, game: Game, event: SeatTaken) -> Act:
    """Return the act of sitting down, which also starts the game if it fills the last seat."""
    return _change(ctx, game, [event], _starts(game, event.seat))


def handing_over(ctx: Context, game: Game, *events: SeatHandedOver) -> Act:
    """Return the act that hands seats to agents or opens them; raises Problem after the game's end."""
    if game.table.finished:
        raise refusal("game.finished")
    given = [event.seat for event in events if event.kind != SeatKind.OPEN]
    return _change(ctx, game, events, _starts(game, *given))


def _change(ctx: Context, game: Game, events: Sequence[Any], starts: bool) -> Act:
    if not starts:
        return Act(None, list(events), ctx.clock(), game.play)
    if game.position is not None:
        return Act(None, [*events, SeatsFilled()], ctx.clock(), game.play)
    table = game.table.copy()
    for event in events:
        evolve(table, event)
    chance = NotedChance(table.chance)
    setup = game.ruleset.setup(table.config, chance)
    play = Play(fold(game.ruleset, setup), game.version + 1)
    return Act(None, [*events, SeatsFilled(), *setup], ctx.clock(), play, Cause(draws=chance.draws))


def delete_game(ctx: Context, caller: Caller) -> None:
    """Remove a game for good; only its owner may, and only if no other person plays.

    In a sandbox, seats of the API key that created it count as the owner's, even after their tokens were renewed.

    Also raises Problem (409) for a branch of a game that allows no analyses yet: its own branches would lose their
    ancestry.
    """
    authentication.require_owner(caller)
    if not is_imported(caller.game):
        game = ctx.games.load(caller.game)
        if has_other_people(game.table) and not (game.table.opened.sandbox and is_makers_alone(ctx, game)):
            raise refusal("game.other_people")
        if bare_seats(ctx, game):
            raise refusal("branch.kept")
    remove(ctx, caller.game)


def remove(ctx: Context, game: str) -> None:
    """Remove a game, and its entries in the lists of those who made it or sit there, without checking any rights."""
    owners = owners_of(ctx, game)
    ctx.store.delete(game)
    for owner in owners:
        leave_list(ctx, owner, game)
    ctx.games.forget(game)
    note_row(ctx, game)
    note_client_game(ctx, game, None)
