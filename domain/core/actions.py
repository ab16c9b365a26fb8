"""Lists legal actions: commands ready to be sent, and templates for open families of commands."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, Generic, TypeVar

C = TypeVar("C")


class CardsBound:
    """Bounds a field of card counts: at most `most[k]` of each kind, and from `least` to `total` cards in all.

    Zeros at the end of a value may be left out.
    """

    def __init__(self, most: Sequence[int], least: int, total: int) -> None:
        self.most = tuple(most)
        self.least = least
        self.total = total

    def sample(self, rng: Random, without: Sequence[int] = ()) -> tuple[int, ...] | None:
        """Return random counts within the bound, of none of the kinds that `without` counts.

        Draws at most three cards more than `least`; returns None if fewer than `least` are left to draw from.
        """
        taken = {k for k, count in enumerate(without) if count}
        pool = [k for k, most in enumerate(self.most) if k not in taken for _ in range(most)]
        most = min(self.total, len(pool), self.least + 3)
        if most < self.least:
            return None
        size = rng.randint(self.least, most)
        chosen = [0] * len(self.most)
        for kind in rng.sample(pool, size):
            chosen[kind] += 1
        return tuple(chosen)


class SeatsBound:
    """Bounds a field of seats as a mask: any subset of `among`; if it `is_open`, an empty mask means all seats."""

    def __init__(self, among: int, is_open: bool = False) -> None:
        self.among = among
        self.is_open = is_open

    def sample(self, rng: Random, without: Sequence[int] = ()) -> int:
        """Return a non-empty choice of the seats."""
        seats = [1 << s for s in range(self.among.bit_length()) if self.among >> s & 1]
        return sum(rng.sample(seats, rng.randint(1, len(seats))))


Bound = CardsBound | SeatsBound


class OthersBound:
    """Bounds a member with up to `most` other values for the member `of`, each of which could stand there."""

    def __init__(self, of: str, most: int) -> None:
        self.of = of
        self.most = most


class AnswersBound:
    """Bounds a member that names something open by its number; `masks` has the numbers that can be named.

    The member `to` can then only have the mask of that number, or be left out.
    """

    def __init__(self, to: str, masks: Mapping[int, int]) -> None:
        self.to = to
        self.masks = dict(masks)


class NumberBound:
    """Bounds a number: from `least` to `most`."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most


OptionalBound = OthersBound | AnswersBound | NumberBound


class Template(Generic[C]):
    """Describes an open family of commands: a bound per field, an example, and fields that share no kind of card.

    Fields with an `optional` bound may be left out; they are empty or 0 then, in the example as well.
    """

    def __init__(
        self,
        cls: Callable[..., C],
        bounds: dict[str, Bound],
        example: C,
        disjoint: tuple[str, ...] = (),
        optional: dict[str, OptionalBound] | None = None,
    ) -> None:
        self.cls = cls
        self.bounds = bounds
        self.example = example
        self.disjoint = disjoint
        self.optional = optional or {}

    def sample(self, rng: Random) -> C:
        """Return a random command within the bounds."""
        while True:
            values = self._sample_values(rng)
            if None not in values.values():
                return self.cls(**values)

    def _sample_values(self, rng: Random) -> dict[str, int | tuple[int, ...] | None]:
        """Return a value for every bound; None if the kinds that another field uses leave too few cards."""
        values: dict[str, int | tuple[int, ...] | None] = {}
        taken: Sequence[int] = ()
        for name, bound in self.bounds.items():
            value = values[name] = bound.sample(rng, taken if name in self.disjoint else ())
            if name in self.disjoint:
                taken = value if isinstance(value, tuple) else ()
        return values

    def fits(self, command: object) -> bool:
        """Return whether a command lies within the bounds."""
        if type(command) is not self.cls:
            return False
        if not all(_within(bound, getattr(command, name)) for name, bound in self.bounds.items()):
            return False
        if not self._is_disjoint({name: getattr(command, name) for name in self.disjoint}):
            return False
        said = [name for name in self.optional if getattr(command, name)]
        return all(self._allows(command, name, self.optional[name]) for name in said)

    def _is_disjoint(self, sides: Mapping[str, Sequence[int]]) -> bool:
        return not any(sum(1 for n in column if n) > 1 for column in zip_longest(*sides.values(), fillvalue=0))

    def _allows(self, command: object, name: str, bound: OptionalBound) -> bool:
        """Return whether an optional member of a command, which is otherwise within the bounds, is so as well."""
        value = getattr(command, name)
        if isinstance(bound, NumberBound):
            return bound.least <= int(value) <= bound.most
        if isinstance(bound, AnswersBound):
            return value in bound.masks and getattr(command, bound.to) in (0, bound.masks[value])
        sides = {side: getattr(command, side) for side in self.disjoint}
        all_values = (getattr(command, bound.of), *value)
        return (
            len(value) <= bound.most
            and len(set(all_values)) == len(all_values)
            and all(_within(self.bounds[bound.of], one) for one in value)
            and all(self._is_disjoint({**sides, bound.of: one}) for one in value)
        )


def cards_template(cls: Callable[..., C], most: Sequence[int], least: int, total: int) -> Template[C]:
    """Return the template of a command whose field `cards` is bounded so; its example has the first cards of these."""
    example = [0] * len(most)
    for kind, held in enumerate(most):
        example[kind] = min(held, least - sum(example))
    return Template(cls, {"cards": CardsBound(most, least, total)}, cls(tuple(example)))


def _within(bound: Bound, value: Any) -> bool:
    if isinstance(bound, SeatsBound):
        return (bound.is_open or value != 0) and not value & ~bound.among
    most = zip_longest(value, bound.most, fillvalue=0)
    return bound.least <= sum(value) <= bound.total and all(0 <= n <= m for n, m in most)


class Actions(Generic[C]):
    """Lists everything a seat may do at a position: commands, and the templates of open families."""

    def __init__(
        self, must_act: bool, commands: list[C], templates: Sequence[Template[C]] = (), idle: Sequence[type] = ()
    ) -> None:
        self.must_act = must_act
        self.commands = commands
        self.templates = templates
        self.idle = idle

    @property
    def tamest(self) -> C | None:
        """Return the least consequential command listed, by the order of `idle`; None if none of these is listed."""
        for cls in self.idle:
            for command in self.commands:
                if type(command) is cls:
                    return command
        return None

    def idle_command(self, rng: Random) -> C | None:
        """Return the command for an absent player: the least consequential, else a random one, None if none exists."""
        tamest = self.tamest
        if tamest is not None:
            return tamest
        if self.commands:
            return rng.choice(self.commands)
        return rng.choice(self.templates).sample(rng) if self.templates else None

    def without(self, classes: Collection[type]) -> "Actions[C]":
        """Return these actions without the commands and families of some classes."""
        commands = [command for command in self.commands if type(command) not in classes]
        templates = [template for template in self.templates if template.cls not in classes]
        return Actions(self.must_act, commands, templates, self.idle)

    def __iter__(self) -> Iterator[C]:
        return iter(self.commands)

    def __len__(self) -> int:
        return len(self.commands)

    def __contains__(self, command: object) -> bool:
        return command in self.commands or any(template.fits(command) for template in self.templates)
