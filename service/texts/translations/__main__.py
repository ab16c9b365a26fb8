"""Brings the catalogs up to date with the sources: `python -m service.texts.translations [--check]`.

New texts appear without a translation, and texts that are in no source any more are removed. With `--check` nothing is
written, and the exit code is 1 if a catalog is stale.
"""

import os
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from service.texts.translations import LANGUAGES, SOURCE_LANGUAGE
from service.texts.translations.catalog import HERE, catalog_path, texts_of

SERVICE = HERE.parent.parent


def main(arguments: list[str]) -> int:
    """Write the catalogs, or only check them; return the exit code."""
    catalogs = list(fresh_catalogs())
    stale = [(path, fresh) for path, fresh in catalogs if not path.exists() or path.read_bytes() != fresh]
    if "--check" not in arguments:
        write(stale)
        for sentence in (one for path, _ in catalogs for one in untranslated(path)):
            print(sentence, file=sys.stderr)
        return 0
    for path, _ in stale:
        print(f"stale: {path.relative_to(SERVICE.parent)}", file=sys.stderr)
    return 1 if stale else 0


def write(stale: list[tuple[Path, bytes]]) -> None:
    """Replace the stale catalogs."""
    for path, fresh in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(fresh)


def untranslated(catalog: Path) -> Iterator[str]:
    """Yield a sentence for each text in a catalog that has no translation."""
    for text, translation in texts_of(catalog).items():
        if not translation:
            yield f"{os.path.relpath(catalog)}: {text!r} has no translation; write it there"


def fresh_catalogs() -> Iterator[tuple[Path, bytes]]:
    """Yield every catalog's path and what it should hold."""
    for language in LANGUAGES:
        if language != SOURCE_LANGUAGE:
            path = catalog_path(language)
            yield path, _rendered(_merged(path, language))


def extracted() -> Catalog:
    """Return the texts marked in the sources, in the order of files and lines."""
    catalog = Catalog(project="Longroad", copyright_holder="the Longroad authors")
    for path in sorted(SERVICE.rglob("*.py")):
        place = path.relative_to(SERVICE.parent).as_posix()
        for line, text, comments, _context in extract_from_file("python", path, comment_tags=("Note:",)):
            catalog.add(text, locations=[(place, line)], auto_comments=comments)
    return catalog


def _merged(path: Path, language: str) -> Catalog:
    known = {}
    if path.exists():
        with path.open("rb") as file:
            known = {message.id: message.string for message in read_po(file, language)}
    template = extracted()
    catalog = Catalog(locale=language, fuzzy=False)
    for message in template:
        if message.id:
            catalog.add(message.id, known.get(message.id, ""), message.locations, message.flags, message.auto_comments)
    return catalog


def _rendered(catalog: Catalog) -> bytes:
    """Render a catalog without dates and line numbers, which would change with every edit of a source."""
    body = BytesIO()
    write_po(body, catalog, width=110, omit_header=True, sort_by_file=False, include_lineno=False)
    return _header(str(catalog.locale)) + body.getvalue()


def _header(language: str) -> bytes:
    lines = (
        f"# {language} texts of Longroad. Kept by `python -m service.texts.translations`.",
        'msgid ""',
        'msgstr ""',
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        f'"Language: {language}\\n"',
        "",
        "",
    )
    return "\n".join(lines).encode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
