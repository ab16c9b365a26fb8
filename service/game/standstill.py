"""Limits what a seat may do while the game does not go on, since each time is written to the log for ever.

A game stands still from the newest version that changed which seat must act, and on what. Meanwhile seats may make
and answer offers, trade, and change their names or lend their seats, as often as they like by the rules. What brings
the game forward is never limited, nor what agents, standing orders and the table itself do.
"""

from collections.abc import Sequence
from typing import Final

from service.game.games import Act, Game
from service.game.position import Play
from service.problems import refusal

MOST_ACTS: Final = 1_000
"""Limits the commands of a seat, and the changes of a seat, while the game stands still."""


def check_commands(game: Game, seat: int, acts: Sequence[Act]) -> None:
    """Raise Problem (409) if a seat has sent too many commands, unless its `acts` bring the game forward."""
    known = min(game.play.owed.values(), default=game.play.version)
    if game.version + len(acts) - max(known, game.table.moved) <= MOST_ACTS:  # as good as always
        return
    since = _standing_since(game)
    done = game.line.count_acts(seat, since) + sum(act.seat == seat for act in acts)
    if done > MOST_ACTS and _duties(game, acts[-1].play) == _duties(game, game.play):
        raise refusal("seat.too_often")


def check_change(game: Game, seat: int) -> None:
    """Raise Problem (409) if a seat was renamed, lent, handed over or given tokens too often since the start."""
    if game.table.started and game.line.count_changes(1 << seat, _standing_since(game)) >= MOST_ACTS:
        raise refusal("seat.too_often")


def _standing_since(game: Game) -> int:
    table = game.table
    return max([*_duties(game, game.play).values(), table.started, table.moved, table.ended])


def _duties(game: Game, play: Play) -> dict[tuple[int, str], int]:
    """Return which seats must act in a position, and on what, with the version since which they must."""
    debts = play.debts(game.ruleset)
    return {(a.seat, a.frame): debts[a.seat, a.frame] for a in play.awaiting(game.ruleset) if a.must}
