"""Stamps the digests of all golden positions by today's packs: `python -m tests.golden.restamp`.

Run it when a `pack_version` is raised, in a commit that touches nothing else. A game is stamped only while its facts
are equal at every version; where they are not, the command says so and ends with 1. The headers of the logs stay as
they were written; the new digests lie beside them, in `stored/digests`.
"""

import sys

from eventstore.store import EventStore
from service.game.games import digest_of
from tests.golden.files import DIGESTS, LOGS, RECORDS, names_in, path_of, write_text
from tests.golden.logs import memory_log, read_log
from tests.golden.records import GAME, log_of, read_record
from tests.golden.walking import every_version, stamps_of, walk_for_facts


def stamp(name: str, store: EventStore, game_id: str) -> bool:
    """Write the digests of a game by today's pack if the kept ones are by another; return whether its facts hold."""
    if walk_for_facts(store, game_id, name).different_facts:
        return False
    games = list(every_version(store, game_id))
    tag = str(games[0].ruleset.pack_version)
    if any(kept != tag for kept, _ in stamps_of(store, game_id, name).values()):
        digests = [digest_of(game.ruleset, game.position) or "" for game in games]
        write_text(path_of(name, DIGESTS), "".join(f"{line}\n" for line in (tag, *digests)).encode())
        print(f"stamped {name}")
    return True


def main() -> int:
    """Stamp every golden game and return the exit status."""
    held = [stamp(name, log_of(read_record(name)), GAME) for name in names_in(RECORDS)]
    for name in names_in(LOGS):
        log = read_log(name)
        held.append(stamp(name, memory_log(log), log.game))
    print(f"{held.count(True)} golden games have the facts that they had, {held.count(False)} have others")
    return int(not all(held))


if __name__ == "__main__":
    sys.exit(main())
