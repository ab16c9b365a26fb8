"""Lists the games of a trial: every ruleset, with maps and modules, people and quick agents, each of them soon over."""

from itertools import cycle, islice
from random import Random
from typing import Any, Final

from workers.agents.catalog import default_agent

HUMAN: Final = {"kind": "human"}


def _seats(ruleset: str, people: int, agents: int) -> list[dict[str, str]]:
    """Return the seats of people and of agents that answer at once, for no trial asks how well they play."""
    return [HUMAN] * people + [{"kind": "ai", "agent": default_agent(ruleset)}] * agents


def _catan(people: int, agents: int, points: int, *modules: str, **more: Any) -> dict[str, Any]:
    seats = _seats("catan", people, agents)
    return {"ruleset": "catan", "seats": seats, "options": {"victory_points": points}, "modules": list(modules), **more}


def _other(ruleset: str, people: int, agents: int, **options: Any) -> dict[str, Any]:
    return {"ruleset": ruleset, "seats": _seats(ruleset, people, agents), "options": options}


WISHES: Final[tuple[dict[str, Any], ...]] = (
    _catan(1, 3, 5),
    _other("catan-dice", 2, 0),
    _catan(2, 1, 4, map="beginner"),
    _other("elasund", 1, 1, edition="english"),
    _catan(1, 4, 4),
    _catan(2, 2, 5, "favors"),
    _other("catan-dice", 1, 0),
    _catan(1, 2, 4, "helpers"),
    _catan(2, 4, 4, "favors", "helpers"),
    _other("elasund", 1, 2, edition="german"),
    _catan(1, 3, 4, map="new-york"),
    _catan(3, 0, 3),
    _catan(1, 2, 5, "erie-canal", map="new-york"),
    _other("catan-dice", 1, 3),
    _catan(1, 3, 4, map="mallorca"),
    _other("elasund", 1, 3),
)
SHORT: Final[tuple[dict[str, Any], ...]] = (
    _catan(1, 2, 3),
    _other("catan-dice", 1, 0),
    _catan(2, 1, 3, map="beginner"),
    _other("catan-dice", 1, 1),
)


def wished(wishes: tuple[dict[str, Any], ...], seed: int, voting: int = 0) -> Any:
    """Yield the wishes again and again, starting where the seed decides; only a person alone may undo freely.

    Of the games of several people, one in `voting` lets them vote on every undo.
    """
    first = Random(seed).randrange(len(wishes))
    for number, wish in enumerate(islice(cycle(wishes), first, None)):
        is_alone = wish["seats"].count(HUMAN) == 1
        together = "consent" if voting and number % voting == 0 else "until_reveal"
        yield {**wish, "undo": "free" if is_alone else together, "seed": f"chaos {seed} {number}"}
