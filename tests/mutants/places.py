"""Finds where a file can be changed and writes the changed text; code on which no rule depends is skipped."""

from collections import defaultdict
from dataclasses import dataclass
from difflib import unified_diff
from typing import Final

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from tests.mutants.operators import changes

_NAMES_OF_CLASSES: Final = {"__slots__", "__all__", "__match_args__"}
_PLAIN_ERRORS: Final = {"ValueError", "TypeError", "KeyError", "IndexError", "AssertionError", "NotImplementedError"}


@dataclass(frozen=True)
class Place:
    """Represents one change of one node: the line it is drawn by, and the lines of the statement around it."""

    line: int
    first: int
    last: int
    operator: str
    node: cst.CSTNode
    changed: cst.CSTNode


class Source:
    """Represents a file as text, with the places at which each line can be changed."""

    def __init__(self, text: str) -> None:
        self.text = text
        wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
        self.module = wrapper.module
        walk = _Walk()
        wrapper.visit(walk)
        self.lines: dict[int, list[Place]] = walk.lines

    def changed(self, place: Place) -> str:
        """Return the text of the file with one place changed."""
        module = self.module.deep_replace(place.node, place.changed)
        assert isinstance(module, cst.Module)
        return module.code

    def places(self) -> list[Place]:
        """Return all places in the order of their lines."""
        return [place for line in sorted(self.lines) for place in self.lines[line]]


def difference(before: str, after: str) -> tuple[str, str]:
    """Return the lines that a change removes, and those that it adds."""
    diff = list(unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    gone = [line[1:].strip() for line in diff if line.startswith("-")]
    new = [line[1:].strip() for line in diff if line.startswith("+")]
    return " ".join(gone), " ".join(new)


class _Walk(cst.CSTVisitor):
    """Collects places; annotations, decorators, imports, docstrings, type aliases and plain error texts have none."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[int, list[Place]] = defaultdict(list)
        self.spans: list[tuple[int, int]] = []
        self.depth = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if self._is_passed_over(node):
            return False
        if isinstance(node, cst.BaseStatement):
            self.spans.append(self._span(node))
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self.depth += 1
        if self.spans:
            self._note(node)
        return not _is_plain_error(node)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if self._is_passed_over(original_node):
            return
        if isinstance(original_node, cst.BaseStatement):
            self.spans.pop()
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self.depth -= 1

    def _note(self, node: cst.CSTNode) -> None:
        first, last = self.spans[-1]
        for operator, changed in changes(node):
            line = self.get_metadata(PositionProvider, getattr(node, "operator", node)).start.line
            self.lines[line].append(Place(line, first, last, operator, node, changed))

    def _span(self, statement: cst.BaseStatement) -> tuple[int, int]:
        """Return the first and last line of a statement, without the block below it."""
        where = self.get_metadata(PositionProvider, statement)
        body = getattr(statement, "body", None)
        if isinstance(body, cst.IndentedBlock):
            inner = self.get_metadata(PositionProvider, body.body[0]).start.line
            return where.start.line, max(where.start.line, inner - 1)
        return where.start.line, where.end.line

    def _is_passed_over(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
            return True
        if isinstance(node, cst.Expr):
            return isinstance(node.value, cst.SimpleString | cst.ConcatenatedString)
        if isinstance(node, cst.Arg):
            return node.keyword is not None and node.keyword.value == "strict"
        if isinstance(node, cst.If):
            return isinstance(node.test, cst.Name) and node.test.value == "TYPE_CHECKING"
        return isinstance(node, cst.Assign) and self._names_types(node)

    def _names_types(self, node: cst.Assign) -> bool:
        """Return whether an assignment names types: an alias has a name in mixed case at the top of a file."""
        target = node.targets[0].target
        if not isinstance(target, cst.Name):
            return False
        return target.value in _NAMES_OF_CLASSES or (not self.depth and not target.value.isupper())


def _is_plain_error(node: cst.CSTNode) -> bool:
    """Return whether a node raises an error that is not a refusal, whose text is for programmers."""
    if not isinstance(node, cst.Raise) or not isinstance(node.exc, cst.Call):
        return False
    return isinstance(node.exc.func, cst.Name) and node.exc.func.value in _PLAIN_ERRORS
