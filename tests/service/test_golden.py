"""Old games stay readable: every golden game is read by the rules of today and comes to the digests that it bears."""

from pathlib import Path

import pytest

from service.catalog import RULESETS
from tests.service.golden import FOLDER, path_of, proven

GAMES = sorted(FOLDER.glob("*.ndjson.gz"))


@pytest.mark.parametrize("path", GAMES, ids=[path.name for path in GAMES])
def test_a_golden_game_is_read_and_proven(path: Path) -> None:
    head, proof = proven(path)

    ruleset = RULESETS[head["ruleset"]]
    assert proof.version > 100
    assert proof.chain == head["chain"]
    assert proof.position is not None
    result = ruleset.result(proof.position)
    assert result is not None
    assert {"winners": list(result.winners), "points": list(result.points)} == head["result"]
    if path == path_of(ruleset):
        assert proof.proven == proof.version


@pytest.mark.parametrize("name", RULESETS)
def test_every_game_on_offer_has_a_golden_game(name: str) -> None:
    assert path_of(RULESETS[name]) in GAMES
