"""The distributions of this checkout as wheels of plain Python, and environments to put them in."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from build_support.distributions import Checkout
from tests.commands import output_of

OURS = {one.name for one in Checkout().distributions.values()}


def build_wheels(folder: Path) -> dict[str, Path]:
    """A wheel of each distribution, by its short name."""
    wheels = {}
    for key, one in Checkout().distributions.items():
        one.stage(folder / "source" / key)
        made = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        made += ["--no-build-isolation", "--disable-pip-version-check"]
        made += ["--wheel-dir", str(folder / key), str(folder / "source" / key)]
        subprocess.run(made, env={**os.environ, "RAILHEAD_COMPILE": "0"}, check=True)
        (wheels[key],) = (folder / key).glob("*.whl")
    return wheels


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel of each distribution, built once for all processes of a test run; not to change."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (shared / "wheels.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        listing = shared / "wheels.json"
        if not listing.exists():
            paths = build_wheels(shared / "wheels")
            listing.write_text(json.dumps({key: str(path) for key, path in paths.items()}))
        return {key: Path(path) for key, path in json.loads(listing.read_text()).items()}


@dataclass(frozen=True)
class Environment:
    """An environment with wheels of ours, and a folder to work in that has nothing of ours."""

    bin: Path
    folder: Path

    @property
    def site(self) -> Path:
        (found,) = (self.bin.parent / "lib").glob("python*/site-packages")
        return found

    def run(self, program: str, *arguments: str) -> str:
        return output_of([str(self.bin / program), *arguments], self.folder, self.variables())

    def variables(self, **further: str) -> dict[str, str]:
        ours = ("RAILHEAD", "PYTHON", "REDIS", "VIRTUAL_ENV")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return {**kept, "PATH": f"{self.bin}:{kept['PATH']}", **further}

    def pip(self, *arguments: str) -> None:
        # Elsewhere, because pip takes a checkout that it stands in for what is installed.
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), *arguments]
        subprocess.run(pip, cwd=self.folder, env=self.variables(), check=True)

    def install(self, wheels: Collection[Path]) -> None:
        """Install wheels one by one, then what they need from where the tests run, off line."""
        for wheel in wheels:
            self.pip("install", "--quiet", "--no-index", "--no-deps", "--no-compile", str(wheel))
        names: set[str] = set()
        for line in self.run("python", "-c", REQUIRED).splitlines():
            needed(Requirement(line), names)
        for name in names:
            link_into(self.site, name)
        self.pip("check")

    def distributions(self) -> set[str]:
        """The names of all that is installed here."""
        told = "from importlib.metadata import distributions; "
        told += "print(*{one.metadata['Name'] for one in distributions()}, sep='\\n')"
        return {canonicalize_name(name) for name in self.run("python", "-c", told).split()}


REQUIRED = """
from importlib.metadata import distributions
for one in distributions():
    print(*[line for line in one.requires or [] if "extra ==" not in line], sep="\\n")
"""


def empty_environment(folder: Path) -> Environment:
    """An environment without any package, below `folder`."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    (folder / "elsewhere").mkdir()
    return Environment(folder / "env" / "bin", folder / "elsewhere")


def needed(wanted: Requirement, found: set[str]) -> None:
    """Add the distributions of others that a requirement means here, with all that those need."""
    ours = canonicalize_name(wanted.name) in OURS
    unwanted = wanted.marker is not None and not wanted.marker.evaluate({"extra": ""})
    if ours or unwanted or (wanted.name in found and not wanted.extras):
        return
    found.add(wanted.name)
    for line in distribution(wanted.name).requires or []:
        further = Requirement(line)
        extras = ("", *wanted.extras)
        if further.marker is None or any(further.marker.evaluate({"extra": e}) for e in extras):
            further.marker = None
            needed(further, found)


def link_into(folder: Path, name: str) -> None:
    """Put the files of an installed distribution into another environment."""
    installed = distribution(name)
    for file in installed.files or []:
        if ".." not in file.parts and file.suffix != ".pyc":
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(installed.locate_file(file)), target)
