"""Lists the games from which the contract's examples are taken: every ruleset, map and module, and rare events.

`python -m openapi.plans --seek NAME` looks for a game that comes to a command or an event, and prints its line.

The seed decides which command comes next; a plan names commands to avoid or seek, for shortages and buildings that
random play does not reach. The games that are tried are drawn by number: the same number gives the same plan, and the
plan the same game.
"""

import sys
from argparse import ArgumentParser
from dataclasses import replace
from difflib import get_close_matches
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from domain.core.errors import InvalidConfiguration
from domain.core.messages import Message
from domain.core.ruleset import Ruleset
from openapi.playing import Moment, Plan, play
from service.catalog import RULESETS
from service.table.events import TABLE_EVENTS

GAMES: Final = 200
PLAIN: Final = 5
EVEN: Final = 0.5
BUILDS: Final = frozenset({"DiceBuildRoad", "DiceBuildSettlement", "DiceBuildCity", "BuildKnight"})
HOARDING: Final = frozenset({"BuildTile", "BuildWall", "BuildChurch", "PlacePermit", "PlaceExtraPermit"})
EARNING: Final = frozenset({"TakeGold", "EndBuilding"})

PLANS: Final = (
    Plan("catan", 4, "x0", "new-york", ("favors", "helpers", "erie-canal")),
    Plan("catan", 6, "x0", "variable", ("favors", "helpers")),
    Plan("catan", 4, "x0", "beginner"),
    Plan("catan", 4, "x0", "mallorca", ("helpers",)),
    Plan(
        "catan", 4, "s1", "new-york", ("erie-canal",), {"waterway_founding_road": True}, curious=False
    ),  # canal tokens are traded
    Plan("catan", 4, "s1", "new-york", ("erie-canal",), {"canal_any_kind": True}),
    Plan("catan", 5, "x0", "variable", (), {"paired_turns": True}),
    Plan("catan", 3, "s44", "variable", ("favors",), curious=False),  # a player without cards is robbed
    Plan("catan", 4, "s41", "variable", ("favors",), {"victory_points": 20}, script="short_supply.ndjson"),
    Plan("catan", 3, "x0", "beginner", script="haggling.ndjson"),
    Plan("catan-dice", 2, "x0"),
    Plan("catan-dice", 2, "s1", curious=False, sought=BUILDS),
    Plan("elasund", 4, "x0"),
    Plan("elasund", 2, "x0"),
    Plan("elasund", 4, "x0", options={"pirate_reward": "choose"}),
    Plan(
        "elasund", 4, "n1577", options={"hut_on_own_permits": "forbidden"}, curious=False
    ),  # no seat can ever build again
    Plan("elasund", 4, "s0", curious=False, avoided=HOARDING, sought=EARNING),  # gold and influence run short
)


class Found(NamedTuple):
    """Holds a plan, and the moment of its game at which the message comes."""

    plan: Plan
    moment: Moment


def main(arguments: list[str]) -> int:
    """Print a plan for the message that the arguments name; return 1 if there is none."""
    parser = ArgumentParser("python -m openapi.plans", description="Seek a game that comes to a message.")
    parser.add_argument("--seek", required=True, metavar="NAME", help="the type of a command or an event of a game")
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many games are tried at most ({GAMES})")
    told = parser.parse_args(arguments)
    homes = [ruleset for ruleset in RULESETS.values() if told.seek in _messages(ruleset)]
    if not homes:
        sys.stderr.write(f"{_refuse_unknown(told.seek)}\n")
        return 1
    found = seek(homes[0], told.seek, told.games)
    if found is None:
        sys.stderr.write(
            f"none of {told.games} games of {homes[0].name} has {told.seek}: try more `--games`, or write the commands "
            "of one into a file of openapi/plays and name it as `script` of a plan\n"
        )
        return 1
    sys.stdout.write(
        f"{told.seek} comes {_when(homes[0], found.moment)}. Add this line to PLANS in openapi/plans.py:\n"
        f"    {row(found.plan)},\n"
    )
    return 0


def seek(ruleset: Ruleset, name: str, games: int) -> Found | None:
    """Play so many games at most until one has a command or an event of this type."""
    row = _messages(ruleset)[name]
    module = next((module for module in ruleset.describe()["modules"] if _is_of(row, module)), None)
    for number in range(games):
        plan = _draw_plan(ruleset, module, number)
        for moment in play(plan):
            if name in (type(message).__name__ for message in (moment.command, *moment.events)):
                return Found(plan, moment)
    return None


def plain_game(ruleset: Ruleset, module: str) -> Plan:
    """Return the first of some plain games with a module to which all of its messages come; the last one without."""
    wanted = {name for name, row in _messages(ruleset).items() if _is_of(row, module)}
    first_map = ruleset.describe()["maps"][0]
    for number, seats in product(range(PLAIN), first_map["seats"]):
        plan = Plan(ruleset.name, seats, f"x{number}", first_map["id"], (module,))
        if wanted <= {type(one).__name__ for moment in play(plan) for one in (moment.command, *moment.events)}:
            break
    return plan


def row(plan: Plan) -> str:
    """Return a plan as it is written in the list."""
    values: list[Any] = [plan.ruleset, plan.seats, plan.seed]
    named = {"map": plan.map, "modules": plan.modules, "options": plan.options}
    shown = [*map(_quote, values), *(f"{name}={_quote(value)}" for name, value in named.items() if value)]
    shown += [] if plan.curious else ["curious=False"]
    shown += [f"sought=frozenset({{{', '.join(map(_quote, plan.sought))}}})"] if plan.sought else []
    return f"Plan({', '.join(shown)})"


def _quote(value: Any) -> str:
    return repr(value).replace("'", '"')


def _messages(ruleset: Ruleset) -> dict[str, Any]:
    return ruleset.events.by_name | ruleset.commands.by_name


def _refuse_unknown(name: str) -> str:
    if name in TABLE_EVENTS.by_name:
        return f"{name} is an event of the table: let a game of openapi/table_course.py come to it"
    known = [name for ruleset in RULESETS.values() for name in _messages(ruleset)]
    near = get_close_matches(name, known, 3)
    return f"no game has a command or an event {name}" + (f"; there is {', '.join(near)}" if near else "")


def _is_of(row: Message, module: str) -> bool:
    """Return whether the sources of a module define a message."""
    return module.replace("-", "_") in row.cls.__module__.split(".")


def _draw_plan(ruleset: Ruleset, module: str | None, number: int) -> Plan:
    rng = Random(number)
    while True:  # not every map goes with every module
        plan = _plain(ruleset, module, f"s{number}", rng)
        plan = plan if number % 2 == 0 else _vary(ruleset, plan, rng)
        try:
            ruleset.configure(plan.seats, plan.map, plan.modules, dict(plan.options))
        except InvalidConfiguration:
            continue
        return plan


def _plain(ruleset: Ruleset, module: str | None, seed: str, rng: Random) -> Plan:
    about = ruleset.describe()
    return Plan(
        ruleset.name,
        rng.randint(about["seats"]["minimum"], about["seats"]["maximum"]),
        seed,
        rng.choice([place["id"] for place in about["maps"]]),
        (module,) if module else (),
        curious=rng.random() < EVEN,
    )


def _vary(ruleset: Ruleset, plan: Plan, rng: Random) -> Plan:
    """Add what a rare event may need: another module, an option, or a command that is sought."""
    about = ruleset.describe()
    modules = [module for module in about["modules"] if module not in plan.modules]
    options = [
        (name, value)
        for name, schema in about["options"]["properties"].items()
        for value in ([False, True] if schema["type"] == "boolean" else schema.get("enum", []))
        if value not in (None, schema["default"])
    ]
    return replace(
        plan,
        modules=(*plan.modules, *rng.sample(modules, min(len(modules), rng.randint(0, 1)))),
        options=dict(rng.sample(options, min(len(options), rng.randint(0, 1)))),
        sought=frozenset(rng.sample(list(ruleset.commands.by_name), rng.randint(0, 1))),
    )


def _when(ruleset: Ruleset, moment: Moment) -> str:
    if moment.command is None:
        return "as the game begins"
    return f"in version {moment.version}, when seat {moment.seat} sends {ruleset.commands.encode(moment.command)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
