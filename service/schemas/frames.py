"""The frames of an agenda in the contract: one component for each, and their union, told apart by `frame`."""

from collections.abc import Iterable
from typing import Any, Final

from apispec import APISpec

from domain.core.agenda import FramesKind
from domain.core.messages import MessageTable
from service.schemas.sharing import shared_schema

FRAME: Final = "Frame"
"""The component of any frame."""
MEMBERS: Final = {
    "frame": "What is to be done. `words.frames` of the ruleset says it in words.",
    "seats": "The seats that still have to do it. The list is empty where the table does it by itself.",
    "step": "How many settlements were founded before this one, counted over all seats from 0.",
    "node": "The node of the settlement that was just founded; the road begins there.",
    "roads": "How many free roads are still to be built.",
    "next": "The seat whose turn comes next.",
    "after": "The seat whose turn has just ended.",
    "resource": "The resource of the gift that was offered.",
    "owners": "The seats that are still to be named as those who draw.",
    "victim": "The seat whose hand the helper takes a card from.",
    "to": "The seat that gets a card back.",
    "most": "How many cards may be taken at most.",
    "huts": "The starting huts that still have to be placed again or given up.",
    "done": "Whether the special action was already used.",
}


def describe_frames(spec: APISpec, tables: Iterable[MessageTable]) -> None:
    """Add a component for every frame of the rulesets whose events these are, and `Frame`."""
    shapes = _shapes(tables)
    for name, shape in shapes.items():
        spec.components.schema(component_of(name), _told(shape))
    places = {name: f"#/components/schemas/{component_of(name)}" for name in shapes}
    union = {
        "description": "One thing that is to be done. The last frame of an agenda comes first.",
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "frame", "mapping": places},
    }
    spec.components.schema(FRAME, union)


def component_of(frame: str) -> str:
    """The component of one frame: `FoundRoadFrame`."""
    return "".join(part.capitalize() for part in frame.split("_")) + FRAME


def _shapes(tables: Iterable[MessageTable]) -> dict[str, dict[str, Any]]:
    """The schema of every frame, by its name; rulesets may share one."""
    found: dict[str, dict[str, Any]] = {}
    kinds = [field.kind for table in tables for row in table.rows for field in row.fields]
    for kind in kinds:
        if isinstance(kind, FramesKind):
            for name, shape in kind.shapes.items():
                found[name] = shared_schema(found.get(name, shape), shape, name)
    return found


def _told(shape: dict[str, Any]) -> dict[str, Any]:
    members = {name: schema | {"description": MEMBERS[name]} for name, schema in shape["properties"].items()}
    return shape | {"properties": members}
