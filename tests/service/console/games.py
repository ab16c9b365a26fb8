"""Lists games of every kind for tests of whole tables, each with its number of seats."""

from typing import Any, Final

MODULES: Final[dict[str, tuple[dict[str, Any], int]]] = {
    "six": ({"ruleset": "catan", "modules": ["favors", "helpers"]}, 6),
    "new-york": ({"ruleset": "catan", "map": "new-york", "modules": ["erie-canal"]}, 4),
    "mallorca": ({"ruleset": "catan", "map": "mallorca"}, 3),
}
OTHERS: Final[dict[str, tuple[dict[str, Any], int]]] = {
    "dice": ({"ruleset": "catan-dice"}, 2),
    "elasund-2": ({"ruleset": "elasund"}, 2),
    "elasund-4": ({"ruleset": "elasund"}, 4),
}
