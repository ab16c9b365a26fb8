"""Tests that all is found in the syntax trees of sources that `ast.walk` finds there."""

import ast
from pathlib import Path

import pytest

from tests.trees import statements, walk

SHAPES = """
@decorated(lambda one: one.two)
class Some:
    async def told(self, *, given: int = 1) -> None:
        try:
            with given as one, (two := given):
                one.two += [three for three in two if three]
        except* (OSError, ValueError) as error:
            raise KeyError from error
        else:
            match given:
                case {"name": [1, *rest]} if rest:
                    for one.place in rest:
                        import this
                case _:
                    async for two in rest:
                        del two
                    else:
                        while True:
                            def inner(): yield from (f"{one!r:>{two}}" for one in two)
        finally:
            if given: pass
            elif one: from here import there as everywhere
            else: global three
"""
ALIKE = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)
"""Kinds of nodes of which one object stands at many places."""
SOURCES = [SHAPES, Path(__file__).with_name("test_architecture.py").read_text()]


@pytest.mark.parametrize("source", SOURCES, ids=["shapes", "a file"])
def test_each_node_is_found_once_and_in_order(source: str) -> None:
    tree = ast.parse(source)
    found = [node for node in walk(tree) if not isinstance(node, ALIKE)]
    assert len(found) == len(set(map(id, found)))
    assert {*map(id, found)} == {id(node) for node in ast.walk(tree) if not isinstance(node, ALIKE)}
    kinds = (ast.stmt, ast.excepthandler, ast.match_case, ast.Module)
    assert [*map(id, statements(tree))] == [id(node) for node in found if isinstance(node, kinds)]
    lines = [node.lineno for node in found if isinstance(node, ast.stmt) and not getattr(node, "decorator_list", [])]
    assert lines == sorted(lines)
