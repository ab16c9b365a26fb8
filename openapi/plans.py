"""Lists the games from which the contract's examples are taken: every ruleset, map and module, and rare events.

`python -m openapi.plans --seek NAME` looks for a game that comes to a command or an event, and prints its line.

The seed decides which command comes next; a plan names commands to avoid or seek, for shortages and buildings that
random play does not reach.
"""

import sys
from typing import Final

from openapi import seeking
from openapi.plan import Plan

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
    Plan("catan", 3, "s44", "variable", ("favors",), curious=False),  # a player without cards is robbed
    Plan("catan", 4, "s41", "variable", ("favors",), {"victory_points": 20}, script="short_supply.ndjson"),
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

if __name__ == "__main__":
    sys.exit(seeking.main(sys.argv[1:]))
