"""Writes the contract: `python -m openapi.generate [--check]`.

From the schemas of the service, the tables of the domain and games played for the purpose come `openapi.json` with its
examples, `asyncapi.yaml` with its twin in JSON, the registries of stored events and configurations, and the page about
events; from the chapters of the games the pages of times and options; from the rules the tables of `docs/rulings.md`;
from the rulesets their page in the guide; from the settings and metrics their tables in `docs/operations.md`; from
operations and problems their tables in `docs/api.md`; from `docs/glossary.md` the page that `/docs` links to;
`surface.txt` is what the contract promises. With `--check` nothing is written, and the exit code is 1 if a file is
stale, or if an event, an option or a promise changed in a way that breaks logs or clients.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import yaml

from openapi import asyncapi, event_page, options_page, pages, registry, surface, times_page
from openapi.missing import Missing, require_texts
from openapi.recording import Examples, record_examples
from service.examples import load_examples
from service.process import build
from service.server.app import specification

FOLDER: Final = Path(__file__).parent
PATH: Final = FOLDER / "openapi.json"
MESSAGES: Final = FOLDER / "examples" / "messages.json"
OPERATIONS: Final = FOLDER / "examples" / "operations.json"
ASYNC: Final = FOLDER / "asyncapi.yaml"
EVENTS: Final = FOLDER.parent / "docs" / "events.md"


def render_document(document: Any) -> str:
    """Return a document's text in the files."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def as_yaml(document: Any) -> str:
    """Return a document as YAML without references."""
    copied = json.loads(json.dumps(document))  # has no part in two places, which would be an anchor and its aliases
    return yaml.safe_dump(copied, sort_keys=False, allow_unicode=True, width=120)


Contract = dict[str, Any]


def generate_files(examples: Examples, record: Callable[[Contract], Any] | None = None) -> Iterator[tuple[Path, str]]:
    """Yield every file with its text, made after those before it are written; raises Incompatible or Undeclared.

    `record` returns what a server of a contract answers; without it the answers in the files are the examples.
    """
    known, options = (_load_registry(path) for path in (registry.EVENTS, registry.CONFIGURATIONS))
    events = registry.extend_events(known, registry.events_today(), examples, build.base_version())
    yield registry.EVENTS, render_document(events)
    options = registry.extend_configurations(options, registry.configurations_today(), build.base_version())
    yield registry.CONFIGURATIONS, render_document(options)
    yield MESSAGES, render_document(examples.documents())
    if record is not None:
        yield OPERATIONS, render_document(record(_contract()))
    contract = _contract()
    yield PATH, render_document(contract)
    yield surface.PATH, surface.extend(surface.load_promises(), contract, surface.CHANGES.read_text(encoding="utf-8"))
    messages = asyncapi.document(examples)
    yield ASYNC, as_yaml(messages)
    yield ASYNC.with_suffix(".json"), render_document(messages)
    yield EVENTS, event_page.page(events, examples)
    yield times_page.PATH, times_page.page()
    yield pages.RULINGS, pages.fill_rulings(pages.RULINGS.read_text(encoding="utf-8"))
    yield pages.RULESETS_PAGE, pages.rulesets()
    yield options_page.PATH, options_page.page()
    yield pages.OPERATIONS, pages.fill_operations()
    yield pages.API, pages.fill_api(contract)
    yield pages.GLOSSARY, pages.glossary()


def _contract() -> Contract:
    """Return the contract with the examples that are in the files now."""
    load_examples.cache_clear()
    return specification()


def _load_registry(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def main(arguments: list[str], record: Callable[[Contract], Any] | None = None) -> int:
    """Write the files, or only check them; return the exit code."""
    stale = []
    try:
        require_texts()
        for path, text in generate_files(record_examples(), record):
            if path.is_file() and path.read_text(encoding="utf-8") == text:
                continue
            stale.append(str(path.relative_to(FOLDER.parent)))
            if "--check" not in arguments:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    except Missing as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    except surface.Undeclared as refusal:
        sys.stderr.write(
            f"docs/api-changelog.md does not tell of this (see docs/api-policy.md):\n{refusal}\n"
            "If no commit has the former ones, `git checkout openapi/surface.txt` forgets them.\n"
        )
        return 1
    except registry.Incompatible as refusal:
        sys.stderr.write(
            f"events and options may not change like this (see docs/changing.md):\n{refusal}\n"
            "If no commit has the former ones, `git checkout openapi/events` forgets them.\n"
        )
        return 1
    if not stale or "--check" not in arguments:
        return 0
    sys.stderr.write(f"stale: {', '.join(stale)}; python -m openapi.generate writes them again\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
