"""Composes the rules of boards with towns."""

from typing import Final

from domain.catan.chapters.building.messages import RoadBuilt
from domain.catan.module import Module
from domain.catan.modules.towns import rules
from domain.catan.modules.towns.evolve import EVIDENCE, EVOLVERS
from domain.catan.modules.towns.holdings import NAME, open_towns, unpack_towns
from domain.catan.modules.towns.messages import EVENTS
from domain.catan.modules.towns.rules import check_towns, tokens_taken
from domain.catan.modules.towns.town_map import geometry, name_places, town_map
from domain.catan.options import FLAG
from domain.catan.points import Points
from domain.core.chapter import Chapter


def brought_by(seats: int, map_name: str) -> bool:
    """Return whether the map has towns, which brings their rules."""
    return town_map(map_name) is not None


MODULE: Final = Module(
    order=4,
    chapter=Chapter(
        NAME,
        evolvers=EVOLVERS,
        reactions={RoadBuilt: rules.take_tokens},
        check=check_towns,
    ),
    events=EVENTS,
    evidence=EVIDENCE,
    points=Points(
        sites=(rules.sites,),
        why_no_site=(rules.why_no_site,),
        road_barriers=(rules.barriers,),
        road_reach=(rules.reach,),
        why_no_road=(rules.why_no_road,),
        founding_starts=(rules.founding_starts,),
        prizes=(rules.prizes,),
        bank_rates=(rules.bank_rates,),
        scores=(tokens_taken,),
        geometry=(geometry,),
        place_names=(name_places,),
    ),
    open_slice=open_towns,
    unpack_slice=unpack_towns,
    options={rules.WATERWAY_FOUNDING_ROAD: FLAG},
    before={rules.WATERWAY_FOUNDING_ROAD: True},
    brought_by=brought_by,
)
