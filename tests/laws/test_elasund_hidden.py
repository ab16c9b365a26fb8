"""Tests the laws at positions of Elasund that random games seldom reach: shortages, and hidden cards half laid out."""

from collections.abc import Callable
from random import Random

import pytest

from domain.core.chance import SeededChance
from domain.elasund import ELASUND
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.pirates import GiveUpCards
from domain.elasund.chapters.production import HalveInfluence
from service.compiling.laws import check_hidden, draft_is_fold, snapshot_is_fold
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, G, R, cards, influence
from tests.laws import laws
from tests.laws.cases import CASES, Case
from tests.laws.playing import PROBES

FOUR = {case.options["edition"]: case for case in CASES if case.name in ("elasund-english-4", "elasund-german-4")}


def hoarded(edition: str) -> Table:
    """Two influence cards are due in row 6 and one is left."""
    table = Table(4, edition, huts=False).building(R, "inn", (0, 4)).building(B, "inn", (3, 4))
    table.influence(R, red=12, green=2).influence(B, green=11, blue=1).influence(G, blue=12)
    return table.gold(R, 3).gold(B, 2).roll(6)


def half_halved(edition: str) -> Table:
    """Two influence cards are due and one is left; red has already given up half."""
    return hoarded(edition).when(R, HalveInfluence(influence(red=6, green=1)))


def half_raided(edition: str) -> Table:
    """Red and blue owe the pirate, and red has laid its cards aside."""
    table = Table(4, edition, huts=False).building(R, "well", (5, 3), (6, 3)).building(B, "well", (7, 3))
    table.gold(R, 3).gold(B, 2).influence(R, red=2).influence(B, blue=2).walls(R, 107, 106, 105).roll_pirate(5)
    return table.when(R, GiveUpCards(cards(gold=1, red=1)))


def pair_drawn(edition: str) -> Table:
    """Red has drawn two church tiles."""
    return Table(4, edition, huts=False).gold(R, 7).when(R, BuildChurch())


Position = Callable[[str], Table]
POSITIONS: tuple[Position, ...] = (hoarded, half_halved, half_raided, pair_drawn)


@pytest.fixture(params=sorted(FOUR))
def case(request: pytest.FixtureRequest) -> Case:
    """Return a game for four seats, in each edition in turn."""
    return FOUR[request.param]


@pytest.mark.parametrize("position", POSITIONS)
def test_hidden_positions_keep_the_laws(case: Case, position: Position) -> None:
    state = position(case.options["edition"]).state
    case.conserve(state)
    snapshot_is_fold(ELASUND, state)
    for number in range(10):
        rng = Random(number)
        for seat in range(4):
            laws.listed_is_accepted(ELASUND, state, seat, rng)
            laws.accepted_is_listed(case, state, seat, rng, PROBES)
            laws.secrets_do_not_interfere(case, state, seat, rng)
        laws.secrets_do_not_interfere(case, state, None, rng)


@pytest.mark.parametrize("position", POSITIONS)
def test_hidden_positions_are_played_on(case: Case, position: Position) -> None:
    state, rng, chance = position(case.options["edition"]).state, Random(4), SeededChance(b"hidden")
    for _ in range(60):
        entry = rng.choice(ELASUND.awaiting(state))
        actions = ELASUND.actions(state, entry.seat)
        command = rng.choice(actions.commands) if actions.commands else actions.templates[0].sample(rng)
        draft = ELASUND.decide(state, entry.seat, command, chance)
        draft_is_fold(ELASUND, state, draft)
        check_hidden(ELASUND, draft.events, 4)
        case.conserve(draft.state)
        state = draft.state
