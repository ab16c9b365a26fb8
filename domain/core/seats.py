"""Renders seats and counts for views, and assigns the colors of the seats."""

from collections.abc import Callable, Sequence

from domain.core.documents import JsonValue
from domain.core.errors import InvalidConfiguration


def show_seat(seat: int) -> int | None:
    """Return a seat as JSON; -1 is null."""
    return None if seat < 0 else seat


def by_name(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Return counts by name, zeros included."""
    return dict(zip(names, counts, strict=True))


def colors_of(
    seats: int, wishes: JsonValue, allowed: Sequence[str], rule: str, check: Callable[[JsonValue], None] | None = None
) -> list[str]:
    """Return a color for every seat: the one that it wished for or, if that is null, the next free one in order.

    Raises InvalidConfiguration under `rule`; `check` may refuse a wish for other reasons.
    """
    asked = [None] * seats if wishes is None else wishes
    if not isinstance(asked, list) or len(asked) != seats:
        raise InvalidConfiguration("options.colors", "one_color_a_seat", seats=seats)
    wanted = [wish for wish in asked if wish is not None]
    for wish in wanted:
        if check is not None:
            check(wish)
        if wish not in allowed:
            raise InvalidConfiguration("options.colors", "unknown_color", rule)
        if wanted.count(wish) > 1:
            raise InvalidConfiguration("options.colors", "color_taken", rule, color=wish)
    rest = iter([color for color in allowed if color not in wanted])
    return [wish if wish is not None else next(rest) for wish in asked]
