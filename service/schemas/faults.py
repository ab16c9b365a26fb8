"""What a shape error says: a key with parameters, so that it can be said in any language."""

from typing import Any


class Fault(str):
    """One shape error; its text is the code, and its phrase (after `fault.`) where `phrase` names no other."""

    params: dict[str, Any]

    def __new__(cls, key: str, **params: Any) -> "Fault":
        """A fault with the parameters of its sentence."""
        fault = super().__new__(cls, key)
        fault.params = params
        return fault


def fault_of(schema: dict[str, Any]) -> Fault:
    """What to say of a value that does not fit a field with this JSON Schema."""
    kind = schema.get("type")
    if "enum" in schema:
        return Fault("choice", names=", ".join(str(name) for name in schema["enum"]))
    if kind == "integer" and {"minimum", "maximum"} <= schema.keys():
        return Fault("range", least=schema["minimum"], most=schema["maximum"])
    if kind == "string" and "maxLength" in schema:
        return Fault("text", least=schema.get("minLength", 0), most=schema["maxLength"])
    if kind == "array" and "maxItems" in schema:
        return _of_list(schema)
    if kind == "object" and schema.get("additionalProperties") is False:
        return Fault("counts", **_counts(schema["properties"]))
    return Fault(kind if kind in ("integer", "boolean", "object") else "other")


def _of_list(schema: dict[str, Any]) -> Fault:
    """One code for all lists; `phrase` says more of some."""
    if "enum" in schema["items"]:
        return Fault("array", phrase="choices", names=", ".join(schema["items"]["enum"]))
    return Fault("array", most=schema["maxItems"], phrase="distinct" if schema.get("uniqueItems") else "array")


def _counts(properties: dict[str, Any]) -> dict[str, Any]:
    return {"names": ", ".join(properties), "most": max(member.get("maximum", 0) for member in properties.values())}
