"""Describes what lies on a map with towns as members of the board's document."""

from typing import Final

from domain.catan.ground import Ground
from domain.catan.modules.towns.town_map import TownMap, ground_of
from domain.catan.state import Setting
from domain.catan.terms import HARBORS
from domain.core.coordinates import placed
from domain.core.documents import JsonObject
from domain.core.masks import bits

# How far from the middle of its path the sign of a document stands, in sides of a hex.
_OFF_COAST: Final = 0.65
_INLAND: Final = 0.4


def geometry(setting: Setting) -> JsonObject:
    """Return town spaces, crossings with a token at the start, documents by edge, and waterways."""
    features, topology = ground_of(setting.config.map), setting.board.topology
    ground = Ground(topology)
    laid = features.laid_tokens(setting.seats)
    return {
        "towns": [_town(features, ground, node) for node in bits(features.sites(setting.seats))],
        "tokens": [{"node": node, "name": features.names[node], **placed(ground.node(node))} for node in bits(laid)],
        "documents": [_document(ground, *document) for document in features.documents],
        "waterways": [
            {"id": topology.edges + at, "nodes": [a, b], "name": name, **placed(ground.middle((a, b)))}
            for at, (a, b, name) in enumerate(features.waterways)
        ],
    }


def _town(features: TownMap, ground: Ground, node: int) -> JsonObject:
    town = {"node": node, "name": features.names[node], "canal": node in features.canal, **placed(ground.node(node))}
    color = features.colors.get(node)
    return town | {"color": color} if color else town


def _document(ground: Ground, edge: int, kind: int, name: str) -> JsonObject:
    """Return a document and where its sign stands: off the coast, or inland beside its path."""
    away = _INLAND if len(ground.tiles_at(edge)) > 1 else _OFF_COAST
    nodes = list(ground.topology.edge_nodes[edge])
    return {"edge": edge, "kind": HARBORS[kind], "name": name, "nodes": nodes, **placed(ground.beside(edge, away))}
