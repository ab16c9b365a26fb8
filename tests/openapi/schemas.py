"""Checks values against a component of the contract.

Thousands of answers are judged in a run of the tests: the validator is the compiled one on which schemathesis is built.
"""

from functools import cache
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator, Registry

BASE = "urn:contract"


class Judge:
    """Represents a contract that judges values, and keeps a validator of each schema that was asked for."""

    def __init__(self, contract: dict[str, Any]) -> None:
        registry = Registry([(BASE, contract)])
        self.validator_at = cache(lambda pointer: Draft202012Validator({"$ref": _uri(pointer)}, registry=registry))

    def faults(self, component: str, value: Any) -> list[str]:
        """Return where a value does not fit a component."""
        return self.faults_at(f"#/components/schemas/{component}", value)

    def faults_at(self, pointer: str, value: Any) -> list[str]:
        """Return where a value does not fit the schema at a pointer."""
        faults = self.validator_at(pointer).iter_errors(value)
        return [f"{_path(fault.instance_path)}: {fault.message}" for fault in faults]


_LATEST: list[tuple[dict[str, Any], Judge]] = []
"""Keeps the latest contracts, which no test changes, with their judges: it takes long to make one."""


def _judge_of(contract: dict[str, Any]) -> Judge:
    found = next((judge for known, judge in _LATEST if known is contract), None)
    if found is None:
        found = Judge(contract)
        _LATEST[:] = [(contract, found), *_LATEST[:1]]
    return found


def faults_of(contract: dict[str, Any], component: str, value: Any) -> list[str]:
    """Return where a value does not fit a component of the contract."""
    return _judge_of(contract).faults(component, value)


def faults_at(contract: dict[str, Any], pointer: str, value: Any) -> list[str]:
    """Return where a value does not fit the schema at a pointer into the contract."""
    return _judge_of(contract).faults_at(pointer, value)


def _uri(pointer: str) -> str:
    """Return a pointer into the contract as a URI, in which the braces of a path are escaped."""
    return BASE + quote(pointer, safe="#/~")


def _path(keys: list[str | int]) -> str:
    """Return a JSONPath."""
    return "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
