"""Joins what the modules may bring within a turn."""

from collections.abc import Iterable, Sequence
from typing import Final

from workers.agents.catan.tactics import Help
from workers.agents.catan.winning.routes import NEVER

NO_HELP: Final = Help()


def join(helps: Iterable[Help]) -> Help:
    """Return several helps together."""
    cards = roads = points = builds = lifted = 0
    rate, paves = NO_HELP.rate, NEVER
    for one in helps:
        cards += one.cards
        roads += one.roads
        points += one.points
        lifted += one.lifted
        builds = max(builds, one.builds)
        if one.rate < NO_HELP.rate:
            rate, paves = min(rate, one.rate), min(paves, one.paves)
    return Help(cards, roads, points, builds, rate, lifted, paves if rate < NO_HELP.rate else 0)


def merge(helps: Sequence[Help]) -> Help:
    """Return one help that brings at least what any of some does."""
    rated = [one.paves for one in helps if one.rate < NO_HELP.rate]
    return Help(
        cards=max([one.cards for one in helps]),
        roads=max([one.roads for one in helps]),
        points=max([one.points for one in helps]),
        builds=min([one.builds for one in helps]),
        rate=min([one.rate for one in helps]),
        lifted=max([one.lifted for one in helps]),
        paves=min(rated, default=0),
    )
