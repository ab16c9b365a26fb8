"""Draws positions from the golden records, and writes the choices that the strongest agents make there."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any, Final, NamedTuple

from service.game.games import Game
from tests.golden.choosing import told_choice
from tests.golden.files import CHOICES, RECORDS, names_in, write_values
from tests.golden.records import GAME, log_of, read_record
from tests.golden.walking import every_version, games_of

SEED: Final = "golden choices"
EVENLY: Final = 1000
ALIKE: Final = {"catan": 660, "catan-dice": 40, "elasund": 300}


class Place(NamedTuple):
    """Represents a seat that may act in a frame at a version of a golden game."""

    game: str
    version: int
    seat: int
    frame: str


def write_choices() -> None:
    """Draw the positions and write what the agents choose there."""
    drawn = draw()
    write_values(CHOICES, _answered(drawn))


def draw() -> list[Place]:
    """Return EVENLY places, in turn from every frame of every kind of game, and then ALIKE more from each ruleset."""
    rng, groups = Random(SEED), _groups()
    for group in sorted(groups):
        rng.shuffle(groups[group])
    in_turn = (places[depth] for depth in count() for _, places in sorted(groups.items()) if depth < len(places))
    chosen = set(islice(in_turn, EVENLY))
    for ruleset, number in ALIKE.items():
        rest = {place for (kind, _), places in groups.items() if kind.split()[0] == ruleset for place in places}
        chosen |= set(rng.sample(sorted(rest - chosen), number))
    return sorted(chosen)


def _groups() -> dict[tuple[str, ...], list[Place]]:
    """Return the places by kind of game and frame: those with a choice, or all of them where there never is one."""
    free: dict[tuple[str, ...], list[Place]] = defaultdict(list)
    forced: dict[tuple[str, ...], list[Place]] = defaultdict(list)
    for name in names_in(RECORDS):
        for game in every_version(log_of(read_record(name)), GAME):
            for place, is_free in _places(name, game):
                (free if is_free else forced)[_kind(game), place.frame].append(place)
    return {**forced, **free}


def _places(name: str, game: Game) -> Iterator[tuple[Place, bool]]:
    for entry in game.awaiting():
        actions = game.ruleset.actions(game.position, entry.seat)
        is_free = not entry.must or len(actions) + len(actions.templates) > 1
        yield Place(name, game.version, entry.seat, entry.frame), is_free


def _kind(game: Game) -> str:
    config = game.table.config
    return f"{game.ruleset.name} {config.map} {' '.join(config.modules)} {config.seats} {config.options.get('edition')}"


def _answered(places: list[Place]) -> Iterator[dict[str, Any]]:
    """Yield the places with their choices, game by game."""
    for name in sorted({place.game for place in places}):
        games = games_of(log_of(read_record(name)))
        for place in (place for place in places if place.game == name):
            choice = told_choice(games.load(GAME, place.version), place.seat, name)
            yield {**place._asdict(), "choice": choice}
