"""Checks that the favor tokens of a position add up."""

from domain.catan.modules.favors.holdings import Favors, favors_of
from domain.catan.modules.favors.terms import (
    CATAN_TOKENS,
    KINDS_OF_TOKEN,
    MASTER_BUILDERS,
    NAME,
    PER_PLAYER,
    SCHOLARS,
    SWAPS,
)
from domain.catan.state import State
from domain.core.errors import Unsound


def check_tokens(state: State) -> None:
    """Raise Unsound unless every token lies in the supply, with a seat or at its guild, and is counted there."""
    part = favors_of(state)
    is_sound = _is_whole(part) and _are_counted(part) and _are_guilds_paid(part)
    if not is_sound or part.deeds.swaps > SWAPS or not part.before.turn <= part.deeds.turn == state.turn:
        raise Unsound("module", module=NAME)


def _is_whole(part: Favors) -> bool:
    held = [sum(part.held[kind::KINDS_OF_TOKEN]) for kind in range(KINDS_OF_TOKEN)]
    places = zip(part.supply, held, part.used, PER_PLAYER, strict=True)
    is_whole = all(supply + own + used == count * part.seats for supply, own, used, count in places)
    return is_whole and part.size == sum(part.supply) and min(*part.supply, *part.used, *part.held) >= 0


def _are_counted(part: Favors) -> bool:
    width = KINDS_OF_TOKEN
    fresh = [sum(part.deeds.fresh[at : at + width]) for at in range(0, part.seats * width, width)]
    is_old_enough = all(0 <= new <= own for new, own in zip(part.deeds.fresh, part.held, strict=True))
    counts = [sum(part.tokens(seat)) for seat in range(part.seats)]
    return is_old_enough and counts == part.counts and fresh == [*part.deeds.fresh_counts]


def _are_guilds_paid(part: Favors) -> bool:
    """Return whether pairs were paid where two tokens are due, with one Catan token for each of the builders'."""
    scholars, builders = part.used[SCHOLARS], part.used[MASTER_BUILDERS]
    return scholars % 2 == builders % 2 == 0 and sum(part.catan_tokens) == builders // 2 <= CATAN_TOKENS
