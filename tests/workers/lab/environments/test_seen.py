"""Tests observations: they hold everything that a seat sees, and nothing that it does not."""

from fnmatch import fnmatch
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.laws.cases import Case, fullest
from tests.workers.lab.environments.playing import Moment, described, moments, seen
from workers.lab.environments.family import ByMember, Part, Record, Slots

STEPS = 32
LEFT_OUT = {
    ".offers.offer",
    ".offers.answers",
    ".offers.expires_at",
    ".seats.color",
    ".favors.contacts_kept",
    ".dice_deck.left",
}
OF_TIME = {"goofspiel": {".agenda"}}
"""Lists what depends on how soon the agents of a server act, by ruleset."""
PLACING = {"seat", "square", "space", "tile", "sum"}
"""Members that say where in the row the other members of their object stand."""


def unseen(part: Part, value: Any, path: str) -> set[str]:
    """Return the members of a view that a layout leaves out."""
    if isinstance(part, Record) and value is not None:
        known = {name: member for name, _, member in part.members}
        inner = [unseen(known[name], item, f"{path}.{name}") for name, item in value.items() if name in known]
        return {f"{path}.{name}" for name in value.keys() - known.keys()}.union(*inner)
    if isinstance(part, Slots | ByMember) and value:
        return set().union(*[unseen(part.part, item, path) for item in value])
    return set()


@pytest.mark.parametrize("case", fullest(), ids=[case.name for case in fullest()])
def test_an_observation_holds_every_member_of_the_view(case: Case) -> None:
    description = described(case)
    assert len(description.columns) == len({*description.columns}) == description.width
    for moment in moments(case, 3, STEPS):
        missing = unseen(description._state, moment.look.state, "")
        placed = {name for name in missing if name.rpartition(".")[2] in PLACING}
        assert missing - placed <= LEFT_OUT | OF_TIME.get(case.ruleset.name, set())


def test_columns_say_what_they_hold() -> None:
    case = next(case for case in fullest() if case.name == "everything-6")
    description = described(case)
    moment = [moment for moment in moments(case, 3, 4 * STEPS) if moment.look.state["active"] is not None][-1]
    printed = description.printed(case.ruleset.geometry(moment.state))
    row = dict(zip(description.columns, description.observation(moment.seat, moment.look.state, printed), strict=True))
    state, seat = moment.look.state, moment.seat
    own = state["seats"][seat]
    assert row[f"seat={seat}"] == 1
    assert [row[f"active={other}"] for other in range(6)] == [state["active"] == other for other in range(6)]
    assert row[f"seats.{seat}.resources.ore"] == own["resources"]["ore"]
    assert [row[f"seats.{seat}.roads={edge}"] for edge in own["roads"]] == [1] * len(own["roads"])
    assert sum(row[f"seats.{seat}.roads={edge}"] for edge in range(109)) == len(own["roads"])
    assert row[f"agenda.0.frame={state['agenda'][-1]['frame']}"] == 1
    tile = case.ruleset.geometry(moment.state)["tiles"][7]
    assert row[f"board.tiles.7.terrain={tile['terrain']}"] == 1
    assert row["board.tiles.7.token"] == (tile["token"] or 0)


def test_the_text_has_the_view_and_the_legal_actions() -> None:
    case = next(case for case in fullest() if case.ruleset.name == "goofspiel")
    moment = next(moments(case, 1, 1))
    lines = described(case).text(moment.seat, moment.look.state, moment.choices).splitlines()
    assert lines[0] == "you: seat 0"
    assert "turn: 1" in lines
    assert "seats: seat 4, points 0, cards [1 2 3 4 5 6 7 8 9 10 11 12 13]" in lines
    assert lines[-13:] == [f"action {card}: Bid card={card}" for card in range(1, 14)]


@pytest.mark.parametrize("case", fullest(), ids=[case.name for case in fullest()])
def test_hidden_cards_dealt_anew_change_neither_observation_nor_mask(case: Case, long_games: int) -> None:
    rng = Random(4)
    for number, moment in enumerate(moments(case, 4, STEPS * (1 + 10 * long_games))):
        if number % 8 == 7:
            for seat in range(case.seats):
                same_for(case, moment, seat, rng)


def same_for(case: Case, moment: Moment, seat: int, rng: Random) -> None:
    """A seat observes the same in another world that fits what it knows."""
    description, ruleset = described(case), case.ruleset
    other = ruleset.determinize(ruleset.observe(moment.state, seat), rng)
    printed = description.printed(ruleset.geometry(moment.state))
    rows, masks, texts = [], [], []
    for state in (moment.state, other):
        look = seen(case, state, seat)
        choices = description.actions.choices(look.state, look.actions)
        rows.append(description.observation(seat, look.state, printed))
        masks.append(description.actions.mask(choices))
        texts.append(description.text(seat, look.state, choices))
    assert np.array_equal(*rows)
    assert np.array_equal(*masks)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("case", fullest(), ids=[case.name for case in fullest()])
def test_only_own_columns_tell_each_seat_something_else(case: Case, long_games: int) -> None:
    description = described(case)
    own, differing = {*description.own_columns}, set[int]()
    printed = description.printed(case.ruleset.geometry(next(moments(case, 4, 1)).state))
    for moment in moments(case, 4, STEPS * (1 + 20 * long_games)):
        state = moment.state
        rows = [description.observation(seat, seen(case, state, seat).state, printed) for seat in range(case.seats)]
        differing.update(np.flatnonzero(np.ptp(np.stack(rows), axis=0)).tolist())
    assert differing - own == set()
    named = [description.columns[column] for column in own]
    assert [one for one in description._own if not any(_is_of(name, one) for name in named)] == []


def _is_of(column: str, member: str) -> bool:
    """Say whether a column belongs to a member such as `seats.*.gold`."""
    return fnmatch(column, f"{member}*")
