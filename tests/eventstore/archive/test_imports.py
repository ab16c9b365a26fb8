"""Tests that the library for an object store is imported only where the archive is in one."""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
PROGRAM: Final = """
import sys
from pathlib import Path
import service.server.start, workers.run, workers.jobs, workers.sweep
from eventstore.archive.opening import open_archive
for place in (None, Path("games"), "s3://games/longroad"):
    open_archive(place)
    print("minio" in sys.modules)
"""


def test_the_library_is_imported_for_a_bucket_alone() -> None:
    told = subprocess.run((sys.executable, "-c", PROGRAM), cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "False", "True"]
