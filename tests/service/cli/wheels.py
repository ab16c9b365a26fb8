"""`python -m tests.service.cli.wheels DIRECTORY [LAWS...]` builds a pure wheel and one with compiled rules.

It then installs both into folders of their own, and checks that the named tests (by default all laws) pass on each,
from a directory that holds nothing but the tests. No wheel is left that was not proven.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from service.compiling.building import build
from tests.service.cli.command import ROOT
from tests.service.cli.packing import build_command, build_sdist, build_wheel

LAWS = ("tests/laws",)
PURE = "py3-none-any"


def compiled_wheel(pure: Path) -> Path:
    """Add compiled rules to a pure wheel, and return the new wheel beside it, for this interpreter and platform."""
    version = "cp{}{}".format(*sys.version_info)
    tag = f"{version}-{version}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    with TemporaryDirectory() as work:
        content, compiled = Path(work, "wheel"), Path(work, "compiled")
        with zipfile.ZipFile(pure) as archive:
            archive.extractall(content)
        for made in build(content / "domain", compiled):
            shutil.copy(made, content / made.relative_to(compiled))
        return _packed(content, pure.with_name(pure.name.replace(PURE, tag)), tag)


def _packed(content: Path, wheel: Path, tag: str) -> Path:
    """Write a wheel with this content and tag, and with the record of all its files."""
    (told,) = content.glob("*.dist-info/WHEEL")
    text = told.read_text().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false").replace(PURE, tag)
    told.write_text(text)
    record = told.with_name("RECORD")
    files = sorted(path for path in content.rglob("*") if path.is_file() and path != record)
    lines = [_recorded(path, content) for path in files] + [f"{record.relative_to(content)},,"]
    record.write_text("\n".join(lines) + "\n")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in (*files, record):
            archive.write(path, path.relative_to(content))
    return wheel


def _recorded(path: Path, content: Path) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
    return f"{path.relative_to(content)},sha256={digest},{path.stat().st_size}"


def prove(wheel: Path, laws: tuple[str, ...] = LAWS) -> str:
    """Install a wheel, run the laws on it in a directory that holds only the tests, and return the form of its rules.

    The dependencies of the wheel are taken from this environment.
    """
    with TemporaryDirectory() as work:
        installed, empty = Path(work, "installed"), Path(work, "empty")
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(installed))
        subprocess.run((*pip, str(wheel)), check=True)
        shutil.copytree(ROOT / "tests", empty / "tests", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", empty)
        path = os.pathsep.join((str(installed), str(empty)))
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
        subprocess.run((sys.executable, "-m", "pytest", "-q", *laws), cwd=empty, env=environment, check=True)
        told = "import domain.core.decider as d, service.process.build as b; print(b.rules_form(), d.__file__)"
        answer = subprocess.check_output((sys.executable, "-c", told), cwd=empty, env=environment, text=True)
        form, file = answer.split()
        assert Path(file).is_relative_to(installed), file
        return form


def main(directory: Path, laws: tuple[str, ...]) -> None:
    """Build both wheels, and put them there if the laws pass on each; older ones of this version go in any case."""
    directory.mkdir(parents=True, exist_ok=True)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    for old in directory.glob(f"longroad-{version}-*.whl"):
        old.unlink()
    with TemporaryDirectory() as work:
        sdist = build_sdist(Path(work))
        pure = build_wheel(sdist, Path(work))
        wheels = (pure, compiled_wheel(pure))
        for wheel in wheels:
            print(wheel.name, prove(wheel, laws), flush=True)
        for made in (sdist, *wheels, build_command(Path(work))):
            shutil.copy(made, directory)


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]) or LAWS)
