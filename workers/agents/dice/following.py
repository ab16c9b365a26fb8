"""Follows the best play of a turn to its outcomes, for many positions at once (the columns of an array)."""

from functools import cache

import numpy as np

from workers.agents.dice.rolls import Values, lattice, promises
from workers.agents.dice.sheets import Ints
from workers.agents.dice.values import Menu


def follow(menu: Menu, worth: Values) -> tuple[Values, Values]:
    """Return, from the value of each menu entry, the value of the turn and the probability of each entry at its end."""
    rolled = _roll_chances()
    final, entry = _best_entries(menu, worth)
    second, kept_second = _best_kept(rolled @ final)
    first, kept_first = _best_kept(rolled @ second)
    chances = np.repeat(lattice().chances[:, None], worth.shape[1], axis=1)
    for kept in (kept_first, kept_second):
        chances = rolled.T @ _gather(chances, kept, len(rolled))
    value: Values = lattice().chances @ first
    return value, _gather(chances, entry, len(worth))


@cache
def _roll_chances() -> Values:
    """Return, by dice kept and by result, the probability that rolling the other dice gives the result."""
    return np.vstack(promises(np.eye(len(lattice().levels[-1]))))


def _gather(chances: Values, chosen: Ints, count: int) -> Values:
    """Sum probabilities by column and by the choice made there."""
    width = chances.shape[1]
    at = (chosen * width + np.arange(width)).ravel()
    sums: Values = np.bincount(at, chances.ravel(), count * width).astype(np.float64).reshape(count, width)
    return sums


def _best_kept(worth: Values) -> tuple[Values, Ints]:
    """Return, by result, the best dice to keep, possibly all."""
    first = len(lattice().levels[0])
    best, chosen = worth[:first], np.zeros((first, worth.shape[1]), np.int64)
    for shrunk in lattice().shrunk:
        last = first + len(shrunk[0])
        own, here = worth[first:last].copy(), np.repeat(np.arange(first, last)[:, None], worth.shape[1], axis=1)
        for row in shrunk:
            _improve(own, here, best[row], chosen[row])
        first, best, chosen = last, own, here
    return best, chosen


def _best_entries(menu: Menu, worth: Values) -> tuple[Values, Ints]:
    """Return, by result, the best menu entry that it offers."""
    groups, entries = _best_of_groups(menu, worth)
    best, chosen = groups[menu.of_result[-1]], entries[menu.of_result[-1]]
    for row in menu.of_result[:-1]:
        _improve(best, chosen, groups[row], entries[row])
    return best, chosen


def _best_of_groups(menu: Menu, worth: Values) -> tuple[Values, Ints]:
    ends = np.append(menu.starts[1:], len(menu.choices))
    first = menu.choices[menu.starts]
    best, chosen = worth[first], np.repeat(first[:, None], worth.shape[1], axis=1)
    for further in range(1, int((ends - menu.starts).max())):
        choice = menu.choices[np.minimum(menu.starts + further, ends - 1)]
        _improve(best, chosen, worth[choice], choice[:, None])
    return best, chosen


def _improve(best: Values, chosen: Ints, worth: Values, choice: Ints) -> None:
    """Replace the best choice so far where another one is worth more."""
    is_more = worth > best
    np.copyto(best, worth, where=is_more)
    np.copyto(chosen, choice, where=is_more)
