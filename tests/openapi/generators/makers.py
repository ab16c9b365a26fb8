"""Lists the generators: how each is called, what its messages mean, and what its code is checked with."""

import json
import re
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, NamedTuple

from tests.openapi.generators.toolbox import HERE, installed, jar

OF_ITSELF = (
    "OpenAPI 3.1 support is still in beta",  # of every document of 3.1
    "Failed to get the schema name: null",  # of every object there that is closed by `additionalProperties: false`
    "Ignoring complex example on request body",  # Java, of every body with an example
    "Codegen property is null (e.g. map/dict of undefined type)",  # Python, of every object that is open by intent
    "- Map (model name matches existing language type)",  # TypeScript, of the parameter `map`, which has no model
    "- map (reserved word) cannot be used as",  # Go, of the same: its own variable is called `map_`
)
"""Messages of openapi-generator about its own limits, which it writes whatever the document is."""

CODE_ALONE = ("--global-property", "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false")
"""Options by which openapi-generator leaves out pages, and tests that would have to be filled in."""

OF_JAVA: Final = (
    "--library=native",
    "--additional-properties=containerDefaultToNull=true,openApiNullable=false,supportUrlQuery=false,"
    "useOneOfDiscriminatorLookup=true",
)
"""Chooses Java's own HTTP client and Jackson. Its code compiles, reads a command and sends no lists that nobody set."""

OPTIONAL: Final = "--default-non-nullable=false"
"""Lets openapi-typescript leave a member optional if it has a default; otherwise each request must have it."""


PINNED: Final[dict[str, str]] = {
    name: number
    for folder in (HERE, HERE / "orval")
    for name, number in json.loads((folder / "package.json").read_text())["dependencies"].items()
}
"""Maps each package of npm to its version."""


class Maker(NamedTuple):
    """Describes a generator of clients: `types` is the pattern of its files with types, `language` what it writes."""

    name: str
    language: str
    command: Callable[[Path, Path], Sequence[str | Path]]  # of the document and the directory for the result
    types: str
    is_warning: str
    is_error: str = r"(?i)\berror\b"
    needs_java: bool = False
    options: str = ""  # without which the client does not work

    @property
    def place(self) -> str:
        """Return the name of a directory for the result."""
        return re.sub(r"\W+", "-", self.name).strip("-")

    @property
    def version(self) -> str:
        """Return the pinned version of the generator; raises PackageNotFoundError if it is not installed."""
        if self.needs_java:
            return version("openapi-generator-cli")
        return PINNED.get(self.name) or version(self.name)


def _npm(name: str, *rest: str, lock: Path = HERE) -> Callable[[Path, Path], Sequence[str | Path]]:
    def command(document: Path, result: Path) -> list[str | Path]:
        places = {"DOCUMENT": str(document), "RESULT": str(result)}
        return [installed(lock) / "node_modules" / ".bin" / name, *(_filled(part, places) for part in rest)]

    return command


def _filled(part: str, places: dict[str, str]) -> str:
    return re.sub("DOCUMENT|RESULT", lambda found: places[found[0]], part)


def _longroad_client(document: Path, result: Path) -> list[str | Path]:
    choices: list[str | Path] = [
        "--config",
        HERE / "python_client.yaml",
        "--path",
        document,
        "--output-path",
        result / "longroad_client",
    ]
    return ["openapi-python-client", "generate", "--meta", "none", "--overwrite", *choices]


def _java(language: str, options: Sequence[str]) -> Callable[[Path, Path], Sequence[str | Path]]:
    def command(document: Path, result: Path) -> list[str | Path]:
        return [
            "java",
            "-jar",
            str(jar()),
            "generate",
            "-g",
            language,
            "-i",
            document,
            "-o",
            result,
            *CODE_ALONE,
            *options,
        ]

    return command


def _validate(document: Path, _result: Path) -> list[str | Path]:
    return ["java", "-jar", str(jar()), "validate", "--recommend", "-i", document]


def _of_java(name: str, language: str, types: str, *options: str) -> Maker:
    warning, error = r"^\[main\] WARN|^\t-(?!attribute)", r"^\[main\] ERROR|^\t-attribute"
    command = _java(name, options)
    return Maker(f"openapi-generator {name}", language, command, types, warning, error, True, " ".join(options))


MAKERS = (
    Maker(
        "openapi-typescript",
        "typescript",
        _npm("openapi-typescript", "DOCUMENT", "-o", "RESULT/api.d.ts", OPTIONAL),
        "api.d.ts",
        r"(?i)warn|⚠",
        options=OPTIONAL,
    ),
    Maker(
        "@hey-api/openapi-ts",
        "typescript",
        _npm("openapi-ts", "-i", "DOCUMENT", "-o", "RESULT/hey", "-c", "@hey-api/client-fetch", "--no-log-file"),
        "hey/types.gen.ts",
        r"(?i)warn|⚠",
    ),
    Maker(
        "orval",
        "typescript",
        _npm("orval", "--input", "DOCUMENT", "--output", "RESULT/api.ts", "--client", "fetch", lock=HERE / "orval"),
        "api.ts",
        r"(?i)warn|⚠",
    ),
    Maker(
        "openapi-python-client",
        "python",
        _longroad_client,
        "longroad_client/models/*.py",
        r"^WARNING|(?i:unable to|will be skipped)",
    ),
    Maker("openapi-generator validate", "", _validate, "", r"^\s+- (?!attribute)", r"^\s+-\s*attribute", True),
    _of_java("typescript-fetch", "typescript", "models/*.ts"),
    _of_java("python", "python", "openapi_client/models/*.py"),
    _of_java("java", "java", "src/main/java/org/openapitools/client/model/*.java", *OF_JAVA),
    _of_java("go", "go", "model_*.go", "--additional-properties=useOneOfDiscriminatorLookup=true"),
)
