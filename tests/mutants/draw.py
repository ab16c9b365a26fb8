"""Draws mutants by a seed: random lines of rule code, all equally likely, and one change on each."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from tests.mutants.places import Place, Source, difference
from tests.mutants.scope import ROOT, rule_files


@dataclass(frozen=True)
class Mutant:
    """Represents a changed file: where it was drawn and is now, the text before the change, and the text after it."""

    drawn: str
    file: str
    line: int
    first: int
    last: int
    operator: str
    before: str
    after: str
    source: str

    def row(self) -> dict[str, Any]:
        """Return what the results keep, which is all except the changed file."""
        row = asdict(self)
        del row["source"]
        return row


def draw(count: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """Return that many mutants, or one for every line if there are fewer."""
    sources = {path: Source((root / path).read_text()) for path in rule_files(root)}
    lines = [(path, line) for path, source in sources.items() for line in sorted(source.lines)]
    chance = Random(seed)
    drawn = chance.sample(lines, min(count, len(lines)))
    return [_change(path, sources[path], line, chance) for path, line in drawn]


def _change(path: Path, source: Source, line: int, chance: Random) -> Mutant:
    places = list(source.lines[line])
    chance.shuffle(places)
    found = (mutant(path, source, place) for place in places)
    return next(made for made in found if made is not None)


def mutant(path: Path, source: Source, place: Place) -> Mutant | None:
    """Return the mutant of a place, or None where the change is not valid Python or changes nothing."""
    text = source.changed(place)
    try:
        compile(text, str(path), "exec")
    except SyntaxError:
        return None
    before, after = difference(source.text, text)
    if before == after:
        return None
    file, line = path.as_posix(), place.line
    return Mutant(f"{file}:{line}", file, line, place.first, place.last, place.operator, before, after, text)


def find(row: dict[str, Any], root: Path = ROOT) -> Mutant | None:
    """Return the mutant of an earlier result, even if its line has moved, or None if its text has changed."""
    path = Path(row["file"])
    if not (root / path).is_file():
        return None
    source = Source((root / path).read_text())
    places = [place for place in source.places() if place.operator == row["operator"]]
    for place in sorted(places, key=lambda place: abs(place.line - row["line"])):
        made = mutant(path, source, place)
        if made and (made.before, made.after) == (row["before"], row["after"]):
            return replace(made, drawn=row["drawn"])
    return None
