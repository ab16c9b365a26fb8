"""Shows an agent, which seats and logs hold by one name (`graded@3`), by its id and its level."""

from typing import Any

from workers.agents.catalog import id_and_level


def agent_members(name: str | None) -> dict[str, Any]:
    """Return the members `agent` and, where it has one, `level`; nothing without an agent."""
    if not name:
        return {}
    agent, level = id_and_level(name)
    return {"agent": agent} | ({} if level is None else {"level": level})
