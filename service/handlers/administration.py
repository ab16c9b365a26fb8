"""Closes games of other people, and replaces names that offend, for the administrator.

A closed game is deleted. An end without the players' vote could not be proven when its record is imported, and a
mark beside the log would not be in the record.
"""

from service.clients.names import open_names, put_name
from service.game.context import Context
from service.game.engine_help import bare_seats
from service.game.games import Game
from service.game.ids import is_imported
from service.game.results import Seated
from service.handlers.accept import Request, accept
from service.handlers.holders import rename
from service.handlers.seating import remove
from service.problems import not_found, refusal
from service.webhooks.registry import end_hooks_of_seats


def close_game(ctx: Context, game_id: str) -> None:
    """Delete a game, whatever its state.

    Raises Problem: 404 for an unknown one, and 409 for a branch whose own branches would lose their ancestry.
    """
    if bare_seats(ctx, ctx.games.load(game_id)):
        raise refusal("branch.kept")
    end_hooks_of_seats(ctx, game_id)
    remove(ctx, game_id)


def rename_seat(ctx: Context, game_id: str, seat: int, name: str) -> None:
    """Replace the name of a player, or remove it if `name` is empty.

    While the game goes on, the change of name is in its log, as if the player had made it. Raises Problem (404) for a
    new name if the seat has none, or if its player was forgotten.
    """
    game = ctx.games.load(game_id)
    if not 0 <= seat < len(game.table.seats):
        raise not_found("seat")
    if seat not in open_names(ctx, game_id, ctx.store.names(game_id)):
        if name:
            raise not_found("name")
        return
    if _goes_on(game, seat):
        accept(ctx, Request(game_id, Seated), rename, seat, name)
    else:
        put_name(ctx, game_id, seat, name)
    ctx.jobs.drop_replays(game_id)


def _goes_on(game: Game, seat: int) -> bool:
    """Return whether the log can still record another name of a seat's holder."""
    is_over = game.table.finished or is_imported(game.id)
    return not is_over and game.table.seats[seat].belongs_to in ("human", "bot")
