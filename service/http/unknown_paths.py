"""Suggests resources for a request to an unknown path."""

import re
from collections.abc import Iterator
from typing import Final

from flask import current_app, request

from service.nearest import nearest

_PLACE: Final = re.compile(r"<(?:\w+:)?(\w+)>")


def nearest_paths() -> list[str]:
    """List the paths most similar to the requested one, as the contract writes them; often none."""
    forms = dict(_forms(request.path.rstrip("/").split("/")))
    return [forms[found] for found in nearest(request.path, forms)]


def _forms(steps: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each path filled with the requested steps as its parameters, and as the contract writes it."""
    for rule in current_app.url_map.iter_rules():
        known = rule.rule.split("/")
        filled = [_filled(step, steps[at] if at < len(steps) else "") for at, step in enumerate(known)]
        yield "/".join(filled), _PLACE.sub(r"{\1}", rule.rule)


def _filled(step: str, given: str) -> str:
    return given if _PLACE.fullmatch(step) else step
