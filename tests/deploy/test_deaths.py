"""Tests how the trial reads which sweep leads."""

import pytest

from tests.deploy.deaths import is_leading

METRICS = """# HELP longroad_sweep_leads 1 while the sweep of this host leads, 0 while another one does
# TYPE longroad_sweep_leads gauge
longroad_sweep_leads {}
"""


@pytest.mark.parametrize(("value", "leads"), [("1.0", True), ("0.0", False)])
def test_the_value_says_which_sweep_leads_and_not_the_help(value: str, leads: bool) -> None:
    assert is_leading(METRICS.format(value)) is leads
