"""Frames the pages beside the console: each begins with the same bar, which leads to the others."""

from functools import cache
from importlib.resources import files
from typing import Final

from service.http.base_path import page_under

PLACE: Final = "<!-- frame -->"
"""Marks the place of the bar in a page."""


def frame(page: str, path: str, base: str) -> str:
    """Return a page with the bar, in which the link to the page's own path is marked; links begin with a base path."""
    bar = _bar().replace(f'href="{path}"', f'href="{path}" aria-current="page"')
    return page_under(page.replace(PLACE, bar), base)


@cache
def _bar() -> str:
    return (files("service.http") / "frame.html").read_text(encoding="utf-8")
