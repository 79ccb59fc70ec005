"""Takes what is published from a checkout: a tree of sources for each distribution.

    python -m build_support.distributions FOLDER

makes FOLDER/client, FOLDER/engines and FOLDER/service, as `tool.railhead.distributions` of
pyproject.toml says, each for `python -m build`. RAILHEAD_REPOSITORY is the address of the
repository where it is not that of `project.urls`.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import tomli_w
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from railhead import __version__

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = "railhead"
MADE: Final = ("*.so", "*.pyd", "*.pyc", "_compiled.json", "__pycache__")
"""What is built of sources is in no tree of sources."""
RELATIVE: Final = re.compile(r"(?<=\]\()(?![a-z]+:|#)[^)\s]+")
"""The target of a link of Markdown within the repository."""
PICTURES: Final = (".png", ".svg")
PRIVATE: Final = "Private :: Do Not Upload"


@dataclass(frozen=True)
class Checkout:
    """A checkout and what its pyproject.toml says."""

    root: Path = ROOT

    @cached_property
    def settings(self) -> dict[str, Any]:
        """The whole of pyproject.toml."""
        return tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))

    @cached_property
    def distributions(self) -> dict[str, Distribution]:
        """Those that are published, by their short names."""
        tables = self.settings["tool"]["railhead"]["distributions"]
        return {key: Distribution(self, table) for key, table in tables.items()}

    @property
    def repository(self) -> str:
        """The address of the repository."""
        known: str = self.settings["project"]["urls"]["Repository"]
        return (os.environ.get("RAILHEAD_REPOSITORY") or known).rstrip("/")

    def files(self) -> Iterator[Path]:
        """Each source of the package as a path from the root, links followed."""
        for folder, folders, names in os.walk(self.root / PACKAGE, followlinks=True):
            unwanted = shutil.ignore_patterns(*MADE)(folder, [*folders, *names])
            folders[:] = sorted(set(folders) - unwanted)
            for name in sorted(set(names) - unwanted):
                yield (Path(folder) / name).relative_to(self.root)

    def owner(self, file: Path) -> str | None:
        """The short name of the distribution that a file of the package belongs to."""
        module = file.with_suffix("").parts
        claims = {
            tuple(claimed.split(".")): key
            for key, one in self.distributions.items()
            for claimed in one.table["modules"]
        }
        prefixes = (module[:length] for length in range(len(module), 0, -1))
        return next((claims[prefix] for prefix in prefixes if prefix in claims), None)

    def absolute(self, page: str) -> str:
        """The text of a page of the repository, with links that work away from it."""

        def address(found: re.Match[str]) -> str:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(page), found[0]))
            kind = "raw" if path.endswith(PICTURES) else "blob"
            return f"{self.repository}/{kind}/v{__version__}/{path}"

        return RELATIVE.sub(address, (self.root / page).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Distribution:
    """What is published under one name; `table` is its part of pyproject.toml."""

    checkout: Checkout
    table: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name in the registry."""
        name: str = self.table["name"]
        return name

    @property
    def examples(self) -> list[Path]:
        """Paths of its examples from the root of the checkout."""
        folder = self.checkout.root / "examples"
        unwanted = shutil.ignore_patterns(*MADE)
        found: list[Path] = []
        for name in self.table["examples"]:
            given = folder / name
            inner = given.rglob("*") if given.is_dir() else [given]
            found += [one for one in inner if one.is_file() and not unwanted("", [one.name])]
        return sorted(one.relative_to(self.checkout.root) for one in found)

    def dependencies(self) -> list[str]:
        """Its requirements: our other distributions in this version, and those of others."""
        known = self.checkout.settings["project"]["dependencies"]
        own = [
            f"{self.checkout.distributions[key].name}=={__version__}" for key in self.table["needs"]
        ]
        wanted = {canonicalize_name(name) for name in self.table["dependencies"]}
        own += [text for text in known if canonicalize_name(Requirement(text).name) in wanted]
        return own

    def extras(self) -> dict[str, list[str]]:
        """Its extras, and those of the distributions that it needs."""
        known = self.checkout.settings["project"]["optional-dependencies"]
        own = {name: known[name] for name in self.table["extras"]}
        for other in (self.checkout.distributions[key] for key in self.table["needs"]):
            own |= {
                name: [f"{other.name}[{name}]=={__version__}"] for name in other.table["extras"]
            }
        return own

    def pyproject(self) -> dict[str, Any]:
        """The contents of its pyproject.toml."""
        settings = self.checkout.settings
        build, tools = settings["build-system"], settings["tool"]
        shared = {key: value for key, value in tools["setuptools"].items() if key != "dynamic"}
        own: dict[str, Any] = {"setuptools": {**shared, "data-files": self._documents()}}
        requires = build["requires"]
        if self.table.get("compiled"):
            own["mypy"] = {**tools["mypy"], "files": [PACKAGE]}  # mypyc reads it
        else:
            requires = [one for one in requires if Requirement(one).name == "setuptools"]
        system = {**build, "requires": requires}
        return {"build-system": system, "project": self._project(), "tool": own}

    def _project(self) -> dict[str, Any]:
        """The metadata."""
        shared, repository = self.checkout.settings["project"], self.checkout.repository
        classifiers = {*shared["classifiers"], *self.table["classifiers"]} - {PRIVATE}
        kept = ("license", "license-files", "authors", "requires-python")
        pages = f"{repository}/blob/v{__version__}"
        return {
            "name": self.name,
            "version": __version__,
            "description": self.table["description"],
            "readme": "README.md",
            **{key: shared[key] for key in kept},
            "keywords": [*shared["keywords"], *self.table["keywords"]],
            "classifiers": sorted(classifiers),
            "dependencies": self.dependencies(),
            "optional-dependencies": self.extras(),
            "urls": {
                "Repository": repository,
                "Documentation": f"{pages}/docs/guides/README.md",
                "Changelog": f"{pages}/CHANGELOG.md",
                "Issues": f"{repository}/issues",
            },
            "scripts": {
                name: target
                for name, target in shared["scripts"].items()
                if self._has(Path(*target.partition(":")[0].split(".")))
            },
        }

    def _documents(self) -> dict[str, list[str]]:
        """The examples, by the folder of an environment that they are installed into."""
        found: dict[str, list[str]] = {}
        for example in self.examples:
            folder = f"share/doc/{self.name}/{example.parent.as_posix()}"
            found.setdefault(folder, []).append(example.as_posix())
        return found

    def stage(self, folder: Path) -> None:
        """Make its tree of sources in a folder that is not there yet."""
        root = self.checkout.root
        files = [one for one in self.checkout.files() if self._has(one)]
        for file in (*files, *self.examples, *self._further()):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / file, folder / file)
        readme = self.checkout.absolute(self.table["readme"])
        (folder / "README.md").write_text(readme, encoding="utf-8")
        (folder / "pyproject.toml").write_text(tomli_w.dumps(self.pyproject()), encoding="utf-8")

    def _has(self, file: Path) -> bool:
        key = self.checkout.owner(file)
        return key is not None and self.checkout.distributions[key] is self

    def _further(self) -> Iterable[Path]:
        root = self.checkout.root
        yield Path("LICENSE")
        for name in self.table["further"]:
            given = root / name
            inner = given.rglob("*") if given.is_dir() else [given]
            yield from (one.relative_to(root) for one in inner if one.is_file())


def main() -> None:
    """Make the trees in the folder that is named."""
    for key, one in Checkout().distributions.items():
        one.stage(Path(sys.argv[1]) / key)


if __name__ == "__main__":
    main()
