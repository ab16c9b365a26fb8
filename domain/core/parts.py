"""Finds parts of the program by name, so that adding a part means adding a file to a package, with no list to extend.

A room is a package. A subject has the same name in every room, with `_` for `-`: the rules of a module are in one room,
its texts in another, its picture in a third.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any


def names_in(room: str) -> list[str]:
    """Return the names of the files and folders of a room, sorted."""
    return sorted([found.name for found in iter_modules(import_module(room).__path__)])


def find(room: str, name: str, attribute: str) -> Any:
    """Return an attribute of the part with this name in a room; None if there is no such part."""
    place = f"{room}.{name.replace('-', '_')}"
    try:
        return getattr(import_module(place), attribute, None)
    except ModuleNotFoundError as error:
        if error.name != place:
            raise
    return None


def find_all(room: str, attribute: str) -> dict[str, Any]:
    """Return the attribute of every part of a room that has it, by the name of the part."""
    found = {name: find(room, name, attribute) for name in names_in(room)}
    return {name: value for name, value in found.items() if value is not None}


def find_chapters(room: str, attribute: str) -> list[Any]:
    """Return the chapter of every part of a room, for a folder that of its file `chapter`; raises AttributeError."""
    found = [(part.name, part.ispkg) for part in iter_modules(import_module(room).__path__)]
    places = [f"{room}.{name}.chapter" if is_folder else f"{room}.{name}" for name, is_folder in sorted(found)]
    return [getattr(import_module(place), attribute) for place in places]
