"""Passes every write to the log through one function: it judges, appends, judges again after a lost race, and answers.

A handler supplies a function that judges the current game: it raises Problem or returns Accepted, and appends nothing
itself. If another request appended first (Conflict), `accept` loads the game again and repeats the judgment; if a
request repeats its idempotency key (Duplicate), it returns the first answer again. `check_room` limits how many games
run at once in which only agents play. Two things are written elsewhere: an imported record, as a whole after its proof,
and the batches of agents' commands (`service/handlers/commands.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Concatenate, Final, Generic, NamedTuple, ParamSpec, TypeVar

from eventstore.outages import StoreAway
from eventstore.records import NONE, NOTHING, Beside, Conflict, Duplicate, OtherPast, Tip
from service.clients import fact_names
from service.clients.api_keys import ADMIN_ID
from service.clients.budgets import is_counted_at_once
from service.clients.limits import limits_of
from service.clients.names import seal_names
from service.clients.own_games import list_again
from service.clients.ownership import client_of, client_of_game
from service.game.append import append, show_events
from service.game.context import Context
from service.game.documents import make_event_documents
from service.game.games import Act, Game, table_after
from service.game.idempotency import Key, find_earlier, make_claim
from service.game.quarantine import DAMAGED, Quarantined, Unsettled
from service.game.results import Submitted
from service.problems import Problem, busy, refusal, stale
from service.table.events import SeatsFilled
from service.table.seat_events import SeatHandedOver, SeatLent, SeatStoodIn
from service.tracing import spans
from service.views.client_games import counts, is_counted_otherwise, is_of_agents, note_game
from service.views.lobby_projection import is_shown_otherwise, note_row

ATTEMPTS: Final = 8
PASTS: Final = 5
"""Limits how often a request may be judged on a history that the log does not hold."""
ALONE: Final = 2
"""Sets after how many lost races the game's agents are requested to pause."""
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
P = ParamSpec("P")
BEGINNING: Final = frozenset((SeatsFilled, SeatHandedOver, SeatLent, SeatStoodIn))
"""Lists the events that may leave only agents at the table."""
EXEMPT: Final = ("", ADMIN_ID)
"""Lists the clients without a limit: the server itself, and the administrator."""


class Request(NamedTuple, Generic[A_co]):
    """Describes what a request applies to, and under which conditions it is carried out.

    Its answer is of this `kind`; under a key it is given once. With `expected` the game must be at that version, or
    have that tip (412). `newest` is the tip that the caller has just seen, which spares a query. A caller who is only
    recalled brings the facts that are `given`: they must still hold at the append (OtherFacts), and a refusal may be
    mistaken, so no first answer is looked up for it.
    """

    game: str
    kind: Callable[..., A_co]
    key: Key | None = None
    expected: int | Tip | None = None
    newest: Tip | None = None
    given: Mapping[str, bytes] = NONE


class Accepted(NamedTuple, Generic[A_co]):
    """Holds the answer, and what to append after `game`: nothing if there are no acts.

    Facts and names are written `beside` them. If it is `limited`, it is refused if too many games are played by agents
    alone.
    """

    game: Game
    answer: A_co
    acts: Sequence[Act] = ()
    beside: Beside = NOTHING
    limited: bool = True


def accept(
    ctx: Context,
    request: Request[A],
    judge: Callable[Concatenate[Context, Game, P], Accepted[A]],
    *args: P.args,
    **named: P.kwargs,
) -> A:
    """Judge a game at its head, append what is accepted, and return the answer; `judge` gets the other arguments too.

    After each lost race the game is judged again, up to 8 times, and up to 5 times on another history (then 503). If
    the key was claimed before, the first answer is returned again.
    """
    newest, lost, pasts = request.newest, 0, 0
    while lost < ATTEMPTS and pasts < PASTS:
        if lost == ALONE:
            ctx.jobs.ask_for_way(request.game)
        try:
            with spans.span("judge", game=request.game):
                game = at_version(ctx, request.game, request.expected, newest)
                accepted = judge(ctx, game, *args, **named)
                spans.note(version=accepted.game.version)
            if accepted.acts:
                write(ctx, accepted, request.key, request.given)
            return accepted.answer
        except Conflict as conflict:  # the race was lost to another append
            newest, lost, pasts = conflict.newest, lost + 1, pasts + isinstance(conflict, OtherPast)
        except (Duplicate, Problem) as failure:
            return answer_again(ctx, request, failure)
    return answer_again(ctx, request, busy())


def accept_new(
    ctx: Context,
    request: Request[A],
    judge: Callable[Concatenate[Context, P], Accepted[A]],
    *args: P.args,
    **named: P.kwargs,
) -> A:
    """Do as `accept` for a game that `judge` makes or already has: nothing is loaded, and there are no retries."""
    try:
        with spans.span("judge"):
            accepted = judge(ctx, *args, **named)
        if accepted.acts:
            write(ctx, accepted, request.key)
        return accepted.answer
    except (Duplicate, Problem) as failure:
        return answer_again(ctx, request, failure)


def answer_again(ctx: Context, request: Request[A], failure: Duplicate | Problem) -> A:
    """Return the answer that was given under the request's key before; raises the failure if there is none.

    An append detects the claim by itself, so it is looked up only after a refusal.
    """
    if request.key is not None and isinstance(failure, Duplicate):
        earlier: A | None = request.key.opened(request.kind, failure.request_hash, failure.answer)
    else:
        earlier = None if request.given else find_earlier(ctx, request.game, request.key, request.kind)
    if earlier is None:
        raise failure
    if isinstance(earlier, Submitted) and not earlier.events:
        return replace(earlier, events=_show_again(ctx, request.game, earlier))
    return earlier


def _show_again(ctx: Context, game_id: str, submitted: Submitted) -> list[dict[str, Any]]:
    """Read the events of an answer from the log.

    Raises Problem if the game is gone, also if it goes just now, and Quarantined if the log has lost these versions.
    """
    game = ctx.games.load(game_id)
    with ctx.games.reading(game_id):
        stored = ctx.store.read(game_id, submitted.first_version - 1, submitted.version)
    if not stored or stored[-1].version != submitted.version:
        head = ctx.store.head(game_id)
        raise Quarantined(DAMAGED, game_id, head + 1) if 0 < head < submitted.version else Unsettled()
    return make_event_documents(game, stored, submitted.seat)


def write(ctx: Context, accepted: Accepted[Any], key: Key | None = None, given: Mapping[str, bytes] = NONE) -> Game:
    """Append what was accepted, if the `given` facts still hold; update the lobby, and return the game after it.

    Raises Conflict, Duplicate or OtherFacts, or Problem if too many games would be played by agents alone; nothing is
    written then.
    """
    game, acts, claim = accepted.game, accepted.acts, make_claim(key, accepted.answer)
    if accepted.limited:
        check_room(ctx, game, acts, accepted.beside.facts)
    if game.table.finished and ctx.store.archive.is_there:
        list_again(ctx, game.id)
    beside = seal_names(ctx, game.id, accepted.beside, is_new=not game.version)
    after = append(ctx, game, acts, beside._replace(claim=claim, given=given))
    note_change(ctx, game, after)
    if not game.version and is_counted_at_once(ctx, beside.facts.get(fact_names.MAKER, b"").decode()):
        note_game(ctx, after.id, after)
    return after


def note_change(ctx: Context, before: Game, after: Game) -> None:
    """Bring a game's row in the lobby and its count up to date, if an append changed what they say."""
    if is_shown_otherwise(before, after):
        note_row(ctx, after.id)
    if is_counted_otherwise(before, after):
        note_game(ctx, after.id, after)


def at_version(ctx: Context, game_id: str, expected: int | Tip | None, newest: Tip | None = None) -> Game:
    """Load the newest state of a game; raises Problem unless it is at the expected version or tip."""
    game = ctx.games.load(game_id, newest)
    if expected not in (None, game.version, game.tip):
        raise stale(game.version, is_readable=expected != 0)
    return game


def answer_submitted(ctx: Context, game: Game, acts: Sequence[Act], seat: int | None) -> Accepted[Submitted]:
    """Accept acts, and answer with their events as a seat (None: a spectator) may see them."""
    answer = Submitted(game.version + len(acts), game.version + 1, show_events(ctx, game, acts, seat), seat=seat)
    return Accepted(game, answer, acts)


def check_room(ctx: Context, game: Game, acts: Sequence[Act], facts: Mapping[str, bytes]) -> None:
    """Raise Problem (409) if acts that are not written yet would exceed a limit of games of agents alone.

    `facts` are those to be written with the acts. Such a game begins when one is made with agents on all seats, by any
    operation; when its owner seats an agent on the last seat without one; or when the last person lends a seat, or an
    agent stands in. It also begins when the last person resigns or runs out of time: that is never refused, but the
    game counts. Games made at the same moment may exceed a limit by a few.
    """
    may_begin = not BEGINNING.isdisjoint([type(event) for act in acts for event in act.events])
    if not may_begin or is_of_agents(game.table) or not is_of_agents(table_after(game, acts)):
        return
    client = client_of(facts.get(fact_names.MAKER, b"").decode()) if not game.version else client_of_game(ctx, game.id)
    if client in EXEMPT:
        return
    own = limits_of(ctx, client).ai_games
    with suppress(StoreAway):  # games on other primaries go on
        there = counts(ctx, client)
        limit = ctx.settings.ai_games_per_client if own is None else own
        if there.of_agents >= limit:
            raise Problem("refused", rule="agents.games_of_client", limit=limit)
        if there.of_agents_in_all >= ctx.settings.ai_games:
            raise Problem("refused", rule="agents.games_in_all", limit=ctx.settings.ai_games)


def require_running(game: Game) -> None:
    """Raise Problem unless the game accepts commands."""
    if game.table.status != "running":
        raise refusal("game.finished" if game.table.finished else "game.not_started")


def require_awake(ctx: Context, game: Game) -> None:
    """Raise Problem while the game is paused."""
    if game.table.paused and ctx.clock() < game.table.paused:
        raise refusal("game.paused")
