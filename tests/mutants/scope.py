"""Defines which files hold rules, which ruleset they belong to, and where the tests of that ruleset are."""

from pathlib import Path
from typing import Final

from domain.families import FAMILIES

ROOT: Final = Path(__file__).parents[2]
RULESETS: Final = tuple(FAMILIES.values())
CORE: Final = "core"

# Files of the domain that hold no rule of play, by name, each with what keeps them instead.
NO_RULES: Final = {
    "messages.py": "how messages are written: tests/openapi and tests/eventstore",
    "kinds.py": "how values are written: tests/openapi and tests/eventstore",
    "errors.py": "the classes of refusals",
    "packing.py": "positions as bytes: the laws",
    "geometry.py": "the board as JSON: tests/openapi",
    "validate.py": "what a map file must hold: tests/domain/catan/test_maps.py, no rule of a rulebook",
    "place_names.py": "what places are called: tests/service",
    "places.py": "where places are, and what they are called: tests/service",
}
_MADE_UP: Final = "what a search makes up for cards it cannot see: tests/laws"
NO_RULE_PATHS: Final = {"catan/dealing.py": _MADE_UP, "elasund/dealing.py": _MADE_UP}


def rule_files(root: Path = ROOT) -> list[Path]:
    """Return every file of the domain that holds rules, relative to the root, in order."""
    found = [path.relative_to(root) for path in (root / "domain").rglob("*.py")]
    return sorted(path for path in found if _holds_rules(path))


def _holds_rules(path: Path) -> bool:
    inside = path.parts[1:]
    if ruleset_of(path.as_posix()) not in (*RULESETS, CORE):
        return False
    if "/".join(inside) in NO_RULE_PATHS:
        return False
    return path.name not in NO_RULES


def ruleset_of(path: str) -> str:
    """Return the ruleset of a file, which is its folder in the domain, or the file itself."""
    return Path(path).parts[1].removesuffix(".py")


def is_near(test: str, path: str) -> bool:
    """Return whether a test belongs to no other ruleset than a file does; every test is near the core."""
    ruleset = ruleset_of(path)
    others = tuple(f"tests/domain/{other}/" for other in RULESETS if other != ruleset)
    return ruleset == CORE or not test.startswith(others)
