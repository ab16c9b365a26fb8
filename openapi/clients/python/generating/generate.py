"""Writes the generated modules of the SDK: `python generate.py`; nothing is written where all of them are up to date.

`--no-types` leaves out the types, without which commands do, and so needs nothing but Python.

* `types.py`: the schemas of the contract as TypedDicts, by datamodel-code-generator;
* `async_operations.py`: a method for each operation of the contract;
* `problems.py`: an exception for each problem of the contract;
* `operations.py`, `connection.py`, `streams.py`, `seat.py`, `player.py`, `client.py`: the asynchronous modules without
  `async`.
"""

import re
import sys
from hashlib import sha256
from pathlib import Path

import operations

HERE = Path(__file__).resolve().parent
CONTRACT = HERE.parents[2] / "openapi.json"
PACKAGE = HERE.parent / "src" / "longroad_client"
OF = "# of "
TWINS = {
    "async_connection.py": "connection.py",
    "async_streams.py": "streams.py",
    "async_seat.py": "seat.py",
    "async_player.py": "player.py",
    "async_client.py": "client.py",
    "async_operations.py": "operations.py",
}
"""Maps asynchronous modules to those made of them; the last one has the stamp of all."""
WORDS = (
    (r'\A"""[^"]*"""', r'"""Is generated from the asynchronous module of the same name; change that one."""'),
    (r"^import asyncio$", "import time"),
    (r"\basyncio\.sleep\b", "time.sleep"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(Client|Connection|Player|Seat|Operations|Iterator)\b", r"\1"),
    (r"\bhttpx\.Async", "httpx."),
    (r"\basync_(client|connection|player|seat|streams|operations)\b", r"\1"),
    (r"\ba(iter_lines|close|read)\b", r"\1"),
    (r"\b__a(enter|exit|iter|next)__\b", r"__\1__"),
)
"""Lists what is replaced in an asynchronous module to make it a synchronous one."""


def write(contract: Path = CONTRACT, package: Path = PACKAGE, *, has_types: bool = True) -> bool:
    """Write the modules that are generated, and return whether that was necessary.

    Commands do without the types, for which the generator has to be installed.
    """
    written_by_hand = [package / name for name in TWINS if name != "async_operations.py"]
    sources = [contract, *sorted(HERE.glob("*.py")), *written_by_hand]
    stamp = f"{OF}{sha256(b''.join(path.read_bytes() for path in sources)).hexdigest()}\n"
    written = package / "operations.py"
    types = package / "types.py"
    made = (*TWINS.values(), "async_operations.py", "problems.py", *(["types.py"] if has_types else []))
    is_whole = all((package / name).exists() for name in made)
    if is_whole and written.read_text("utf-8").endswith(stamp):
        return False
    if has_types:
        _write_types(contract, types)
    else:
        types.unlink(missing_ok=True)
    (package / "async_operations.py").write_text(operations.module(contract), "utf-8")
    (package / "problems.py").write_text(operations.problems(contract), "utf-8")
    for source, twin in TWINS.items():
        text = (package / source).read_text("utf-8")
        for pattern, word in WORDS:
            text = re.sub(pattern, word, text, flags=re.MULTILINE)
        (package / twin).write_text(text + (stamp if twin == written.name else ""), "utf-8")
    return True


def _write_types(contract: Path, types: Path) -> None:
    from datamodel_code_generator.__main__ import main

    options = {
        "--input": str(contract),
        "--input-file-type": "openapi",
        "--output": str(types),
        "--output-model-type": "typing.TypedDict",
        "--target-python-version": "3.11",
        "--enum-field-as-literal": "all",
        "--naming-strategy": "parent-prefixed",
        "--formatters": "builtin",
    }
    flags = ["--use-schema-description", "--use-field-description", "--disable-timestamp", "--no-use-closed-typed-dict"]
    code = main([*flags, *[word for option in options.items() for word in option]])
    if code:
        raise RuntimeError(f"datamodel-code-generator ended with {code}")


if __name__ == "__main__":
    sys.stdout.write("written\n" if write(has_types="--no-types" not in sys.argv) else "up to date\n")
