"""Provides a game of Catan in which a seat may trade with the others."""

from random import Random
from typing import Any

from domain.catan import CATAN
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import TRADE
from service.game.context import Context
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game


def trading(ctx: Context, **wish: Any) -> tuple[Created, int]:
    """Return a game in which a seat trades that holds cards, and the seat."""
    seats = [NewSeat("human")] * 3
    made = create_game(ctx, NewGame("catan", seats, **{"undo": "free", "seed": "haggle", **wish}))
    rng = Random(1)
    while True:
        game = ctx.games.load(made.id)
        state, seat = game.position, CATAN.next_seat(game.position)
        if state.agenda[-1].kind == TRADE and sum(state.hand(seat)):
            return made, seat
        actions = CATAN.actions(state, seat)
        listed = actions.commands or [actions.templates[0].example]
        ends = [command for command in listed if isinstance(command, EndTurn)]
        submit(ctx, made.id, seat, ends or [rng.choice(listed)])
