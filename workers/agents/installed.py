"""Finds the agents of installed packages by their entry points, without loading their code.

A package offers an agent by an entry point of the group `longroad.agents`: its name is the agent's id, its value the
class. A file `ID.toml` in the package says which rulesets it plays, and may say more. An agent that breaks a rule here
is left out, with a warning in the log; the server starts all the same.
"""

import logging
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

GROUP: Final = "longroad.agents"
MOST: Final = 20
"""Limits how many agents of packages a server offers; the first by id are taken."""
LONGEST_ABOUT: Final = 300
MOST_SECONDS: Final = 5.0
MOST_LEVEL: Final = 100
MOST_VERSION: Final = 2**31 - 1
_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
_SOURCE: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", re.ASCII)
_KNOWN: Final = frozenset({"rulesets", "level", "seconds", "typical_ms", "version", "since", "about"})
_USUAL: Final[Mapping[str, Any]] = {"level": 1, "seconds": 1.0, "typical_ms": 10.0, "version": 1}

log = logging.getLogger(__name__)


def find_installed(taken: Collection[str], rulesets: Collection[str]) -> list[dict[str, Any]]:
    """Return the members of the entries of installed agents, by id; `taken` ids are those of this project."""
    found: dict[str, dict[str, Any]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            if point.name in taken or point.name in found:
                raise ValueError("another agent has this id")
            if len(found) == MOST:
                raise ValueError(f"there are {MOST} others")
            found[point.name] = _read(point, rulesets)
        except (ValueError, OSError, ImportError) as error:
            log.warning("the agent %s of %s is left out: %s", point.name, _package_of(point), error)
    return list(found.values())


def _read(point: EntryPoint, rulesets: Collection[str]) -> dict[str, Any]:
    """Return the members of an agent's entry; raises ValueError for what is wrong with it."""
    if not _ID.fullmatch(point.name):
        raise ValueError("an id has small letters, digits and _, at most 32, and begins with a letter")
    if not _SOURCE.fullmatch(point.value):
        raise ValueError(f"{point.value!r} is not of the form module:Class")
    said = tomllib.loads(_file_of(point).read_text(encoding="utf-8"))
    members = {**_USUAL, **said}
    for fault in _list_faults(members, rulesets):
        raise ValueError(fault)
    about = {language: str(text) for language, text in members.get("about", {}).items()}
    members |= {"rulesets": tuple(members["rulesets"]), "about": about}
    return {"id": point.name, "source": point.value, "package": _package_of(point), **members}


def _file_of(point: EntryPoint) -> Path:
    """Return the path of the file beside the package's `__init__.py`; finding it does not import the package."""
    spec = find_spec(point.value.partition(":")[0].partition(".")[0])
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    if not places:
        raise ValueError(f"{point.value!r} is in no package")
    return Path(places[0], f"{point.name}.toml")


def _list_faults(members: Mapping[str, Any], rulesets: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with the members of a file."""
    unknown = sorted(members.keys() - _KNOWN)
    if unknown:
        yield f"unknown members: {', '.join(unknown)}"
    plays = members.get("rulesets")
    if not isinstance(plays, list) or not plays or not all(one in rulesets for one in plays):
        yield f"rulesets must list some of {', '.join(rulesets)}"
    for name, most in (("seconds", MOST_SECONDS), ("typical_ms", 1000 * MOST_SECONDS)):
        if not _is_number(members[name]) or not 0 < members[name] < most:
            yield f"{name} must be more than 0 and less than {most:g}"
    for name, most in (("level", MOST_LEVEL), ("version", MOST_VERSION)):
        if type(members[name]) is not int or not 1 <= members[name] <= most:
            yield f"{name} must be a whole number from 1 to {most}"
    if type(members.get("since", date.min)) is not date:
        yield "since must be a date"
    about = members.get("about", {})
    if not isinstance(about, dict) or any(len(str(text)) > LONGEST_ABOUT for text in about.values()):
        yield f"about must map languages to texts of at most {LONGEST_ABOUT} characters"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _package_of(point: EntryPoint) -> str:
    """Return the name and version of the distribution that has the entry point."""
    return "" if point.dist is None else f"{point.dist.name} {point.dist.version}"
