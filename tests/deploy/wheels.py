"""Builds wheels of this commit under any version number, as two releases that differ in nothing else."""

from pathlib import Path

from tests.service.cli.packing import build_sdist, build_wheel


def wheel_of(version: str, directory: Path) -> Path:
    """Build the project's wheel with a version."""
    place = directory / version
    place.mkdir(parents=True)
    return build_wheel(build_sdist(place, version), place)
