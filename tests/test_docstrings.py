"""Tests docstrings as far as a machine can judge them: each is a sentence in the words of the field."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("domain", "eventstore", "openapi", "service", "workers")
DIALECT = re.compile(
    r"\b([Ww]hoever|[Ww]homever|[Nn]obody|anew|[Tt]old|[Tt]ells|[Aa]sk(s|ed)? for|held against|hangs? on|came of|"
    r"as it were|such as it is|in a word)\b"
)
"""Words that have a plainer synonym or a standard term, such as reports, requests, compared with, again or no seat."""
BRITISH = re.compile(
    r"\b(colour|favour|harbour|neighbour|centre|analys(e|ed|ing)\b|catalogue|cancelled|behaviour)", re.IGNORECASE
)

GENERATED = {"openapi/clients/python/src/longroad_client/types.py"}

Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def documented(path: Path) -> Iterator[tuple[str, str | None]]:
    """Yield every module, public class and public function of a file, methods too, with its docstring."""
    tree, place = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(ROOT).as_posix()
    yield place, ast.get_docstring(tree)
    for place_of, node in _public(tree, place):
        yield place_of, ast.get_docstring(node)


def _public(parent: ast.Module | ast.ClassDef, place: str) -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef]]:
    for node in parent.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            yield f"{place}:{node.lineno} {node.name}", node
            if isinstance(node, ast.ClassDef):
                yield from _public(node, place)


def faults(text: str | None) -> list[str]:
    """Return what is wrong with a docstring."""
    if not text:
        return ["there is none"]
    first, plain = text.partition("\n")[0], re.sub(r"`[^`]*`", "X", text)
    checks = {
        "no capital": re.match(r"[A-Z`]", first) is None,
        "no period": not first.endswith((".", "?")),
        "dialect": DIALECT.search(plain) is not None,
        "British": BRITISH.search(plain) is not None,
    }
    return [name for name, is_wrong in checks.items() if is_wrong]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_has_a_docstring_that_is_a_sentence(package: str) -> None:
    paths = [
        path for path in sorted((ROOT / package).rglob("*.py")) if path.relative_to(ROOT).as_posix() not in GENERATED
    ]
    found = [one for path in paths for one in documented(path)]
    assert len(found) > 50
    assert {place: wrong for place, text in found if (wrong := faults(text))} == {}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (None, ["there is none"]),
        ("the seats of a game.", ["no capital"]),
        ("Return the seats of a game", ["no period"]),
        ("Return the seats\nof a game.", ["no period"]),
        ("Read the rows anew for whoever asks.", ["dialect"]),
        ("Return the colours of the seats.", ["British"]),
        ("Return `nobody` where a seat is `told`.", []),
        ("Which seats may act?", []),
    ],
)
def test_what_is_no_such_sentence_is_found(text: str | None, wrong: list[str]) -> None:
    assert faults(text) == wrong
