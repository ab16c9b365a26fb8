"""The games of duels are kept in a file, a JSON object on each line, so that a duel that was stopped goes on."""

import json
from collections.abc import Iterator
from pathlib import Path

from workers.duels.games import Game


def read_games(path: Path, duel: str) -> Iterator[Game]:
    """Yield the games of a duel that a file holds."""
    for line in path.read_text().splitlines() if path.exists() else []:
        game = Game(**json.loads(line))
        if game.duel == duel:
            yield game._replace(times=_counted(game.times), their_times=_counted(game.their_times))


def _counted(times: dict[int, int]) -> dict[int, int]:
    return {int(step): count for step, count in times.items()}


def mend(path: Path) -> None:
    """Remove a last line that was cut off when a duel was killed."""
    whole = path.read_bytes() if path.exists() else b""
    if not whole.endswith(b"\n"):
        path.write_bytes(whole[: whole.rfind(b"\n") + 1])


def append_game(path: Path, game: Game) -> None:
    """Write a game at the end of a file."""
    with path.open("a") as file:
        file.write(json.dumps(game._asdict()) + "\n")
