"""Explains why a request has no resource, and suggests others: for an unknown path, or another method."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final
from urllib.parse import quote

from flask import current_app, request

from service.faults import nearest
from service.http.linking import under
from service.problems import Problem

LONGEST_PATH: Final = 200
"""The most characters of an unknown path that its problem repeats."""
_PLACE: Final = re.compile(r"<(?:\w+:)?(\w+)>")
_NUMBER: Final = re.compile(r"<int:(\w+)>")


def problem_of_path() -> Problem:
    """Return the problem of an unknown path; it names the most similar ones, if any, as the contract writes them."""
    forms = dict(_forms(request.path.rstrip("/").split("/")))
    found = [under(forms[near]) for near in nearest(request.path, forms)]
    members: dict[str, Any] = {"nearest": found} if found else {}
    params: dict[str, Any] = {"path": quote(under(request.path))[:LONGEST_PATH]}
    numbered = _guess_path()
    if numbered is not None:
        params |= {"why": "number", "form": numbered[0], "name": numbered[1]}
    return Problem("unknown_path", params=params, **members)


def _guess_path() -> tuple[str, str] | None:
    """Return the path that would match the request if a step were a number, and that step's name; otherwise None."""
    steps = request.path.split("/")
    for rule in current_app.url_map.iter_rules():
        known = rule.rule.split("/")
        if len(known) == len(steps) and all(_fill(*pair) == pair[1] for pair in zip(known, steps, strict=True)):
            words = (_NUMBER.fullmatch(one) for one, given in zip(known, steps, strict=True) if not given.isdecimal())
            return next(((under(_PLACE.sub(r"{\1}", rule.rule)), found[1]) for found in words if found), None)
    return None


def find_path(methods: Iterable[str]) -> str:
    """Return the requested path, which has only these methods, as the contract writes it."""
    rule, _ = current_app.url_map.bind("").match(request.path, method=min(methods), return_rule=True)
    return under(_PLACE.sub(r"{\1}", rule.rule))


def _forms(steps: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each path filled with the requested steps as its parameters, and as the contract writes it."""
    for rule in current_app.url_map.iter_rules():
        known = rule.rule.split("/")
        filled = [_fill(step, steps[at] if at < len(steps) else "") for at, step in enumerate(known)]
        yield "/".join(filled), _PLACE.sub(r"{\1}", rule.rule)


def _fill(step: str, given: str) -> str:
    return given if _PLACE.fullmatch(step) else step
