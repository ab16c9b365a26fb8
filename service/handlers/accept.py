"""Passes every write to the log through one function, which judges, appends and answers.

A handler supplies a function that judges the current game: it raises Problem or returns Accepted, and appends nothing
itself. This module loads the game, appends, judges again after a lost race, and returns the first answer again if a
request repeats its idempotency key. Two things are written elsewhere: an imported record, whole, as it was proven, and
what agents play ahead (`service/handlers/ahead.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from eventstore.store import NONE, Tip
from service.clients.names import seal_names
from service.game.append import Act, append, shown
from service.game.context import Context
from service.game.games import Game
from service.game.idempotency import Key, claimed_by, once
from service.game.results import Submitted
from service.game.retries import judged_again
from service.handlers.agent_games import check_room
from service.problems import stale
from service.tracing import spans
from service.views.client_games import is_counted_otherwise, note_game
from service.views.lobby_projection import is_shown_otherwise, note_row

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class Accepted(NamedTuple, Generic[A_co]):
    """Holds the answer, and what to append after `game`: nothing if there are no acts.

    Facts and names are stored beside the log; they are set only together with acts. Facts that are `given` must still
    hold when the acts are appended. If it is `limited`, it is refused where too many games are played by agents alone.
    """

    game: Game
    answer: A_co
    acts: Sequence[Act] = ()
    facts: Mapping[str, bytes] = NONE
    names: Mapping[int, str] = NONE
    given: Mapping[str, bytes] = NONE
    limited: bool = True


Judge = Callable[[Context, Game], Accepted[A]]
"""Judges a game at its head; it may be called several times."""


def accept(
    ctx: Context,
    game_id: str,
    key: Key | None,
    kind: Callable[..., A],
    judge: Judge[A],
    *,
    expected: int | Tip | None = None,
    newest: Tip | None = None,
    is_recalled: bool = False,
) -> A:
    """Carry out a request and return its answer of this `kind`, or the first answer again if the key was claimed.

    With `expected` the game must be at that version, or have that tip (412). Otherwise the request is judged again
    after each lost race, up to 8 times (then 503). `newest` is the tip that the caller has just seen, which spares a
    query. If the caller `is_recalled` only, a refusal may be mistaken, so no first answer is looked up for it.
    """
    attempt = partial(_attempt, ctx, game_id, key, judge, expected)
    act = partial(judged_again, ctx, game_id, attempt, newest)
    return once(ctx, game_id, key, kind, act, looks_up=not is_recalled)


def accept_new(
    ctx: Context, game_id: str, key: Key | None, kind: Callable[..., A], judge: Callable[[Context], Accepted[A]]
) -> A:
    """Do the same for a game that `judge` makes or already has: nothing is loaded, and there are no retries."""
    return once(ctx, game_id, key, kind, partial(_attempt_new, ctx, key, judge))


def settle(ctx: Context, game_id: str, judge: Judge[A]) -> A:
    """Do what the table itself does when a deadline passes, and return the judge's answer."""
    return judged_again(ctx, game_id, partial(_attempt, ctx, game_id, None, judge, None))


def write(ctx: Context, accepted: Accepted[Any], key: Key | None = None) -> Game:
    """Append what was accepted, update the lobby, and return the game after it.

    Raises Conflict, Duplicate or OtherFacts, or Problem if too many games would be played by agents alone; nothing is
    written then.
    """
    claim = claimed_by(key, accepted.answer)
    game, acts, facts, names, given = accepted.game, accepted.acts, accepted.facts, accepted.names, accepted.given
    if accepted.limited:
        check_room(ctx, game, acts, facts)
    stored = seal_names(ctx, game.id, facts, names, is_new=not game.version)
    after = append(
        ctx, game, acts, claim=claim, facts=facts, names=stored.names, given=given, data_keys=stored.data_keys
    )
    if is_shown_otherwise(game, after):
        note_row(ctx, after.id)
    if is_counted_otherwise(game, after):
        note_game(ctx, after.id, after)
    return after


def at_version(ctx: Context, game_id: str, expected: int | Tip | None, newest: Tip | None = None) -> Game:
    """Load the newest state of a game; raises Problem unless it is at the expected version or tip."""
    game = ctx.games.load(game_id, newest)
    if expected not in (None, game.version, game.tip):
        raise stale(game.version, is_readable=expected != 0)
    return game


def submitted(ctx: Context, game: Game, acts: Sequence[Act], seat: int | None) -> Accepted[Submitted]:
    """Accept acts, and answer with their events as a seat (None: a spectator) may see them."""
    answer = Submitted(game.version + len(acts), game.version + 1, shown(ctx, game, acts, seat))
    return Accepted(game, answer, acts)


def _attempt(
    ctx: Context, game_id: str, key: Key | None, judge: Judge[A], expected: int | Tip | None, newest: Tip | None
) -> A:
    with spans.span("judge", game=game_id):
        accepted = judge(ctx, at_version(ctx, game_id, expected, newest))
        spans.note(version=accepted.game.version)
    if accepted.acts:
        write(ctx, accepted, key)
    return accepted.answer


def _attempt_new(ctx: Context, key: Key | None, judge: Callable[[Context], Accepted[A]]) -> A:
    with spans.span("judge"):
        accepted = judge(ctx)
    if accepted.acts:
        write(ctx, accepted, key)
    return accepted.answer
