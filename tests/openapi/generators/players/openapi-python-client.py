"""Plays with the client of openapi-python-client: `python play.py BASE`."""

import json
import sys

from longroad_client import AuthenticatedClient, Client
from longroad_client.api.games import create_game
from longroad_client.api.history import create_branch, request_undo
from longroad_client.api.play import get_legal_actions, list_events, post_commands, try_commands
from longroad_client.models import Branch, GameDraft, GameDraftUndo, Problem, SeatDraft, SeatDraftKind, Undo

BASE = sys.argv[1]


def told(answer):
    """Return an answer that is no problem."""
    assert answer is not None
    assert not isinstance(answer, Problem), answer
    return answer


def made(ruleset, seats):
    """Return the id of a new game, and a client for each seat."""
    humans = [SeatDraft(kind=SeatDraftKind.HUMAN) for _ in range(seats)]
    draft = GameDraft(ruleset=ruleset, undo=GameDraftUndo.FREE, seats=humans)
    game = told(create_game.sync(client=Client(base_url=BASE), body=draft))
    return game.id, [AuthenticatedClient(base_url=BASE, token=seat.token) for seat in game.seats]


def next_move(game, seats):
    """Return who is to move, and a command for it; None after the end."""
    for seat in seats:
        legal = told(get_legal_actions.sync(game, client=seat))
        if legal.must_act:
            return seat, [*(one.command for one in legal.actions), *(one.example for one in legal.templates)][0]
    return None


def play(game, seats, most):
    """Play some moves, and return who made the last."""
    last = None
    for _ in range(most):
        move = next_move(game, seats)
        if move is None:
            break
        last, command = move
        told(post_commands.sync(game, client=last, body=command))
    return last


def events(game, seat):
    """Return all events, page after page."""
    found, after = [], "0"
    while after:
        page = told(list_events.sync(game, client=seat, after=after, limit=5))
        found, after = [*found, *page.events], page.next_
    return found


dice, dice_seats = made("catan-dice", 2)
play(dice, dice_seats, 1000)
catan, catan_seats = made("catan", 3)
mover = play(catan, catan_seats, 10)
seat, command = next_move(catan, catan_seats)
dry = told(try_commands.sync(catan, client=seat, body=command))
undo = told(request_undo.sync(catan, client=mover, body=Undo(), prefer="wait=30"))
branch = told(create_branch.sync(catan, client=mover, body=Branch(version=5)))
told_of = {"dice": dice, "catan": catan, "legal": dry.legal, "undo": str(undo.job.status), "branch": branch.id}
print(json.dumps({**told_of, "events": len(events(catan, mover))}))
