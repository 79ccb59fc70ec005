"""Tests a checkout with the newest of everything that it needs, within its bounds and above them.

    python -m build_support.newest [--all] [FOLDER]

Each of the two gets a copy of what is committed and an environment of its own below FOLDER
(build/newest by default), where the rules are compiled and the quick tests run, with `--all` every
test. FOLDER/report.md says of which day and commit it is, which packages are newer than the locked
ones, and what breaks. Ends with status 1 where anything does. Needs uv, git, a C compiler and the
package index.
"""

from __future__ import annotations

import argparse
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from build_support.distributions import ROOT

UPPER: Final = ("<", "<=", "==", "~=", "===")
LOCK: Final = ROOT / "requirements" / "dev.txt"
PINNED: Final = re.compile(r"^(\w[^\\\n]*==[^\\\n]*?) *\\?$", re.MULTILINE)
"""A line of a lock that names a package."""
EDITABLE: Final = (
    *("env", "RAILHEAD_COMPILE=0"),  # the step after it compiles
    *("uv", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"),
)
TESTS: Final = ("-q", "--numprocesses", "4", "--dist", "worksteal")
QUICK: Final = ("-m", "not full")


@dataclass(frozen=True)
class Outcome:
    """What came of one try: other versions as `name was is`, and what is broken by them."""

    title: str
    changed: Sequence[str]
    broken: Sequence[str]
    passed: int | None = None
    """How many tests; None where none ran."""

    def __str__(self) -> str:
        parts = [f"## {self.title}", f"Other versions than the locked ones: {len(self.changed)}."]
        told = "" if self.passed is None else f" Tests that passed: {self.passed:,}."
        parts += [_bullets(self.changed), f"Broken: {len(self.broken) or 'nothing'}.{told}"]
        return "\n\n".join([part for part in [*parts, _bullets(self.broken)] if part])


def without_upper_bounds(text: str) -> str:
    """A requirement that any later version meets, too."""
    one = Requirement(text)
    one.specifier = SpecifierSet(",".join(str(s) for s in one.specifier if s.operator not in UPPER))
    return str(one)


def requirements_of(project: Mapping[str, Any]) -> list[str]:
    """All that running, building and testing needs, extras included."""
    shared = project["project"]
    groups = [*project["dependency-groups"].values(), *shared["optional-dependencies"].values()]
    wanted = [*shared["dependencies"], *project["build-system"]["requires"]]
    return wanted + [text for group in groups for text in group if isinstance(text, str)]


def versions(pins: str) -> dict[str, str]:
    """The versions that a lock pins for this Python and system, by package."""
    named = map(Requirement, PINNED.findall(pins))
    here = [one for one in named if one.marker is None or one.marker.evaluate()]
    return {canonicalize_name(one.name): str(one.specifier).removeprefix("==") for one in here}


def newest(wanted: Iterable[str]) -> str:
    """A lock of the newest releases that these requirements allow, for this Python."""
    command = ["uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate", "--upgrade"]
    command += ["--python", sys.executable, "-"]
    text = "\n".join(sorted(set(wanted)))
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout


def try_with(title: str, pins: str, folder: Path, chosen: Sequence[str]) -> Outcome:
    """What breaks with the pinned versions, in a copy of the checkout below `folder`.

    `chosen` are what pytest is told of which tests to run.
    """
    locked = versions(LOCK.read_text(encoding="utf-8"))
    changed = [
        f"{name} {locked.get(name, 'not locked')} {version}"
        for name, version in sorted(versions(pins).items())
        if locked.get(name) != version
    ]
    copy, python = folder / "checkout", str(folder / "checkout" / ".venv" / "bin" / "python")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "pins.txt").write_text(pins, encoding="utf-8")
    steps = [
        ["git", "clone", "--quiet", str(ROOT), str(copy)],
        ["uv", "venv", "--quiet", "--seed", "--python", sys.executable, str(copy / ".venv")],
        ["uv", "pip", "install", "--quiet", "--python", python, "-r", str(folder / "pins.txt")],
        [*EDITABLE, "--python", python, "--editable", str(copy)],
        [python, "setup.py", "--quiet", "build_ext", "--inplace"],
    ]
    for step in steps:
        where = copy if copy.exists() else folder
        if subprocess.run(step, cwd=where, check=False).returncode:
            return Outcome(title, changed, [" ".join(step)])
    results = folder / "results.xml"
    tests = [python, "-m", "pytest", *TESTS, *chosen, f"--junit-xml={results}"]
    status = subprocess.run(tests, cwd=copy, check=False).returncode
    return Outcome(title, changed, failures(results, status), passes(results))


def failures(results: Path, status: int) -> list[str]:
    """The tests that failed, each with the first line of why; `status` is pytest's."""
    found = []
    for case in _cases(results):
        for wrong in (*case.findall("failure"), *case.findall("error")):
            why = (wrong.get("message") or "").splitlines()[:1]
            found.append(f"{case.get('classname')}.{case.get('name')}: {''.join(why)}")
    return found or ([f"pytest ended with status {status}"] if status else [])


def passes(results: Path) -> int:
    """How many tests passed."""
    others = ("failure", "error", "skipped")
    return sum(all(case.find(one) is None for one in others) for case in _cases(results))


def _cases(results: Path) -> list[ElementTree.Element]:
    """What pytest wrote of each test."""
    if not results.exists():
        return []
    return list(ElementTree.parse(results).iter("testcase"))  # noqa: S314  # pytest has just written it


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def heading(every_test: bool) -> str:
    """Of what day, commit and Python the report is, and of which tests."""
    show = ["git", "log", "-1", "--format=%h"]
    commit = subprocess.run(show, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    told = "Every test" if every_test else "The quick tests"
    python = f"CPython {platform.python_version()}"
    return (
        f"# Newest dependencies\n\n{datetime.now(UTC).date()}, commit {commit.strip()}, {python}. "
        f"{told} ran with each set of versions."
    )


def main() -> None:
    """Try both, and write the report."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("folder", type=Path, nargs="?", default=Path("build/newest"))
    arguments.add_argument("--all", action="store_true", help="run every test, not the quick ones")
    given = arguments.parse_args()
    folder, chosen = given.folder.absolute(), () if given.all else QUICK
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = requirements_of(project)
    within = newest(wanted)
    above = newest(map(without_upper_bounds, wanted))
    outcomes = [try_with("Within the bounds", within, folder / "within", chosen)]
    if above == within:
        outcomes.append(Outcome("Above the bounds: there is nothing newer", [], []))
    else:
        outcomes.append(try_with("Above the bounds", above, folder / "above", chosen))
    report = "\n\n".join([heading(given.all), *map(str, outcomes)]) + "\n"
    (folder / "report.md").write_text(report, encoding="utf-8")
    print(report)
    sys.exit(any(one.broken for one in outcomes))


if __name__ == "__main__":
    main()
