"""Tests what the tests report of processes that do not come up."""

import pytest

from tests.conftest import StorePair
from tests.service.http.live import worker


def test_worker_that_ends_at_once_is_reported_with_its_errors(stores: StorePair) -> None:
    with pytest.raises(AssertionError, match=r"no worker comes up:\n.*usage: "), worker(stores, "nonsense"):
        pass
