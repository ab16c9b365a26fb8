"""Holds the agent of Goofspiel, which bids by the prize alone."""

from typing import Final

from workers.agents.measures import Measures

STUDY: Final = ""
"""Nothing is fitted; games are studied by playouts."""

MEASURES: Final = Measures()
