"""Tests that the contract is as narrow as the server: for each member of a request both take the same values.

Every schema of a body or a query in `service.schemas` is asked, member by member, about the same values; what depends
on more than the value, such as an address that must resolve, is decided later and is not asked here.
"""

import importlib
import json
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, Registry
from marshmallow import Schema, ValidationError
from marshmallow.fields import Field

import service.schemas
from openapi.generate import PATH
from service.schemas.fields import KindField, Pointed, QueryField
from service.schemas.play import CommandQuery
from service.schemas.shapes import PageQuery, Query, Strict
from service.schemas.spec import schema_name
from tests.openapi.schemas import BASE

CONTRACT = json.loads(PATH.read_text(encoding="utf-8"))
COMPONENTS = CONTRACT["components"]["schemas"]
LEFT_OUT = (Strict, Query, PageQuery, CommandQuery)
"""Lists the bases, and the query of an old form that is answered but not in the contract."""
REGISTRY = Registry([(BASE, CONTRACT)])
TEXTS = [
    "", " ", "\u00a0 ", "x", " x ", "Iñaki Ö", "a b", "é", "x" * 5000, "latest", "true", "false", "12", "-", "1.a",
    "a\u0007b", "a\u202eb", "a\u2028b", "a\u00adb", "\ufeff", "2026-01-31T18:00:00.000Z", "2026-13-31",
    "https://bot.example.org/hook", "ftp://bot.example.org", "bot.example.org",
]  # fmt: skip
OTHERS = [
    None, True, False, 0, 1, 2, 60, -1, 1.5, 10**9, 2**60, [], {}, [1], ["x"], ["x", "x"], {"x": 1},
]  # fmt: skip
LATER = ("given", "seen", "seats", "outcome", "commands", "members")
"""Lists members whose form is judged by what reads them: the ruleset, or the record."""


def schemas() -> Iterator[type[Schema]]:
    """Yield the schemas of bodies and queries, but not those left out."""
    for module in pkgutil.iter_modules(service.schemas.__path__, "service.schemas."):
        for found in vars(importlib.import_module(module.name)).values():
            if isinstance(found, type) and issubclass(found, Strict) and found.__module__ == module.name:
                if found in LEFT_OUT or (schema_name(found) not in COMPONENTS and not issubclass(found, Query)):
                    continue
                yield found


def members() -> Iterator[Any]:
    """Yield each member whose values its own field judges, with the schema that the contract has of it."""
    for cls in schemas():
        for name, field in cls().fields.items():
            if isinstance(field, KindField) and not isinstance(field, Pointed):
                yield pytest.param(field, described(cls, name), id=f"{cls.__name__}.{name}")


def described(cls: type[Schema], name: str) -> dict[str, Any]:
    """Return what the contract says of a member."""
    if not issubclass(cls, Query):
        schema: dict[str, Any] = COMPONENTS[schema_name(cls)]["properties"][cls().fields[name].data_key or name]
        return schema
    names = set(cls().fields)
    for item in CONTRACT["paths"].values():
        for operation in item.values():
            found = {one["name"]: one["schema"] for one in operation_queries(operation)}
            if found.keys() == names:
                return found[name]
    raise LookupError(cls)


def operation_queries(operation: Any) -> list[dict[str, Any]]:
    """Return the query parameters of an operation."""
    return (
        [one for one in operation.get("parameters", ()) if one["in"] == "query"] if isinstance(operation, dict) else []
    )


def is_told(field: Field[Any], schema: dict[str, Any], value: Any) -> bool:
    """Return whether the contract takes a value, for a query the one that its text stands for."""
    validator = Draft202012Validator(
        json.loads(json.dumps(schema).replace('"#/', f'"{BASE}#/')), registry=REGISTRY, validate_formats=True
    )
    return validator.is_valid(value) or (isinstance(field, QueryField) and validator.is_valid(meant(value)))


def meant(text: str) -> Any:
    """Return the value of a text in a query."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def is_taken(field: Field[Any], value: Any) -> bool:
    """Return whether the server's field takes a value."""
    try:
        field.deserialize(value)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(("field", "schema"), list(members()))
def test_both_take_the_same_values(field: KindField, schema: dict[str, Any]) -> None:
    values: list[Any] = TEXTS if isinstance(field, QueryField) else [*TEXTS, *OTHERS]
    told = {ascii(value) for value in values if is_told(field, schema, value)}
    taken = {ascii(value) for value in values if is_taken(field, value)}
    if "narrow" in field.metadata or field.name in LATER:
        assert told <= taken  # what more than the form decides is tested over HTTP
    else:
        assert told == taken
