"""Provides the games that the laws are tried on: every ruleset, seat count, map and option worth a run of its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from domain.catan import CATAN
from domain.catan.combinations import CHOSEN
from domain.core.ruleset import Ruleset
from domain.dice import DICE
from domain.elasund import ELASUND
from domain.goofspiel import RULESET as GOOFSPIEL
from tests.domain.catan.own_boards import OWN
from tests.laws import catan, dice, elasund, goofspiel


@dataclass(frozen=True)
class Case:
    """Describes one way to set up a game, what its family of games must conserve, and how commands are invented."""

    name: str
    ruleset: Ruleset
    seats: int
    map: str | None
    conserve: Callable[[Any], None]
    invent: Callable[[Any, Random], Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    modules: Sequence[str] = ()
    allows: Callable[[Iterable[Any], Any], None] | None = None
    """Checks that beliefs hold the position possible, where the family of games keeps beliefs."""
    fits: Callable[[Any, Any], None] | None = None
    """Checks that all of a belief fits what its seat knows."""


def of_catan(name: str, seats: int, map_name: str, *modules: str, **options: Any) -> Case:
    """Return a case of Catan with some modules and options."""
    return Case(name, CATAN, seats, map_name, catan.conserve, catan.invent, options, modules, catan.allows, catan.fits)


def _dice(name: str, seats: int, **options: Any) -> Case:
    return Case(name, DICE, seats, None, dice.conserve, dice.invent, options)


def _elasund(seats: int, edition: str, **options: Any) -> Case:
    name = f"elasund-{edition}-{seats}"
    return Case(name, ELASUND, seats, None, elasund.conserve, elasund.invent, {"edition": edition, **options})


def _goofspiel(seats: int) -> Case:
    return Case(f"goofspiel-{seats}", GOOFSPIEL, seats, None, goofspiel.conserve, goofspiel.invent)


_NAMED: Final = (
    of_catan("catan-4", 4, "variable"),
    of_catan("catan-3", 3, "variable", combined_trade_build=True),
    of_catan("catan-beginner-4", 4, "beginner", steal_compulsory=True),
    of_catan("catan-beginner-3", 3, "beginner", robber_token_only=True, victory_point_card_waits=True),
    of_catan("catan-5", 5, "variable"),
    of_catan("catan-6", 6, "variable", random_tokens=True),
    of_catan("paired-5", 5, "variable", paired_turns=True),
    of_catan("catan-new-york-4", 4, "new-york"),
    of_catan("catan-new-york-6", 6, "new-york", combined_trade_build=True, waterway_founding_road=True),
    of_catan("catan-canal-3", 3, "new-york", "erie-canal", combined_trade_build=True, canal_settled_ends=True),
    of_catan("catan-canal-4", 4, "new-york", "erie-canal", canal_founding_closes=True, canal_any_kind=True),
    of_catan("catan-canal-5", 5, "new-york", "erie-canal"),
    of_catan("catan-mallorca-3", 3, "mallorca"),
    of_catan("catan-mallorca-5", 5, "mallorca"),
    of_catan("catan-markers-4", 4, "variable", harbor_markers=True, random_tokens=True, hand_limit=9),
    _dice("dice-1", 1),
    _dice("dice-2", 2, joker_same_turn=True),
    _dice("dice-3", 3, joker_dice="one"),
    _dice("dice-4", 4, joker_dice="one", joker_same_turn=True, starting_seat=2),
    _elasund(2, "english"),
    _elasund(3, "english", hut_on_own_permits="forbidden", shortage_lasts="roll"),
    _elasund(4, "english", colors=["yellow", None, None, "red"]),
    _elasund(2, "german", hut_on_own_permits="allowed"),
    _elasund(3, "german", shortage_income="forfeited"),
    _elasund(4, "german"),
    of_catan("helpers-3", 3, "variable", "helpers", combined_trade_build=True, forced_trade_one=True),
    of_catan("helpers-4", 4, "variable", "helpers"),
    of_catan("helpers-5", 5, "variable", "helpers"),
    of_catan("helpers-6", 6, "variable", "helpers", hand_limit=5),
    of_catan("helpers-beginner-3", 3, "beginner", "helpers"),
    of_catan("helpers-beginner-4", 4, "beginner", "helpers", combined_trade_build=True),
    of_catan("helpers-mallorca-4", 4, "mallorca", "helpers"),
    of_catan("favors-3", 3, "variable", "favors"),
    of_catan("favors-4", 4, "variable", "favors", combined_trade_build=True),
    of_catan("favors-5", 5, "variable", "favors", favors_before_roll=True),
    of_catan("favors-6", 6, "variable", "favors", victory_points=11),
    of_catan("favors-beginner-3", 3, "beginner", "favors", steal_compulsory=True),
    of_catan("favors-beginner-4", 4, "beginner", "favors", robber_token_only=True),
    of_catan("favors-helpers-4", 4, "variable", "favors", "helpers", favors_before_roll=True),
    of_catan("favors-helpers-6", 6, "variable", "favors", "helpers"),
    of_catan("favors-new-york-4", 4, "new-york", "favors"),
    of_catan("favors-mallorca-3", 3, "mallorca", "favors"),
    of_catan("favors-helpers-new-york-6", 6, "new-york", "favors", "helpers"),
    _goofspiel(2),
    _goofspiel(5),
    of_catan("dice-deck-4", 4, "variable", "dice-deck", friendly_robber=True),
    of_catan("everything-6", 6, "new-york", *CHOSEN),
    of_catan("own-3", 3, OWN[3], friendly_robber=True),
    of_catan("own-4", 4, OWN[4], "favors", combined_trade_build=True),
    of_catan("own-6", 6, OWN[6], "helpers", "harbormaster", "dice-deck"),
)
_ALONE: Final = {module for case in _NAMED for module in case.modules[:1]}
OF_MODULES: Final = tuple([of_catan(f"{name}-4", 4, "variable", name) for name in CHOSEN if name not in _ALONE])
"""Has a case of each module that none of those above has alone or first."""
CASES: Final = (*_NAMED, *OF_MODULES)


def fullest() -> list[Case]:
    """Return of each ruleset, map, set of modules and edition the case with the most seats."""
    found = {}
    for case in sorted(CASES, key=lambda case: case.seats):
        found[case.ruleset.name, case.map, case.modules, case.options.get("edition")] = case
    return [*found.values()]
