"""Defines what a mutant changes: mutmut's operators for expressions, and a few of our own for what rules are made of.

Left out of mutmut's are those that put None in the place of a value, drop an argument or rename a keyword: `mypy
--strict` refuses nearly all of these before any test runs, so a test that notices them says little. Of the strings only
ids of rules are changed: the others are words of the contract, which tests/openapi checks.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import libcst as cst
from mutmut.mutation import mutators as theirs

Operator = Callable[[Any], Any]

_RULE: Final = re.compile(r'"[a-z_]+(\.[a-z_]+)+"')
_SWAPPED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


def one_less(node: cst.Integer) -> Iterator[cst.BaseExpression]:
    """Yield the number that is one less."""
    yield cst.parse_expression(repr(node.evaluated_value - 1))


def other_end(node: cst.Call) -> Iterator[cst.Call]:
    """Yield a call of `min` instead of `max`, of `all` instead of `any`, or the reverse."""
    if isinstance(node.func, cst.Name) and node.func.value in _SWAPPED:
        yield node.with_changes(func=cst.Name(_SWAPPED[node.func.value]))


def other_rule(node: cst.SimpleString) -> Iterator[cst.CSTNode]:
    """Yield the id of a rule that does not exist."""
    if _RULE.fullmatch(node.value):
        yield next(iter(theirs.operator_string(node)))


def turned_round(node: cst.If | cst.While | cst.IfExp | cst.CompIf) -> Iterator[cst.CSTNode]:
    """Yield the statement or expression with its condition negated."""
    test = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(cst.Not(), test))


def left_out(node: cst.SimpleStatementLine) -> Iterator[cst.CSTNode]:
    """Yield nothing but `pass` in place of a call, a refusal, or an assignment into the position."""
    if len(node.body) == 1 and _has_effect(node.body[0]):
        yield node.with_changes(body=[cst.Pass()])


def _has_effect(statement: cst.BaseSmallStatement) -> bool:
    if isinstance(statement, cst.Expr):
        return isinstance(statement.value, cst.Call)
    if isinstance(statement, cst.Assign):
        return isinstance(statement.targets[0].target, cst.Attribute | cst.Subscript)
    return isinstance(statement, cst.Raise | cst.AugAssign)


OPERATORS: Final[tuple[tuple[type | tuple[type, ...], Operator], ...]] = (
    (cst.Integer, one_less),
    (cst.Call, other_end),
    ((cst.If, cst.While, cst.IfExp, cst.CompIf), turned_round),
    (cst.SimpleStatementLine, left_out),
    (cst.BaseNumber, theirs.operator_number),
    (cst.SimpleString, other_rule),
    (cst.Name, theirs.operator_name),
    (cst.AugAssign, theirs.operator_augmented_assignment),
    (cst.UnaryOperation, theirs.operator_remove_unary_ops),
    (cst.CSTNode, theirs.operator_keywords),
    (cst.CSTNode, theirs.operator_swap_op),
    (cst.IfExp, theirs.operator_if_exp),
    (cst.Match, theirs.operator_match),
)


def changes(node: cst.CSTNode) -> Iterator[tuple[str, cst.CSTNode]]:
    """Yield every change of a node with the operator's name."""
    for kind, operator in OPERATORS:
        if isinstance(node, kind):
            for changed in operator(node):
                yield operator.__name__.removeprefix("operator_"), changed
