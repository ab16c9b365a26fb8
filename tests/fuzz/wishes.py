"""Provides bodies that nobody would guess: games that can be played, arenas, changes of seats, and junk."""

from random import Random
from typing import Any, Final

HUMAN: Final = {"kind": "human"}
AI: Final = {"kind": "ai", "agent": "uniform"}
OPEN: Final = {"kind": "open"}
GAMES: Final[tuple[dict[str, Any], ...]] = (
    {"ruleset": "toy", "seats": [HUMAN] * 2, "undo": "free"},
    {"ruleset": "toy", "seats": [HUMAN] * 2, "undo": "consent"},
    {"ruleset": "toy", "seats": [HUMAN, OPEN]},
    {"ruleset": "toy", "seats": [HUMAN, OPEN], "private": True},
    {"ruleset": "toy", "seats": [HUMAN, AI], "options": {"target": 3}},
    {"ruleset": "toy", "seats": [AI] * 2, "options": {"target": 3}},
    {"ruleset": "toy", "seats": [HUMAN] * 2, "spectator_delay": {"versions": 2}},
    {"ruleset": "toy", "seats": [HUMAN] * 2, "clock": {"seconds": 3600, "on_timeout": "agent"}},
    {"ruleset": "toy", "seats": [HUMAN] * 2, "clock": {"kind": "bank", "seconds": 3600, "increment_s": 5}},
    {"ruleset": "toy", "seats": [HUMAN, {"kind": "bot", "agent": "uniform", "deadline_s": 3600}]},
    {"ruleset": "catan", "seats": [HUMAN] * 3, "undo": "free"},
    {"ruleset": "catan", "seats": [HUMAN, AI, AI, AI]},
    {"ruleset": "catan", "seats": [HUMAN] * 5, "map": "variable"},
    {"ruleset": "catan", "seats": [HUMAN] * 3, "modules": ["helpers"]},
    {"ruleset": "catan", "seats": [HUMAN] * 3, "map": "new-york"},
    {"ruleset": "catan-dice", "seats": [HUMAN]},
    {"ruleset": "elasund", "seats": [HUMAN] * 3},
)
"""Games that can all be played; the first ones are set up before any request is drawn."""
ARENAS: Final[tuple[dict[str, Any], ...]] = (
    {"ruleset": "toy", "agents": ["uniform"] * 2, "options": {"target": 3}},
    {"ruleset": "catan-dice", "agents": ["uniform"], "seed": "again"},
    {"ruleset": "toy", "entrants": [{"kind": "ai", "agent": "uniform"}] * 2, "options": {"target": 3}},
)
MIXED_IN: Final = ("undo", "private", "clock", "spectator_delay", "seat_order", "analyses", "seed")
CHANGES: Final = ({"reissue": True}, {"agent": "uniform"}, {"open": True}, {"name": "Ana"}, {"agent": None})
JUNK: Final[tuple[Any, ...]] = (None, True, -1, 0, 7, 2**53, 10**30, 0.5, "", "a", "é" * 90, [], {}, [None], {"a": 0})
NOWHERE: Final = "http://127.0.0.1:9009/told"


def somewhere_else(rng: Random, value: Any) -> Any:
    """Return the same value with junk in one place of it."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        name = rng.choice(list(value))
        return value | {name: somewhere_else(rng, value[name])}
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        return [*value[:place], somewhere_else(rng, value[place]), *value[place + 1 :]]
    return rng.choice(JUNK)


def new_game(rng: Random, made: Any) -> dict[str, Any]:
    """Return a game that can be played, mixed with some of the members that were drawn."""
    drawn = made if isinstance(made, dict) else {}
    mixed = {name: drawn[name] for name in MIXED_IN if name in drawn and rng.random() < 0.3}
    return {**rng.choice(GAMES), **mixed}


def modest(made: dict[str, Any]) -> dict[str, Any]:
    """Return the same request, with no more work in it than a test can wait for."""
    least = {"budget_ms": 10, "games": 2}
    asked = {"budget_ms": 10, **made} if "agents" not in made else dict(made)
    return {k: least[k] if k in least and isinstance(v, int) and v > least[k] else v for k, v in asked.items()}
