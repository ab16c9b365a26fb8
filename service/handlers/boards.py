"""Names boards of one's own: checks a document or a text, or makes a board from rules."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.errors import InvalidConfiguration, Unsound
from domain.core.ruleset import Ruleset
from service.handlers.new_seats import configure
from service.problems import Problem, invalid, invalid_parameter, misconfiguration

_SEED_BYTES: Final = 6


class Shown(NamedTuple):
    """Holds a board of one's own: its name, its seats and document, and a configuration that is played on it."""

    name: str
    seats: list[int]
    board: dict[str, Any]
    config: Config


def name_board(ruleset: Ruleset, board: Mapping[str, Any]) -> str:
    """Return the name of the map that a board is; raises Problem (422) with the place in `board` that is to blame."""
    with _blaming("board"):
        return ruleset.name_board({"harbors": [], **board})


def make_board(ruleset: Ruleset, rules: Mapping[str, Any]) -> tuple[str, str]:
    """Return the name of a board that is made from rules, and its seed; raises Problem (422)."""
    seed = rules.get("seed", secrets.token_hex(_SEED_BYTES))
    with _blaming("rules"):
        name = ruleset.make_board(rules, SeededChance(seed.encode()))
        seats = (ruleset.own_board(name) or {"seats": []})["seats"]
    least = rules.get("seats")
    if least is not None and least not in seats:
        raise invalid("rules.seats", "board.seats", maximum=max(seats))
    return name, seed


def show_board(ruleset: Ruleset, name: str, parameter: str | None = None) -> Shown | None:
    """Return the board of one's own that a name stands for; None if it stands for none.

    Raises Problem (422) for a damaged text, which stands in the parameter of this name, or else in the body.
    """
    try:
        found = ruleset.own_board(name)
    except Unsound as broken:
        refuse = invalid if parameter is None else invalid_parameter
        raise refuse(parameter or "map", broken.key, **broken.params) from None
    if found is None:
        return None
    return Shown(name, found["seats"], found["board"], configure(ruleset, found["seats"][0], name, (), {}))


@contextmanager
def _blaming(member: str) -> Iterator[None]:
    """Raise Problem (422) for an unsound board; its pointer goes on from a member of the body."""
    try:
        yield
    except Unsound as broken:
        raise invalid(member + broken.pointer.replace("/", "."), broken.key, **broken.params) from None
    except InvalidConfiguration as error:
        raise misconfiguration(error) from None


@contextmanager
def blaming_board() -> Iterator[None]:
    """Let refusals of a game's `map` name its `board` instead, by which the map was given."""
    try:
        yield
    except Problem as problem:
        errors = problem.members.get("errors", {})
        if "map" in errors:
            errors["board"] = errors.pop("map")
        raise
