"""Finds parts of the program by name, so that adding a part means adding a file to a package, with no list to extend.

A part has the same name in every package, with `_` for `-`: the rules of a module are in one package, its texts in
another, its picture in a third.
"""

from importlib import import_module
from operator import attrgetter
from pkgutil import iter_modules
from typing import Any


def names_in(package: str) -> list[str]:
    """Return the names of the files and folders of a package, sorted."""
    return sorted([found.name for found in iter_modules(import_module(package).__path__)])


def find(package: str, name: str, attribute: str) -> Any:
    """Return an attribute of the part with this name in a package; None if there is no such part."""
    place = f"{package}.{name.replace('-', '_')}"
    try:
        return getattr(import_module(place), attribute, None)
    except ModuleNotFoundError as error:
        if error.name != place:
            raise
    return None


def find_all(package: str, attribute: str) -> dict[str, Any]:
    """Return the attribute of every part of a package that has it, by the name of the part."""
    found = {name: find(package, name, attribute) for name in names_in(package)}
    return {name: value for name, value in found.items() if value is not None}


def find_chapters(package: str, attribute: str) -> list[Any]:
    """Return the chapter of every file of a package, or of `chapter.py` for a folder, by the `order` that each states.

    Raises AttributeError for a file that has none.
    """
    found = [(part.name, part.ispkg) for part in iter_modules(import_module(package).__path__)]
    places = [f"{package}.{name}.chapter" if is_folder else f"{package}.{name}" for name, is_folder in found]
    return sorted([getattr(import_module(place), attribute) for place in places], key=attrgetter("order"))
