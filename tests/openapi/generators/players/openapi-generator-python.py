"""Plays with the client that openapi-generator makes for Python: `python play.py BASE`."""

import json
import sys

from openapi_client import ApiClient, Configuration
from openapi_client.api import GamesApi, HistoryApi, PlayApi
from openapi_client.models import Branch, CommandBody, GameDraft, GameWish, SeatDraft, Undo


def client(token=None):
    """Return a client, for a seat if there is a token."""
    return ApiClient(Configuration(host=sys.argv[1], access_token=token))


def made(ruleset, seats):
    """Return the id of a new game, and a client for each seat."""
    draft = GameDraft(ruleset=ruleset, undo="free", seats=[SeatDraft(kind="human") for _ in range(seats)])
    game = GamesApi(client()).create_game(GameWish(draft))
    return game.id, [client(seat.token) for seat in game.seats]


def next_move(game, seats):
    """Return who is to move, and a command for it; None after the end."""
    for seat in seats:
        legal = PlayApi(seat).get_legal_actions(game)
        if legal.must_act:
            commands = [*(one.command for one in legal.actions), *(one.example for one in legal.templates)]
            return seat, CommandBody(commands[0])
    return None


def play(game, seats, most):
    """Play some moves, and return who made the last."""
    last = None
    for _ in range(most):
        move = next_move(game, seats)
        if move is None:
            break
        last, command = move
        PlayApi(last).post_commands(game, command)
    return last


def events(game, seat):
    """Return all events, page after page."""
    found, after = [], "0"
    while after is not None:
        page = PlayApi(seat).list_events(game, after=after, limit=5)
        found, after = [*found, *page.events], page.next
    return found


dice, dice_seats = made("catan-dice", 2)
play(dice, dice_seats, 1000)
catan, catan_seats = made("catan", 3)
mover = play(catan, catan_seats, 10)
seat, command = next_move(catan, catan_seats)
dry = PlayApi(seat).try_commands(catan, command)
undo = HistoryApi(mover).request_undo(catan, prefer="wait=30", undo=Undo())
branch = HistoryApi(mover).create_branch(catan, Branch(version=5))
told_of = {"dice": dice, "catan": catan, "legal": dry.legal, "undo": undo.job.status, "branch": branch.id}
print(json.dumps({**told_of, "events": len(events(catan, mover))}))
