"""Reads what a map says of its canal."""

from domain.catan import maps


def canal_towns(map_name: str) -> tuple[int, ...]:
    """Return the nodes of the canal towns of a map, ascending; empty if it has no canal."""
    if "canal" not in maps.read(map_name):
        return ()
    nodes = maps.name_nodes(map_name)
    return tuple(sorted(nodes[name] for name in maps.read(map_name)["canal"]["towns"]))


def canal_tokens(map_name: str) -> int:
    """Return how many canal tokens a map has; 0 if it has no canal."""
    return int(maps.read(map_name)["canal"]["tokens"]) if "canal" in maps.read(map_name) else 0
