"""Checks what every golden record must prove; several files of tests share it."""

from eventstore.records import in_versions
from tests.golden.facts import table
from tests.golden.files import DIGESTS, RECORDS, names_in, path_of, read_lines
from tests.golden.records import GAME, log_of, read_first_version, read_record
from tests.golden.walking import games_of, walk


def names_of(group: str) -> list[str]:
    """Return the names of the golden records of a group."""
    return names_in(RECORDS / group)


def tag_of(name: str) -> str:
    """Return the tag of the pack by which the kept digests of a golden record were made."""
    if path_of(name, DIGESTS).exists():
        return next(read_lines(path_of(name, DIGESTS))).decode()
    tag: str = read_first_version(name)["digest_tag"]
    return tag


def check_record(name: str) -> None:
    """Read a record with the product's own loader: its chains, digests, facts, choices and result are as they were."""
    record = read_record(name)
    store = log_of(record)
    chains = [version[0].chain for version in in_versions(store.read(GAME))]
    assert chains == [version["chain"] for version in record["versions"]]
    walked = walk(store, GAME, name)
    assert walked.different_facts == []
    assert walked.different_digests == []
    assert walked.different_choices == []
    assert walked.versions == len(chains) > 10
    game = games_of(store).load(GAME)
    assert game.result is not None
    assert [list(game.result.winners), list(game.result.points)] == [record["result"][m] for m in ("winners", "points")]
    assert table.facts(game.table)["status"] == "finished"
