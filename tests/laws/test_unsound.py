"""Holds that a position that cannot be is refused for its own reason, with the place that is to blame."""

import copy
from typing import Any

import pytest

from domain.core.errors import Unsound
from domain.core.knowledge import Known
from tests.laws.unsound import CHANGES, Change, middle_of


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change.case}: {change.name}")
def test_a_position_that_cannot_be_is_refused(change: Change) -> None:
    rules, known = middle_of(change.case)
    state: dict[str, Any] = copy.deepcopy(dict(known.state))
    rules.restore(Known(known.config, state, 0, known.layout))
    change.change(state)
    with pytest.raises(Unsound) as refused:
        rules.restore(Known(known.config, state, 0, known.layout))
    assert (refused.value.key, refused.value.pointer) == (change.key, change.pointer)
