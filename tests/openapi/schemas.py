"""Judging a value by a component of the contract."""

from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

BASE = "urn:contract"


def faults_of(contract: dict[str, Any], component: str, value: Any) -> list[str]:
    """Where a value does not fit a component of the contract."""
    return faults_at(contract, f"#/components/schemas/{component}", value)


def faults_at(contract: dict[str, Any], pointer: str, value: Any) -> list[str]:
    """Where a value does not fit the schema at a pointer into the contract."""
    resource = Resource.from_contents(contract, default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource(BASE, resource)
    validator = Draft202012Validator({"$ref": BASE + pointer}, registry=registry)
    return [f"{fault.json_path}: {fault.message}" for fault in validator.iter_errors(value)]
