"""Finds the resources: each file of this package that has some is a chapter of the documentation."""

from operator import attrgetter
from typing import Final

from domain.core.parts import find_all
from service.http.arguments import Resources

BLUEPRINTS: Final[tuple[Resources, ...]] = tuple(
    sorted(find_all("service.routes", "blueprint").values(), key=attrgetter("order"))
)
