"""`python play.py BASE GAME=TOKEN` plays a seat to the end of its game with one stream and one request a command."""

import json
import random
import sys
from collections.abc import Iterator

from longroad_client import AuthenticatedClient
from longroad_client.api.games import get_board, get_game
from longroad_client.api.play import post_commands
from longroad_client.models import LegalActions, Turn


def main(base: str, seat: str) -> None:
    """Look at the board and the game once, then act whenever the seat must."""
    id_, token = seat.split("=")
    client = AuthenticatedClient(base_url=base, token=token)
    get_board.sync(id_, client=client)
    get_game.sync(id_, client=client)
    for turn in turns(client, id_):
        if turn.must_act and isinstance(turn.legal, LegalActions):
            listed = [action.command for action in turn.legal.actions]
            examples = [template.example for template in turn.legal.templates]
            post_commands.sync_detailed(id_, client=client, body=random.choice(listed or examples))


def turns(client: AuthenticatedClient, id_: str) -> Iterator[Turn]:
    """Yield every turn that the stream of the seat announces, until the game is over; other lines are events."""
    told_in = {"Accept": "application/x-ndjson"}
    path, query = f"/v1/games/{id_}/events", {"after": "latest", "legal": "true"}
    with client.get_httpx_client().stream("GET", path, params=query, headers=told_in, timeout=60) as answer:
        for line in filter(None, answer.iter_lines()):
            told = json.loads(line)
            if "type" not in told:
                yield Turn.from_dict(told["turn"])


if __name__ == "__main__":
    main(*sys.argv[1:])
