"""Changes a seat: by its holder, by the owner if it is not held, or by others if it is overdue."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from eventstore.records import Beside
from service.clients import authentication, tokens
from service.clients.authentication import Caller
from service.game.context import Context
from service.game.debts import list_overdue
from service.game.engine_help import require_no_copy
from service.game.games import Game
from service.game.ids import refuse_imported
from service.game.results import Seated
from service.game.standstill import check_change
from service.handlers import holders
from service.handlers.accept import Accepted, Request, accept, require_running
from service.handlers.budgets import require_agent_at
from service.handlers.new_seats import agent_fields, name_agent, still_served
from service.handlers.seat_policies import stand_in_for
from service.handlers.seating import handing_over, take_back
from service.handlers.thinking import admit_agent
from service.handlers.votes import Motion, open_vote
from service.problems import forbidden, invalid, not_found, refusal, unknown
from service.table.seat_events import SeatHandedOver, SeatStoodIn, TokenRenewed
from service.table.terms import ABSENT, OWNER, RESIGNED, Question, SeatKind
from service.views.spectator_delay import visible_to
from workers.agents.catalog import split_name, without_version


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Describes one change of a seat; exactly one member is set.

    The member is a name, an agent, the agent's removal (`back`), a new token, opening the seat to others, its answers
    to some kinds of votes beforehand, or whether its holder agrees to be shown as present.
    """

    name: str | None = None
    agent: str | None = None
    back: bool = False
    reissue: bool = False
    open: bool = False
    votes: Mapping[str, str] | None = None
    presence: bool | None = None


def change_seat(ctx: Context, caller: Caller, number: int, change: SeatChange) -> Seated:
    """Change those fields of a seat that the caller may change; raises Problem (404) if the game has no such seat."""
    authentication.require_part(caller)
    refuse_imported(caller.game)
    changed = accept(ctx, Request(caller.game, Seated), _change, caller=caller, number=number, change=change)
    # a caller with a delayed view must not know a later version yet
    return replace(changed, version=min(changed.version, visible_to(ctx, ctx.games.load(caller.game), caller)))


def _change(ctx: Context, game: Game, caller: Caller, number: int, change: SeatChange) -> Accepted[Seated]:
    if not 0 <= number < len(game.table.seats):
        raise not_found("seat")
    if change.agent is not None:
        require_no_copy(ctx, game)
    if caller.is_owner:
        return _by_owner(ctx, game, number, change)
    if caller.seat is None or not authentication.sits(game.table, caller.seat, caller.holder):
        raise unknown("unknown_token")
    if caller.seat == number:
        return _by_holder(ctx, game, number, change)
    return _by_another(ctx, game, number, change, authentication.require_player(game, caller))


def _by_holder(ctx: Context, game: Game, number: int, change: SeatChange) -> Accepted[Seated]:
    if change.name is not None or change.agent is not None:
        check_change(game, number)
    if change.name is not None:
        return holders.rename(ctx, game, number, change.name)
    if change.agent is not None:
        return holders.lend(ctx, game, number, change.agent)
    if change.back:
        return take_back(ctx, game, number, rule="seat.not_lent")
    if change.votes is not None:
        return holders.answer_beforehand(ctx, game, number, change.votes)
    if change.presence is not None:
        return holders.agree_to_presence(ctx, game, number, change.presence)
    raise forbidden("seat_token", "owner_token")


def _by_another(ctx: Context, game: Game, number: int, change: SeatChange, by: int) -> Accepted[Seated]:
    """Let another party put an agent on an overdue seat, or open it to others."""
    if change.agent is not None:
        return _stand_in(ctx, game, number, change.agent, by)
    if not change.open:
        raise forbidden("token_of_another_seat", "owner_token" if change.reissue else "token_of_this_seat")
    require_running(game)
    return _invite(ctx, game, number) if game.table.seats[number].kind == "open" else _ask(ctx, game, number, by)


def _ask(ctx: Context, game: Game, number: int, by: int) -> Accepted[Seated]:
    """Open a vote on opening a seat that was resigned, or whose holder is overdue and may vote too."""
    if game.table.seats[number].left != RESIGNED and number not in list_overdue(ctx, game):
        raise refusal("seat.not_overdue", seat=number)
    asked = open_vote(ctx, game, Motion(Question.SEAT, seat=number), by)
    seat = holders.seat_after(game, number, asked.acts)
    invite = authentication.invitation(game) if seat.kind == "open" else None
    answer = replace(seat, vote=asked.answer.vote, invite=invite)
    facts = {**asked.beside.facts, **authentication.invite_fact(invite)}
    return Accepted(game, answer, asked.acts, asked.beside._replace(facts=facts))


def _by_owner(ctx: Context, game: Game, number: int, change: SeatChange) -> Accepted[Seated]:
    """Apply the owner's change to a seat that is not held; before the start, held seats may be given away too."""
    seat = game.table.seats[number]
    if change.name is not None or change.back or change.votes is not None or change.presence is not None:
        raise forbidden("owner_token", "token_of_this_seat")
    if change.reissue and seat.belongs_to not in ("human", "bot"):
        raise invalid("reissue", "no_token")
    if seat.left == RESIGNED and not change.open:
        raise refusal("seat.resigned")
    if seat.left == RESIGNED or (seat.held and number in list_overdue(ctx, game) and not change.reissue):
        require_running(game)
        if change.open:
            return _ask(ctx, game, number, OWNER)
        return _stand_in(ctx, game, number, change.agent or "", OWNER)
    if seat.held and (game.table.started or change.reissue):
        raise refusal("seat.held", seat=number)
    if change.open and seat.kind == "open":
        return _invite(ctx, game, number)
    check_change(game, number)
    if change.reissue:
        event = TokenRenewed(number, tokens.new_holder(), held=False)  # the seat stays so
        token, known = tokens.new_token(game.id), ctx.store.facts(game.id)
        return holders.with_new_token(ctx, game, event, token, known, {})
    return _hand_over(ctx, game, number, change)


def _invite(ctx: Context, game: Game, number: int) -> Accepted[Seated]:
    """Return a seat that is already open, with a new invitation if the game needs one."""
    if game.table.finished:
        raise refusal("game.finished")
    invite = authentication.invitation(game)
    ctx.store.set_facts(game.id, authentication.invite_fact(invite))
    return Accepted(game, Seated(game.id, number, "open", game.version, game.table.status, invite=invite))


def _hand_over(ctx: Context, game: Game, number: int, change: SeatChange) -> Accepted[Seated]:
    kind = SeatKind.OPEN if change.open else SeatKind.AI
    agent = None if change.open else name_agent(game.ruleset, change.agent or "")
    if agent is not None:
        require_agent_at(ctx, game.id, agent)
        admit_agent(ctx, game.id, game.table, number, agent)
    event = SeatHandedOver(number, kind, **agent_fields(agent))
    acts = [handing_over(ctx, game, event)]
    invite = authentication.invitation(game) if change.open else None
    answer = replace(holders.seat_after(game, number, acts), invite=invite)
    facts = holders.leaving_facts(ctx, game, number) | authentication.invite_fact(invite)
    return Accepted(game, answer, acts, Beside(facts=facts, names={number: ""}))


def _stand_in(ctx: Context, game: Game, number: int, agent: str, by: int) -> Accepted[Seated]:
    """Let an agent play a seat until its holder acts again; raises Problem (409) unless the holder is overdue.

    It must be the agent that a bot's seat or the game names, or the default one, so that rivals choose no weak one.
    """
    require_running(game)
    if game.table.seats[number].left == ABSENT:
        raise refusal("seat.stood_in", seat=number)
    if number not in list_overdue(ctx, game):
        raise refusal("seat.not_overdue", seat=number)
    usual = still_served(game.ruleset, game.table.seats[number].agent) or stand_in_for(ctx, game, number)
    wanted, allowed = split_name(agent), split_name(usual)
    if wanted not in (allowed, allowed._replace(version=None)):
        raise invalid("agent", "choice", allowed=[without_version(usual)[0]])
    return holders.accept_change(ctx, game, SeatStoodIn(number, by=by, **agent_fields(usual)))
