"""Running programs as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


def output_of(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] | None = None,
    typed: str | None = None,
) -> str:
    """What a command prints that runs in this folder, and ends without an error.

    `environment` is the test's own where none is given; `typed` is its input.
    """
    ended = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def outputs_compiled_and_interpreted(code: str) -> list[str]:
    """What Python code prints with compiled modules, and what with plain ones."""
    return [
        output_of(
            [sys.executable, "-c", code],
            Path.cwd(),
            {**os.environ, "RAILHEAD_INTERPRETED": interpreted},
        )
        for interpreted in ("0", "1")
    ]
