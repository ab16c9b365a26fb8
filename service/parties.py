"""The parties of a table: who decides for which seats.

A party is a `human` or `bot` seat, also while an agent stands in on it. A seat that was made for an agent, is open, or
was left for good belongs to nobody. In a hot-seat game the seats whose players share one screen are one party.
"""

from service.sittings import RESIGNED, Seat
from service.table import Table


def parties(table: Table) -> list[int]:
    """Every party, named by the lowest of its seats."""
    return sorted({party for seat in range(len(table.seats)) if (party := party_of(table, seat)) is not None})


def party_of(table: Table, seat: int) -> int | None:
    """The party that a seat belongs to, named by the lowest of its seats; None where it belongs to nobody."""
    place = table.seats[seat]
    if not _is_held_by_somebody(place):
        return None
    if not table.opened.hot_seat or not _is_shared(place):
        return seat
    return next(number for number, other in enumerate(table.seats) if _is_held_by_somebody(other) and _is_shared(other))


def seats_of(table: Table, party: int | None) -> list[int]:
    """The seats of a party."""
    return [] if party is None else [seat for seat in range(len(table.seats)) if party_of(table, seat) == party]


def has_other_people(table: Table) -> bool:
    """Whether anybody but the creator may be at the table: a second person's seat, or one that somebody took."""
    people = [seat for seat in table.seats if seat.belongs_to == "human"]
    return any(seat.joined for seat in people) or (len(people) > 1 and not table.opened.hot_seat)


def _is_held_by_somebody(place: Seat) -> bool:
    return place.belongs_to in ("human", "bot") and place.left != RESIGNED


def _is_shared(place: Seat) -> bool:
    """Whether a seat is one of those whose tokens the creator keeps."""
    return place.belongs_to == "human" and not place.joined
