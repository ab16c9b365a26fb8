"""Checks the generated code as strictly as the compiler can: with `tsc --strict` and `mypy --strict`."""

import sys
from pathlib import Path

from tests.openapi.generators.toolbox import KEPT, Ran, installed, run

TSC = ("--noEmit", "--strict", "--skipLibCheck", "false", "--skipDefaultLibCheck", "--typeRoots", "none")
FOR_BROWSERS = (
    "--target",
    "es2022",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--lib",
    "es2022,dom,dom.iterable",
)

# openapi-generator in Python: `to_dict` of a union says that it may return the models, of which nobody takes account
OF_TEMPLATES = 'expected "dict[str, Any]'
STRICT = ("--strict", "--config-file", "")


def type_checked(language: str, made: Path) -> int | None:
    """Return how many errors the compiler of the language finds, or None for a language without one here."""
    if language == "typescript":
        return _found(tsc(sorted(made.rglob("*.ts")), made), "error TS")
    if language == "python":
        return _found(mypy(_packages(made), made, *_settings(made)), ": error:")
    return None


def tsc(files: list[Path], where: Path, *choices: str) -> Ran:
    """Run TypeScript's compiler in strict mode, types of libraries included, except those that it brings itself."""
    return run([installed() / "node_modules" / ".bin" / "tsc", *TSC, *FOR_BROWSERS, *choices, *files], where)


def mypy(files: list[Path], where: Path, *settings: str) -> Ran:
    """Run mypy with these settings and nothing of our own configuration."""
    cache = ["--cache-dir", str(KEPT / "mypy")]
    return run([sys.executable, "-m", "mypy", *settings, *cache, *files], where)


def _settings(made: Path) -> tuple[str, ...]:
    """Return strict settings, or those of openapi-generator, which are as strict as its code can be."""
    own = made / "pyproject.toml"
    return ("--config-file", own.name) if own.exists() else STRICT


def _packages(made: Path) -> list[Path]:
    return sorted(path.parent.relative_to(made) for path in made.glob("*/__init__.py"))


def _found(ran: Ran, sign: str) -> int:
    found = sum(sign in line for line in ran.text.splitlines() if OF_TEMPLATES not in line)
    if ran.code and sign not in ran.text:
        raise RuntimeError(ran.text)
    return found
