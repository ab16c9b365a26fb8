"""Names what is JSON: the one place where the types of values are open."""

from collections.abc import Mapping
from typing import Any, TypeAlias

JsonValue: TypeAlias = Any
"""Represents a value of JSON as it comes in, before anything has looked at it."""
JsonObject = dict[str, Any]
"""Represents an object of JSON: a document, a schema, options as they come in."""
Document = Mapping[str, Any]
"""Represents an object of JSON that is only read."""
