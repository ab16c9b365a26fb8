"""Names what is JSON: the one place where the types of values are open."""

from typing import Any

JsonObject = dict[str, Any]
"""Represents an object of JSON: a document, a schema, options as they come in."""
