"""Tests that every refusal states the real reason: random games of each ruleset, with commands that are not listed."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.catan.modules import REGISTRY
from domain.core.chance import FirstChance
from domain.core.errors import IllegalCommand, Untimely
from service.handlers.commands import refusal_of
from service.http.problem_documents import problem_document
from service.texts.files import LANGUAGES
from service.texts.words import rule_text
from tests.laws import refused_catan, refused_dice, refused_elasund
from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position, uniform
from tests.laws.refused import Asked, Means, wrong_reasons
from tests.modules import part_of

GOOFSPIEL = {
    "goofspiel.bid.once": lambda asked: not asked.is_awaited,
    "goofspiel.bid.own_card": lambda asked: not asked.state.cards[asked.seat] >> asked.command.card & 1,
}
OF_MODULES: Means = {rule: means for module in REGISTRY for rule, means in part_of(module.name).means.items()}
MEANS = refused_catan.MEANS | OF_MODULES | refused_dice.MEANS | refused_elasund.MEANS | GOOFSPIEL
STEPS = 150
PROBES = 3


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refusal_states_the_real_reason(case: Case) -> None:
    (state, chance), rng, ruleset = open_position(case, 3), Random(case.name), case.ruleset
    refusals: dict[str, tuple[Asked, IllegalCommand]] = {}
    for _ in range(STEPS):
        if ruleset.result(state) is not None:
            break
        refusals |= {refusal.rule: (asked, refusal) for asked, refusal in _refused(case, state, rng)}
        seat = rng.choice(ruleset.awaiting(state)).seat
        command = uniform(ruleset, state, seat, ruleset.actions(state, seat), rng)
        state = ruleset.decide(state, seat, command, chance).state
    for asked, refusal in refusals.values():
        _check_text(case, asked, refusal)


def _refused(case: Case, state: Any, rng: Random) -> Iterator[tuple[Asked, IllegalCommand]]:
    """Yield the refusals of random commands, each for its real reason."""
    for seat in PROBES * [*range(case.seats)]:
        command = case.invent(state, rng)
        refusal = _refusal(case, state, seat, command)
        if refusal is not None:
            asked = Asked(state, seat, command, refusal.params)
            assert list(wrong_reasons(case.ruleset, MEANS, asked, refusal)) == []
            yield asked, refusal


def _refusal(case: Case, state: Any, seat: int, command: Any) -> IllegalCommand | None:
    try:
        case.ruleset.decide(state, seat, command, FirstChance())
    except IllegalCommand as refusal:
        return refusal
    return None


def _check_text(case: Case, asked: Asked, refusal: IllegalCommand) -> None:
    """The text has every sentence of the case, with its parameters, and the text of the rule."""
    problem = refusal_of(case.ruleset, asked.state, asked.seat, asked.command, refusal, (0, 1))
    if problem.slug == "refused":
        problem.lexicon, sent = {}, case.ruleset.commands.of(asked.command).name
        for tongue in LANGUAGES:
            detail = problem_document(problem, tongue, "")["detail"]
            assert rule_text(refusal.rule, tongue) in detail
            assert "%(" not in detail
            assert not isinstance(refusal, Untimely) or detail.startswith(sent)
