"""The games of meetings are kept in a file, a JSON object on each line, so that a measurement goes on where it was."""

import json
from collections.abc import Iterator
from pathlib import Path

from workers.rating.meetings import Game


def read_games(path: Path) -> Iterator[Game]:
    """Yield all games that a file holds."""
    for line in path.read_text().splitlines() if path.exists() else []:
        yield Game(**json.loads(line))


def append_game(path: Path, game: Game) -> None:
    """Write a game at the end of a file."""
    with path.open("a") as file:
        file.write(json.dumps(game._asdict()) + "\n")
