"""The one door to the log: what a request or the table itself does to a game is judged, written and answered here.

A handler gives a function that judges the game as it is: it raises Problem, or returns what is Accepted and appends
nothing. This module loads the game, appends, judges again where somebody else was quicker, and gives the first answer
again to a request that comes twice under the same idempotency key. Only an imported record is written elsewhere,
whole, as it was proven.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from eventstore.store import NONE, Tip
from service.game.append import Act, append, shown
from service.game.context import Context
from service.game.games import Game
from service.game.idempotency import Key, claimed_by, once
from service.game.results import Submitted
from service.game.retries import judged_again
from service.problems import stale
from service.views.lobby import is_shown_otherwise, note_row

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)


class Accepted(NamedTuple, Generic[A_co]):
    """What is answered, and what is written after `game` in one append: nothing where there are no acts.

    Facts and names stand beside the log; they are set only with acts.
    """

    game: Game
    answer: A_co
    acts: Sequence[Act] = ()
    facts: Mapping[str, bytes] = NONE
    names: Mapping[int, str] = NONE


Judge = Callable[[Context, Game], Accepted[A]]
"""Looks at a game at its head; it may be called several times."""


def accept(
    ctx: Context,
    game_id: str,
    key: Key | None,
    kind: Callable[..., A],
    judge: Judge[A],
    *,
    expected: int | Tip | None = None,
    newest: Tip | None = None,
) -> A:
    """Carry out a request and return its answer, of this `kind`; the first answer again where the key was claimed.

    With `expected` the game must stand there, and with a tip on that past (412). Else it is judged as it is, and again
    when others were quicker, up to 8 times (then 503). `newest` is the tip that the caller has just seen, which spares
    asking for it again.
    """
    attempt = partial(_attempt, ctx, game_id, key, judge, expected)
    return once(ctx, game_id, key, kind, partial(judged_again, ctx, game_id, attempt, newest))


def accept_new(
    ctx: Context, game_id: str, key: Key | None, kind: Callable[..., A], judge: Callable[[Context], Accepted[A]]
) -> A:
    """The same for a game that `judge` makes or has in hand: nothing is loaded, and nothing judged again."""
    return once(ctx, game_id, key, kind, partial(_attempt_new, ctx, key, judge))


def settle(ctx: Context, game_id: str, judge: Judge[A]) -> A:
    """Do what the table does by itself when something falls due, and return what the judge answers."""
    return judged_again(ctx, game_id, partial(_attempt, ctx, game_id, None, judge, None))


def write(ctx: Context, accepted: Accepted[Any], key: Key | None = None) -> Game:
    """Append what was accepted and bring the lobby up to date; returns the game after it.

    Raises Conflict or Duplicate, and then wrote nothing.
    """
    claim = claimed_by(key, accepted.answer)
    after = append(ctx, accepted.game, accepted.acts, claim=claim, facts=accepted.facts, names=accepted.names)
    if is_shown_otherwise(accepted.game, after):
        note_row(ctx, after.id)
    return after


def at_version(ctx: Context, game_id: str, expected: int | Tip | None, newest: Tip | None = None) -> Game:
    """The newest state of a game; raises Problem when it does not stand at the version, or the tip, expected."""
    game = ctx.games.load(game_id, newest)
    if expected not in (None, game.version, game.tip):
        raise stale(game.version, is_readable=expected != 0)
    return game


def submitted(ctx: Context, game: Game, acts: Sequence[Act], seat: int) -> Accepted[Submitted]:
    """Acts whose answer is their events, as a seat may see them."""
    answer = Submitted(game.version + len(acts), game.version + 1, shown(ctx, game, acts, seat))
    return Accepted(game, answer, acts)


def _attempt(
    ctx: Context, game_id: str, key: Key | None, judge: Judge[A], expected: int | Tip | None, newest: Tip | None
) -> A:
    accepted = judge(ctx, at_version(ctx, game_id, expected, newest))
    if accepted.acts:
        write(ctx, accepted, key)
    return accepted.answer


def _attempt_new(ctx: Context, key: Key | None, judge: Callable[[Context], Accepted[A]]) -> A:
    accepted = judge(ctx)
    if accepted.acts:
        write(ctx, accepted, key)
    return accepted.answer
