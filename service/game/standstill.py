"""Limits what a seat may do while the game does not go on, since each time is written to the log for ever.

A game stands still from the newest version that changed which seat must act, and on what. Meanwhile seats may make
and answer offers, trade, and change their names or lend their seats, as often as they like by the rules. What brings
the game forward is never limited, nor what agents, standing orders and the table itself do.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from service.game.games import Act, Game
from service.game.position import Play
from service.problems import refusal

MOST_ACTS: Final = 1_000
"""Limits the commands of a seat, and the changes of a seat, while the game stands still."""
Duties = Mapping[tuple[int, str], int]
"""Says which seats must act, and on what, with the version since which they must."""


def duties_near_limit(game: Game, count: int) -> Duties | None:
    """Return the duties if a seat may have sent too many commands with `count` more; None if none can have.

    It is called before these commands are decided, because deciding changes the position of the game.
    """
    known = min(game.play.owed.values(), default=game.play.version)
    if game.version + count - max(known, game.table.moved) <= MOST_ACTS:  # nearly always
        return None
    return _duties(game, game.play)


def check_commands(game: Game, seat: int, acts: Sequence[Act], before: Duties | None) -> None:
    """Raise Problem (409) if a seat has sent too many commands, unless its `acts` bring the game forward.

    `before` is what `duties_near_limit` returned.
    """
    if before is None:
        return
    done = game.line.count_acts(seat, _standing_since(game, before)) + sum(act.seat == seat for act in acts)
    if done > MOST_ACTS and _duties(game, acts[-1].play) == before:
        raise refusal("seat.too_often")


def check_change(game: Game, seat: int) -> None:
    """Raise Problem (409) if a seat was renamed, lent, handed over or given tokens too often in a started game."""
    if not game.table.started:
        return
    since = _standing_since(game, _duties(game, game.play))
    if game.line.count_changes(1 << seat, since) >= MOST_ACTS:
        raise refusal("seat.too_often")


def _standing_since(game: Game, duties: Duties) -> int:
    table = game.table
    return max([*duties.values(), table.started, table.moved, table.ended])


def _duties(game: Game, play: Play) -> Duties:
    debts = play.debts(game.ruleset)
    return {(a.seat, a.frame): debts[a.seat, a.frame] for a in play.awaiting(game.ruleset) if a.must}
