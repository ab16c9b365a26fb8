"""Draws games as their seats see them: `python main.py BASE DIRECTORY GAME=TOKEN...` writes GAME.svg for each."""

import sys
from pathlib import Path

from draw import draw
from longroad_client import AuthenticatedClient
from longroad_client.api.games import get_board, get_game
from longroad_client.api.play import get_legal_actions
from longroad_client.models import CatanBoard, DiceBoard, ElasundBoard, Game, GoofspielState, LegalActions


def main(base: str, directory: str, *games: str) -> None:
    """Draw one picture for each game."""
    for game in games:
        id_, token = game.split("=")
        client = AuthenticatedClient(base_url=base, token=token)
        board = get_board.sync(id_, client=client)
        view = get_game.sync(id_, client=client)
        legal = get_legal_actions.sync(id_, client=client)
        if not isinstance(board, CatanBoard | DiceBoard | ElasundBoard) or not isinstance(view, Game):
            raise ValueError(f"{id_} cannot be seen")
        if not isinstance(legal, LegalActions):
            raise ValueError(f"{id_} does not tell what is legal")
        if isinstance(view.state, GoofspielState):
            raise ValueError(f"{id_} has no board")
        picture = draw(board, view.state, [action.command for action in legal.actions])
        Path(directory, f"{id_}.svg").write_text(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
