"""Provides pairs of worlds that an observer must not tell apart: found, hosted side by side, compared byte by byte."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, NamedTuple

from tests.laws.cases import Case
from tests.secrets.coupling import coupled, dealt
from tests.secrets.courses import Course, played
from tests.secrets.hosting import OWNER, SPECTATOR, House, Wish, hosted, same_luck
from tests.secrets.surfaces.all import SURFACES
from tests.secrets.visiting import Answer, Visit
from tests.service.webhooks.receiver import Receiver

FEWEST: Final = 30
MOST: Final = 160
TAIL: Final = 14
"""At most this many versions follow the dealing of another world."""
LATEST: Final = 30
"""A moment is chosen among this many last ones of its kind."""
GAMES: Final = 4
INVENTED: Final = 12
UNDO: Final = ("free", "until_reveal", "consent")
SEED: Final = b"the true seed of this game, 32 b"
OTHER_SEED: Final = b"another seed of the same length!"


class Pair(NamedTuple):
    """Holds two courses of equal length that one observer must not tell apart."""

    observer: int
    true: Course
    other: Course

    @property
    def differs(self) -> bool:
        """Return whether the positions at the end are really different."""
        pack = self.true.case.ruleset.pack
        return pack(self.true.state) != pack(self.other.state)


def observers(case: Case) -> list[int]:
    """Return all observers: every seat, the owner, and a spectator."""
    return [*range(case.seats), OWNER, SPECTATOR]


def found(case: Case, observer: int, number: int, most: int = MOST) -> Pair:
    """Return a pair of a case.

    Every other pair is a whole game with other luck; the others deal a position again from what the observer knows. A
    few games are tried until one really differs.
    """
    search = _retold if number % 2 else _redealt
    pair = search(case, observer, Random(f"{case.name} {observer} {number}"), most)
    for again in range(1, GAMES):
        if pair.differs:
            break
        pair = search(case, observer, Random(f"{case.name} {observer} {number} {again}"), most)
    return pair


def seat_of(observer: int) -> int | None:
    """Return the seat of an observer, None for the owner and for spectators."""
    return observer if observer >= 0 else None


def _retold(case: Case, observer: int, rng: Random, most: int) -> Pair:
    """Return a pair that differs from the beginning: a game with undos, up to an interesting moment."""
    true = played(case, rng, rng.randint(min(FEWEST, most), most))
    true = replace(true, deeds=true.deeds[: _moment(true, 1, rng) - 1])
    return _cut(observer, true, coupled(true, seat_of(observer), rng))


def _redealt(case: Case, observer: int, rng: Random, most: int) -> Pair:
    """Return a pair for which another world was dealt shortly before an interesting moment."""
    true = played(case, rng, rng.randint(min(FEWEST, most), most), undone=0.0)
    moment = _moment(true, 1, rng)
    version = max(1, moment - rng.randint(0, TAIL))
    one, other = dealt(true, version, seat_of(observer), rng)
    one.deeds = true.deeds[version - 1 : moment - 1]
    return _cut(observer, one, coupled(one, seat_of(observer), rng, other))


def _moment(course: Course, first: int, rng: Random) -> int:
    """Return a random version of a game; every kind of moment is equally likely, however seldom it comes."""
    kinds: dict[str, list[int]] = {}
    for version in range(first, course.version + 1):
        awaited = course.case.ruleset.awaiting(course.at(version))
        kinds.setdefault(awaited[0].frame, []).append(version)
    return rng.choice(kinds[rng.choice(sorted(kinds))][-LATEST:])


def _cut(observer: int, true: Course, other: Course) -> Pair:
    """Return the pair, cut where the other world ends."""
    return Pair(observer, replace(true, deeds=true.deeds[: len(other.deeds)]), other)


@dataclass
class Compared:
    """Holds what the comparison of a pair found: how many answers of how many bytes were alike, to which requests.

    `differs` says whether the positions were different, `other_seed` whether the seeds were.
    """

    answers: int
    bytes: int
    differs: bool
    other_seed: bool
    asked: set[tuple[str, str]]


class Bench:
    """Represents two servers and a receiver of webhooks."""

    def __init__(self, houses: tuple[House, House], receiver: Receiver) -> None:
        self.houses = houses
        self.receiver = receiver
        self.url = receiver.url

    def compare(self, pair: Pair, number: int) -> Compared:
        """Host both worlds, visit both, and compare every answer with its twin; AssertionError names the surface.

        Some pairs have different seeds, among them all that differ in nothing else.
        """
        wish = self._wish(pair, number)
        invented = _invented(pair.true, number)
        is_other = number % 3 == 1 or not pair.differs
        visits = []
        for house, course in zip(self.houses, (pair.true, pair.other), strict=True):
            seed = OTHER_SEED if is_other and course is pair.other else SEED
            with same_luck(wish.name):
                house.empty()
                world = hosted(house, course, replace(wish, seed=seed))
                world.made["receiver"] = self.receiver
                visits.append(Visit(world, invented, packed=not is_other))
                for name, surface in SURFACES.items():
                    _visited(name, surface, visits)
        assert len(visits[0].answers) == len(visits[1].answers)
        return Compared(
            len(visits[0].answers),
            sum(len(answer.body) for answer in visits[0].answers),
            pair.differs,
            is_other,
            visits[0].asked,
        )

    def _wish(self, pair: Pair, number: int) -> Wish:
        case, observer = pair.true.case, pair.observer
        alone = observer == OWNER and number % 4 == 1
        kinds = ["ai" if alone else "human"] * case.seats
        if observer >= 0 and number % 3 == 2:
            kinds[observer] = "bot"
        has_undone = any(deed.to for deed in pair.true.deeds)
        return Wish(
            name=f"{case.name} {observer} {number}",
            observer=observer,
            seed=SEED,
            undo="free" if has_undone else UNDO[number // 2 % len(UNDO)],
            kinds=tuple(kinds),
            clock={"seconds": 600, "on_timeout": "default"} if number % 5 < 2 else None,
            delay={"versions": 3} if observer == SPECTATOR and number % 4 == 3 else None,
            url=self.url,
            by_key=observer >= 0 and number % 2 == 1,
        )


def _invented(course: Course, number: int) -> list[Any]:
    """Return random commands of the right shape, as JSON."""
    case, rng = course.case, Random(number)
    return [case.ruleset.commands.encode(case.invent(course.state, rng)) for _ in range(INVENTED)]


def _visited(name: str, surface: Callable[[Visit], None], visits: list[Visit]) -> None:
    """Let the newest visit see a surface, and compare the second world's answers with those of the first."""
    visit = visits[-1]
    before = len(visit.answers)
    try:
        surface(visit)
    finally:
        if len(visits) > 1:
            _alike(name, visits[0].answers[before:], visit.answers[before:])


def _alike(name: str, mine: list[Answer], theirs: list[Answer]) -> None:
    for one, other in zip(mine, theirs, strict=False):
        assert one == other, f"{name}: two worlds are told apart\n{one}\n{other}"
