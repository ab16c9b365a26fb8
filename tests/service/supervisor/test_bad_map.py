"""Tests that a bad map file stops the server before it starts, with one line that names file and field."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_a_bad_map_stops_the_start(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "domain", tmp_path / "domain", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "domain" / "catan" / "maps" / "new-york.json"
    layout = json.loads(path.read_text())
    layout["towns"][3]["node"] = "nowhere"
    path.write_text(json.dumps(layout))
    started = subprocess.run(
        [sys.executable, "-m", "service.supervisor"],
        env={
            **os.environ,
            "PYTHONSAFEPATH": "1",
            "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}",
            "LONGROAD_DATA_DIR": str(tmp_path / "var"),
        },
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert started.returncode == 1
    assert started.stderr == "longroad: new-york.json: towns[3].node: 'nowhere' is no corner such as '0,0,NE'\n"
    assert not (tmp_path / "var").exists()
