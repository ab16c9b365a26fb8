"""Finds the parties of a table, which decide for their seats.

A party is a `human` or `bot` seat, also while an agent stands in for it. A seat that was made for an agent, is open, or
was resigned belongs to no party. In a hot-seat game the seats whose players share one screen are one party; so are, in
any game, the seats for which one API key acts.
"""

from service.table.seats import RESIGNED, Seat
from service.table.state import Table


def owners(table: Table) -> list[int | None]:
    """Return the party of every seat, named by the lowest of its seats; None for a seat without a party."""
    found: list[int | None] = [n if _is_somebodys(seat) else None for n, seat in enumerate(table.seats)]
    found = _by_client(table, found)
    if not table.opened.hot_seat:
        return found
    shared = [n for n, seat in enumerate(table.seats) if found[n] is not None and _is_shared(seat)]
    return [shared[0] if n in shared else party for n, party in enumerate(found)]


def _by_client(table: Table, found: list[int | None]) -> list[int | None]:
    """Return the parties with the seats of one key together."""
    first: dict[str, int] = {}
    for number, seat in enumerate(table.seats):
        if seat.client and found[number] is not None:
            found[number] = first.setdefault(seat.client, number)
    return found


def parties(table: Table) -> list[int]:
    """List every party, named by the lowest of its seats."""
    return sorted({party for party in owners(table) if party is not None})


def party_of(table: Table, seat: int) -> int | None:
    """Return the party of a seat, named by the lowest of its seats; None if it has none."""
    return owners(table)[seat]


def seats_of(table: Table, party: int | None) -> list[int]:
    """List the seats of a party."""
    return [] if party is None else [seat for seat, owner in enumerate(owners(table)) if owner == party]


def has_other_people(table: Table) -> bool:
    """Return whether anyone but the creator may be at the table: a second person's seat, or one that was taken.

    In a sandbox the creator plays all seats whose tokens were never renewed.
    """
    people = [seat for seat in table.seats if seat.belongs_to == "human"]
    if table.opened.sandbox:
        return any(seat.joined or seat.held for seat in people)
    return any(seat.joined for seat in people) or (len(people) > 1 and not table.opened.hot_seat)


def _is_somebodys(place: Seat) -> bool:
    return place.belongs_to in ("human", "bot") and place.left != RESIGNED


def _is_shared(place: Seat) -> bool:
    """Return whether a seat is one of those whose tokens the creator keeps."""
    return place.belongs_to == "human" and not place.joined
