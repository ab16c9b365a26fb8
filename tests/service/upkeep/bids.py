"""Provides games of Goofspiel for two people, which are short."""

from service.game.context import Context
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game


def opened(ctx: Context) -> str:
    """Return a new game."""
    return create_game(ctx, NewGame("goofspiel", [NewSeat("human")] * 2)).id


def bid(ctx: Context, game_id: str) -> bool:
    """Bid for all who owe a bid; return whether anybody did."""
    game = ctx.games.load(game_id)
    awaited = [entry.seat for entry in game.awaiting()]
    for seat in awaited:
        submit(ctx, game_id, seat, [game.ruleset.actions(game.position, seat).commands[0]])
    return bool(awaited)


def finished(ctx: Context) -> str:
    """Return a game that was played to its end."""
    made = opened(ctx)
    while bid(ctx, made):
        continue
    return made
