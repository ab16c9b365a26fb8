"""Removes from JavaScript what only people need: comments, spaces, line breaks, semicolons. Literals stay.

`const` becomes `let`, which is shorter: that a name is never assigned again only matters to people and to linters.
"""

import re
from typing import Final

_TOKEN: Final = re.compile(
    r"""
    "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
  | \b(?:else|(?:for|if|while)[ ]?\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))[ ]?;  # nothing is done: kept
  | (?P<left_out>//[^\n]*|(?<![\[,])(?<![\[,][ ]),(?=\s*[}\])])|;(?=\s*\}))
  | (?:(?<=[(,=:\[!&|?{};>\n])|(?<=[(,=:\[!&|?{};>\n][ ])|(?<=return[ ]))/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/
  | (?P<template>`)
  | (?P<const>(?<![.\w$])const(?=[ ]))
  | (?P<space>[ \n]+)
    """,
    re.VERBOSE,
)
_STRING: Final = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""")
_APART: Final = frozenset("=,:;?{}()[]<>&|!*")
"""Lists the characters beside which a space means nothing."""
_SIGNS: Final = frozenset("+-")
"""Lists characters of the same kind, except where two of them meet."""
_OPENING: Final = frozenset("{([,;")
_CLOSING: Final = frozenset("})]")
"""A line break means nothing after the former and before the latter; elsewhere it may end a statement."""


def tighten(code: str) -> str:
    """Return code without line comments, and without spaces, commas and semicolons that mean nothing.

    A template literal is kept as it is. Raises ValueError for one that has no end.
    """
    found: list[str] = []
    at = 0
    while token := _TOKEN.search(code, at):
        begin, end = token.span()
        found.append(code[at:begin])
        if token["template"]:
            end = _end_of_template(code, begin)
            found.append(code[begin:end])
        elif token["space"]:
            before = next((part[-1] for part in reversed(found) if part), "")
            found.append(_space(before, token[0], code[end : end + 1]))
        elif not token["left_out"]:
            found.append("let" if token["const"] else token[0])
        at = end
    return "".join([*found, code[at:]])


def _space(before: str, space: str, after: str) -> str:
    """Return the space that must stay between two characters; `before` is empty at the beginning of the code."""
    if not before:
        return ""
    if "\n" in space:
        return "" if before in _OPENING or after in _CLOSING else "\n"
    if before in _SIGNS and after in _SIGNS:
        return " "
    return "" if {before, after} & (_APART | _SIGNS) else " "


def _end_of_template(code: str, begin: int) -> int:
    """Return the end of a template literal, which may contain code with other template literals."""
    at = begin + 1
    while at < len(code):
        if code[at] == "`":
            return at + 1
        if code.startswith("${", at):
            at = _end_of_code(code, at + 2)
        else:
            at += 2 if code[at] == "\\" else 1
    raise ValueError("a text has no end")


def _end_of_code(code: str, at: int) -> int:
    """Return the end of code in a template literal, after its closing brace."""
    depth = 1
    while at < len(code):
        if text := _STRING.match(code, at):
            at = text.end()
        elif code[at] == "`":
            at = _end_of_template(code, at)
        else:
            depth += (code[at] == "{") - (code[at] == "}")
            at += 1
            if not depth:
                return at
    raise ValueError("a text has no end")
