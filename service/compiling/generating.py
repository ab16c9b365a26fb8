"""`python -m service.compiling.generating OUTPUT PATH...` writes the C of some modules below the current folder.

It runs in the folder that holds a copy of the rules. OUTPUT becomes a JSON list of the extension modules: the name of
each, its C files, and the folders of its headers.
"""

import json
import os
import sys
from pathlib import Path

from mypyc.build import mypycify

from service.compiling.building import modules_of


def generate(parts: list[str]) -> list[tuple[str, list[str], list[str]]]:
    """Write one C file for each module, so that no file is large; all modules share one library."""
    sources = sorted(str(path) for part in parts for path in modules_of(Path(part)))
    found = mypycify(["--cache-dir", os.devnull, *sources], multi_file=True)
    return [(extension.name, extension.sources, extension.include_dirs) for extension in found]


if __name__ == "__main__":
    output, *given = sys.argv[1:]
    Path(output).write_text(json.dumps(generate(given)))
