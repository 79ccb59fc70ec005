"""Run as `make clients`: lints the contract, generates clients, compiles them strictly, plays.

Needs node and npm, and once the network; all it makes lies in one folder, `--folder`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.running.embedded_store import Embedded
from tests.http.api import serving

HERE = Path(__file__).parent
CONTRACT = HERE.parent.parent / "openapi.yaml"
COPIED = ("*.ini", "*.json", "*.yaml", "*.ts")
MYPY = ("mypy", "--no-error-summary", "--config-file=mypy.ini", "--cache-dir=mypy_cache")


def main() -> None:
    """Do it all; ends with status 1 at the first thing that is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.clients", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/clients"))
    folder: Path = parser.parse_args().folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    for pattern in COPIED:
        for source in HERE.glob(pattern):
            shutil.copy(source, folder)
    shutil.copy(CONTRACT, folder)
    steps = [
        ("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"),
        ("npx", "redocly", "lint", "openapi.yaml", "--config", "redocly.yaml"),
        ("npx", "spectral", "lint", "openapi.yaml", "-r", "spectral.yaml", "--fail-severity=hint"),
        ("npx", "openapi-typescript", "openapi.yaml", "-o", "schema.d.ts"),
        ("npx", "openapi-ts", "-i", "openapi.yaml", "-o", "hey"),
        ("npx", "tsc", "-p", "."),
        (
            *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
            *("--path", "openapi.yaml", "--output-path", "railhead_client", "--overwrite"),
            "--fail-on-warning",
        ),
        (sys.executable, "-m", *MYPY, "railhead_client"),
    ]
    for step in steps:
        run(folder, *step)
    with service() as address:
        for program in ("fetching.js", "generated.js"):
            run(folder, "node", f"out/{program}", address)


def run(folder: Path, *command: str) -> None:
    """Run a command there, saying which. Ends the program where it fails."""
    print("$", " ".join(command), flush=True)
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    ran = subprocess.run(command, cwd=folder, env={**os.environ, **quiet}, check=False)
    if ran.returncode != 0:
        sys.exit(f"{command[0]} {command[1]} ended with status {ran.returncode}")


@contextmanager
def service() -> Iterator[str]:
    """The address of a service over a store of its own."""
    os.environ.setdefault("RAILHEAD_LOG_LEVEL", "warning")
    with tempfile.TemporaryDirectory() as folder:
        store = Embedded(Path(folder))
        store.lock()
        process = store.start()
        try:
            with serving(store.url) as address:
                yield address
        finally:
            process.terminate()
            process.wait(10)
            store.close()


if __name__ == "__main__":
    main()
