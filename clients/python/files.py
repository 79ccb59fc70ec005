"""The generated files of `railhead.client`, and what is in each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import yaml

from clients.python import operations, problems, schemas, synchronous
from railhead.service.documentation.routes import problem_types

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "railhead" / "client"


def files() -> dict[Path, str]:
    """The text of each generated file, as `openapi.yaml` and the asynchronous client have it."""
    contract = yaml.load((ROOT / "openapi.yaml").read_bytes(), yaml.CSafeLoader)
    made = {
        CLIENT / "schemas.py": schemas.module(contract),
        CLIENT / "operations.py": operations.module(contract),
        CLIENT / "problems.py": problems.module(problem_types()),
    }
    for source in sorted((CLIENT / "asynchronous").glob("*.py")):
        text = synchronous.module(source.read_text(encoding="utf-8"))
        made[CLIENT / "synchronous" / source.name] = text
    return {path: _format(text, path) for path, text in made.items()}


def _format(text: str, path: Path) -> str:
    """As the linter wants it: imports sorted, lines of its width. Raises `CalledProcessError`."""
    for command in (["check", "--fix-only", "--select", "I,F401"], ["format"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", path, "-"],
            input=text,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        text = done.stdout
    return text
