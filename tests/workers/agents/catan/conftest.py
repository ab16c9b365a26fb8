"""Provides the heuristic agent."""

import pytest

from workers.agents.agent import Agent, load_agent


@pytest.fixture
def agent() -> Agent:
    """Return the heuristic agent, which remembers nothing between its decisions."""
    return load_agent("heuristic")
