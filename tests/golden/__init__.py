"""Tests golden records: what commit 76f8dc5 wrote is kept for ever, and every later version of the code has to read it.

In `stored`, every file but the archive holds lines of JSON, compressed:

* `records/GROUP/GAME` is the record of a finished game, as `POST replays` answers it in the format `ndjson`. Those in
  `earlier` are older than that commit.
* `logs/GAME` is a game that was mostly still running: every entry of its stream, byte by byte as the store held it, and
  the fields of the hashes beside it. Its first line has the game's tokens, what they opened, and draws of its chance.
* `facts/` says for every version of every game what hands, pieces and seats were then, and which seat owed what.
* `choices` are 2,000 positions in the records, drawn as `write/drawing.py` says: the name of a game, a version and
  a seat, with the command that the strongest agent of that day chose there. In the dice game it had no tables.
* `data_dir.tar.gz` is a whole small `DATA_DIR` as `make run` left it; `data_dir.facts` says what games, tokens and
  names are in it, and the facts of some versions of each game.
* `digests/` has the digests of positions by a later pack than the one that wrote the game; only `restamp` writes it.

All of it was written once and never changes. Chains and facts stay true whatever code is rewritten; a digest is
compared if its tag is the tag of today's pack. The functions in `facts` read facts from positions and tables by naming
their attributes: where an attribute gets another name, the function follows it, and the file stays as it is.

A missing record is written by `python -m tests.golden.write`, which says how and by which code. When a `pack_version`
is raised, run `python -m tests.golden.restamp` and commit what it writes, and nothing else, in one commit.
"""

import pytest

pytest.register_assert_rewrite("tests.golden.proving")  # so that a failure there tells what differs
