"""Whole tournaments by the command itself, before a real service with workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.http.api import Api
from tests.http.conftest import address, api
from tests.http.playing import bots, matches, settings, uncounted

__all__ = ["address", "api", "bots", "matches", "settings", "uncounted"]

COMMAND = [sys.executable, "-m", "railhead.service.cli", "tournament"]
SCRIPT = Path(__file__).with_name("scripted.py")
QUICK = ("--game", "veil", "--parallel", "3")
CHOOSERS = "tests.tournaments.choosers"


def scripted(manner: str, name: str | None = None) -> tuple[str, str]:
    """A player that is a program which behaves in a manner."""
    return "--player", f"{name or manner}=command:{sys.executable} {SCRIPT} {manner}"


def python(function: str, name: str | None = None) -> tuple[str, str]:
    """A player that is one of the functions of `choosers`."""
    return "--player", f"{name or function}=python:{CHOOSERS}:{function}"


def level(name: str) -> tuple[str, str]:
    return "--player", f"level:{name}"


def ran(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        env={**os.environ, "COLUMNS": "200", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


def played(api: Api, folder: Path, *arguments: str) -> list[dict[str, Any]]:
    """The results on file after a run that comes to its end."""
    done = ran(folder, "--url", api.address, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return results(folder)


def results(folder: Path) -> list[dict[str, Any]]:
    return lines(folder / "results.jsonl")


def lines(file: Path) -> list[dict[str, Any]]:
    """What has been written to a file, if it is there, without a line that is being written."""
    written = file.read_text().splitlines(keepends=True) if file.exists() else []
    return [json.loads(line) for line in written if line.endswith("\n")]


def standings(folder: Path) -> dict[str, dict[str, Any]]:
    document = json.loads((folder / "standings.json").read_text())
    return {row["player"]: row for row in document["standings"]}
