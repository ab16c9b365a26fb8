"""Counts how much was generated, and how many members of the types have no real type."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from tests.openapi.generators.toolbox import HERE, installed, run

SOURCES = {"typescript": "*.ts", "python": "*.py", "java": "*.java", "go": "*.go"}
SAYS_NOTHING = {
    "java": re.compile(r"^  (?:private|protected) [^(=;]*\bObject\b", re.M),
    "go": re.compile(r"^\t\w+ .*interface\{\}.*`json:", re.M),
}


def lines(language: str, made: Path) -> int:
    """Return the number of source lines of the language."""
    return sum(path.read_bytes().count(b"\n") for path in made.rglob(SOURCES[language]))


def untyped(language: str, types: Iterable[Path]) -> int:
    """Return how many members, or parts of their types, are `any`, `unknown`, `Any`, `Object` or `interface{}`."""
    files = sorted(types)
    if language == "typescript":
        return int(run(["node", HERE / "untyped.mjs", *files], installed()).text)
    if language == "python":
        return sum(_nothing_in(ast.parse(path.read_text())) for path in files)
    return sum(len(SAYS_NOTHING[language].findall(path.read_text())) for path in files)


def _nothing_in(module: ast.Module) -> int:
    members = (part for cls in module.body if isinstance(cls, ast.ClassDef) for part in cls.body)
    return sum(_says_nothing(part) for part in members if isinstance(part, ast.AnnAssign))


def _says_nothing(member: ast.AnnAssign) -> bool:
    """Return whether the type of a member has `Any` in it, except the members that hold unknown properties."""
    named = isinstance(member.target, ast.Name) and member.target.id
    names = {part.id for part in ast.walk(member.annotation) if isinstance(part, ast.Name)}
    return "Any" in names and named not in ("additional_properties", "actual_instance")
