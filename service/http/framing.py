"""Frames the pages beside the console: each begins with the same bar, which leads to the others."""

from functools import cache
from importlib.resources import files
from typing import Final

PLACE: Final = "<!-- frame -->"
"""Stands in a page where the bar goes."""


def framed(page: str, path: str) -> str:
    """Return a page with the bar, in which the link to the page's own path is marked."""
    return page.replace(PLACE, _bar().replace(f'href="{path}"', f'href="{path}" aria-current="page"'))


@cache
def _bar() -> str:
    return (files("service.http") / "frame.html").read_text(encoding="utf-8")
