"""Which build of `games`, `ai` and `rl` is running: compiled extensions or plain Python.

A build writes `_compiled.json` beside this file: a digest of each source it compiled. Extensions
that are older than the sources beside them would run yesterday's rules without a word, so they are
passed over, with a warning. `RAILHEAD_INTERPRETED=1` passes over them on purpose.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
"""Holds the package `railhead`, in a checkout as links to the folders beside it."""
STAMP = Path(__file__).with_name("_compiled.json")
PACKAGES = ("railhead.games.", "railhead.ai.", "railhead.rl.")


class StaleBuild(RuntimeWarning):
    """Compiled modules are older than their sources; the sources run instead."""


def digest(source: Path) -> str:
    """The digest of one source file, independent of line endings."""
    text = source.read_bytes().replace(b"\r\n", b"\n")
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def stale_sources() -> list[str]:
    """The compiled sources that have changed since they were compiled, as paths from the root."""
    stamp: dict[str, str] = json.loads(STAMP.read_text())
    return [
        name
        for name, was in stamp.items()
        if not (ROOT / name).exists() or digest(ROOT / name) != was
    ]


class SourcesOnly(importlib.abc.MetaPathFinder):
    """Finds the modules of our compiled packages as plain Python sources."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of the source file of `fullname`; None for modules of other packages."""
        if not fullname.startswith(PACKAGES) or path is None:
            return None
        name = fullname.rpartition(".")[2]
        for folder in path:
            source = Path(folder) / f"{name}.py"
            inner = Path(folder) / name / "__init__.py"
            if source.is_file():
                return importlib.util.spec_from_file_location(fullname, source)
            if inner.is_file():
                return importlib.util.spec_from_file_location(
                    fullname, inner, submodule_search_locations=[str(inner.parent)]
                )
        return None


def is_compiled_build() -> bool:
    if os.environ.get("RAILHEAD_INTERPRETED", "") not in ("", "0") or not STAMP.exists():
        return False
    stale = stale_sources()
    if stale:
        made = (ROOT / "Makefile").exists()
        how = "`make build` compiles them again" if made else "installing it anew mends that"
        warnings.warn(
            f"compiled modules are older than {', '.join(stale)}: running plain Python instead; "
            f"{how}",
            StaleBuild,
            stacklevel=3,
        )
        return False
    name = "game" + importlib.machinery.EXTENSION_SUFFIXES[0]
    return Path(__file__).with_name(name).exists()


COMPILED = is_compiled_build()


def choose_build() -> None:
    """Make imports find the plain sources where the compiled modules must not be used."""
    if not COMPILED:
        sys.meta_path.insert(0, SourcesOnly())
