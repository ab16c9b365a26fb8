"""Names what is JSON: the one place where the types of values are open."""

from collections.abc import Mapping
from typing import Any, TypeAlias

JsonValue: TypeAlias = Any
"""A value read from JSON that nothing has checked yet."""
JsonObject = dict[str, Any]
"""Represents an object of JSON: a document, a schema, options as they come in."""
Document = Mapping[str, Any]
"""A JSON object that is only read."""
