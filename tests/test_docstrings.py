"""Tests docstrings as far as a machine can judge them: each is a sentence in the words of the field."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trees import statements

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
WORDS = {"dialect": DIALECT, "British": BRITISH}

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
    }
    words = [f"{name}: {found[0]}" for name, pattern in WORDS.items() for found in pattern.finditer(plain)]
    return [*(name for name, is_wrong in checks.items() if is_wrong), *words]


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
        ("Read the rows anew for whoever asks.", ["dialect: anew", "dialect: whoever"]),
        ("Return the colours of the seats.", ["British: colour"]),
        ("Return `nobody` where a seat is `told`.", []),
        ("Which seats may act?", []),
    ],
)
def test_what_is_no_such_sentence_is_found(text: str | None, wrong: list[str]) -> None:
    assert faults(text) == wrong


MOST_PARTICIPLES = 120
IRREGULAR = re.compile(
    "become|begun|bought|broken|brought|built|caught|chosen|dealt|done|drawn|driven|fallen|forgotten|frozen|given|gone|"
    "grown|heard|held|hidden|hung|kept|known|laid|led|left|lent|lost|made|meant|met|once|overdue|overtaken|paid|proven|"
    "redone|restored|risen|said|seen|sent|shown|shrunk|sold|sought|spent|stood|struck|stuck|taken|thrown|told|undone|"
    "understood|unknown|unread|withdrawn|woken|won|worn|written"
)
"""Participles that do not end with -ed, and two words that are no better as names of functions."""
VERBS = re.compile("bleed|breed|embed|exceed|feed|heed|need|proceed|seed|shed|speed|succeed|weed")


def is_participle(name: str) -> bool:
    """Return whether a name begins with a participle, as in `moved_on`, `_submitted` or `not_begun`."""
    words = name.strip("_").split("_")
    word = words[1] if len(words) > 1 and words[0] in ("not", "newly", "all") else words[0]
    is_regular = word.endswith("ed") and len(word) > 3 and not VERBS.fullmatch(word)
    return is_regular or IRREGULAR.fullmatch(word) is not None


def _functions(path: Path) -> Iterator[str]:
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("__"):
            is_value = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
            if not is_value:
                yield node.name


def test_few_functions_are_named_by_participles() -> None:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    found = [name for path in paths if path.relative_to(ROOT).as_posix() not in GENERATED for name in _functions(path)]
    named = [name for name in found if is_participle(name)]
    assert len(found) > 5000
    assert len(named) <= MOST_PARTICIPLES, f"{len(named)} of {len(found)}; use verbs for functions"


@pytest.mark.parametrize("name", ["moved_on", "_submitted", "kept", "not_begun", "once", "all_called"])
def test_a_participle_is_found(name: str) -> None:
    assert is_participle(name)


@pytest.mark.parametrize("name", ["move_on", "feed", "_need", "is_kept", "red", "list_kept"])
def test_another_name_is_none(name: str) -> None:
    assert not is_participle(name)
