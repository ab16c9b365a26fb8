"""Tests that each handler that catches every exception says why on its line, and raises or reports the exception."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trees import statements

ROOT = Path(__file__).parent.parent
PACKAGES = ("domain", "eventstore", "openapi", "service", "workers")
EVERYTHING = ("Exception", "BaseException")
REPORTS = ("log.exception(", "sys.excepthook(")


def catch_alls(source: str) -> Iterator[ast.ExceptHandler]:
    """Yield every handler of a file that catches all exceptions."""
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.ExceptHandler):
            caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            if any(one is None or (isinstance(one, ast.Name) and one.id in EVERYTHING) for one in caught):
                yield node


def faults(source: str) -> list[str]:
    """Return what is missing from the handlers of a file that catch everything."""
    lines, found = source.splitlines(), []
    for handler in catch_alls(source):
        written = "\n".join(lines[handler.lineno : handler.end_lineno])
        if "  # " not in lines[handler.lineno - 1]:
            found.append(f"line {handler.lineno} does not say why it catches everything")
        if not _passes_on(handler) and not any(call in written for call in REPORTS):
            found.append(f"line {handler.lineno} neither raises nor reports what it catches")
    return found


def _passes_on(handler: ast.ExceptHandler) -> bool:
    """Return whether the exception, or another one, is raised in a handler, or kept for a later raise."""
    found = [node for part in handler.body for node in ast.walk(part)]
    return any(
        isinstance(node, ast.Raise) or (isinstance(node, ast.Name) and node.id == handler.name) for node in found
    )


@pytest.mark.parametrize("package", PACKAGES)
def test_what_catches_everything_says_why_and_hides_nothing(package: str) -> None:
    found = {path.relative_to(ROOT).as_posix(): faults(path.read_text()) for path in (ROOT / package).rglob("*.py")}

    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("head", ["except:", "except Exception:", "except (KeyError, BaseException) as error:"])
def test_a_silent_handler_is_found(head: str) -> None:
    assert len(faults(f"try:\n    run()\n{head}\n    pass\n")) == 2
