"""Checks values against a component of the contract."""

from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

BASE = "urn:contract"


class Judge:
    """Represents a contract that judges values, and remembers the references that it has looked up."""

    def __init__(self, contract: dict[str, Any]) -> None:
        resource = Resource.from_contents(contract, default_specification=DRAFT202012)
        self.registry: Registry[Any] = Registry().with_resource(BASE, resource)

    def faults(self, component: str, value: Any) -> list[str]:
        """Return where a value does not fit a component."""
        return self.faults_at(f"#/components/schemas/{component}", value)

    def faults_at(self, pointer: str, value: Any) -> list[str]:
        """Return where a value does not fit the schema at a pointer."""
        validator = Draft202012Validator({"$ref": BASE + pointer}, registry=self.registry)
        return [f"{fault.json_path}: {fault.message}" for fault in validator.iter_errors(value)]


def faults_of(contract: dict[str, Any], component: str, value: Any) -> list[str]:
    """Return where a value does not fit a component of the contract."""
    return Judge(contract).faults(component, value)


def faults_at(contract: dict[str, Any], pointer: str, value: Any) -> list[str]:
    """Return where a value does not fit the schema at a pointer into the contract."""
    return Judge(contract).faults_at(pointer, value)
