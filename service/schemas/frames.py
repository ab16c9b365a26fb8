"""Describes the frames of an agenda: one component each, and their union, discriminated by `frame`."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from apispec import APISpec

from domain.core.agenda import FramesKind
from domain.core.messages import MessageTable
from service.schemas.sharing import merge_schemas
from service.texts.lookup import about_frame, about_frame_member

FRAME: Final = "Frame"
"""Names the component of any frame."""


def describe_frames(spec: APISpec, tables: Mapping[str, MessageTable]) -> None:
    """Add a component for every frame of the rulesets with these events, and `Frame`."""
    shapes = _shapes(tables.values())
    for name, shape in shapes.items():
        spec.components.schema(component_of(name), _describe(tables, name, shape))
    places = {name: f"#/components/schemas/{component_of(name)}" for name in shapes}
    union = {
        "description": "One thing to be done, and who has to do it. The last frame of an agenda is done first.",
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "frame", "mapping": places},
    }
    spec.components.schema(FRAME, union)


def component_of(frame: str) -> str:
    """Return the component of one frame: `FoundRoadFrame`."""
    return "".join(part.capitalize() for part in frame.split("_")) + FRAME


def _shapes(tables: Iterable[MessageTable]) -> dict[str, dict[str, Any]]:
    """Return the schema of every frame, by its name; rulesets may share one."""
    found: dict[str, dict[str, Any]] = {}
    kinds = [field.kind for table in tables for row in table.rows for field in row.fields]
    for kind in kinds:
        if isinstance(kind, FramesKind):
            for name, shape in kind.shapes.items():
                found[name] = merge_schemas(found.get(name, shape), shape, name)
    return found


def _describe(rulesets: Iterable[str], frame: str, shape: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a frame with texts for it and its members."""
    about = about_frame(rulesets, frame)
    members = {
        name: schema | _description(about_frame_member(rulesets, frame, name))
        for name, schema in shape["properties"].items()
    }
    return shape | _description(about) | {"properties": members}


def _description(text: str) -> dict[str, str]:
    return {"description": text} if text else {}
