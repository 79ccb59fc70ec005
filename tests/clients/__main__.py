"""Run as `make clients`: lints the contract, generates clients, compiles them strictly, plays.

It runs the tests of clients/typescript, whose types must be fresh, and the JavaScript of
docs/guides and examples/table.html, as they stand: the other tests do without node. So webhooks are
verified by the library of their scheme for JavaScript.

Needs node and npm, and once the network; all it makes lies in one folder, `--folder`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from railhead.service.contract.openapi import as_yaml
from railhead.service.running.embedded_store import Embedded
from tests.http.api import serving

HERE = Path(__file__).parent
CONTRACT = HERE.parent.parent / "openapi.yaml"
GUIDES = HERE.parent.parent / "docs" / "guides"
OURS = HERE.parent.parent / "clients" / "typescript"
TYPES = "src/contract.ts"
TABLE = HERE.parent.parent / "examples" / "table.html"
GUIDE_SECONDS = 120
COPIED = ("*.ini", "*.json", "*.mjs", "*.yaml", "*.ts")
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
            *("--config", "python.yaml", "--fail-on-warning"),
        ),
        (sys.executable, "-m", *MYPY, "railhead_client"),
    ]
    for step in steps:
        run(folder, *step)
    ours = compiled(folder)
    with service() as address:
        tests = [str(test.relative_to(ours)) for test in sorted(ours.glob("dist/tests/*.test.js"))]
        run(ours, "node", "--test", *tests, URL=address)
        run(ours, "node", "dist/examples/random_bot.js", address)
        for program in ("fetching.js", "generated.js"):
            run(folder, "node", f"out/{program}", address)
        run(folder, "node", "table.mjs", address, str(TABLE))
        for program in programs_of_guides(folder):
            run_guide(folder, program, address)


def compiled(folder: Path) -> Path:
    """Where our client is, compiled and importable. Ends the program where its types are stale."""
    ours = folder / "typescript"
    shutil.rmtree(ours, ignore_errors=True)
    shutil.copytree(OURS, ours, ignore=shutil.ignore_patterns("node_modules", "dist"))
    (folder / "types.yaml").write_text(as_yaml(recorded_examples=False), "utf-8")
    run(folder, "npx", "openapi-typescript", "types.yaml", "-o", f"typescript/{TYPES}")
    if (ours / TYPES).read_text("utf-8") != (OURS / TYPES).read_text("utf-8"):
        sys.exit(f"{OURS / TYPES} is stale: `make openapi` writes it anew now")
    run(ours, "npx", "tsc", "-p", ".")
    run(ours, "npm", "pack", "--dry-run", "--ignore-scripts")
    installed = folder / "node_modules" / "railhead-client"
    installed.unlink(missing_ok=True)
    installed.symlink_to(ours)
    return ours


def run(folder: Path, *command: str, **environment: str) -> None:
    """Run a command there, saying which. Ends the program where it fails."""
    print("$", " ".join(command), flush=True)
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    ran = subprocess.run(
        command, cwd=folder, env={**os.environ, **quiet, "PATH": path, **environment}, check=False
    )
    if ran.returncode != 0:
        sys.exit(f"{command[0]} {command[1]} ended with status {ran.returncode}")


def run_guide(folder: Path, program: str, address: str) -> None:
    """Run a program of a guide. Ends ours where it does not follow a match to its end."""
    print("$ node", program, flush=True)
    ran = subprocess.run(
        ("node", "--experimental-eventsource", program),
        cwd=folder,
        env={**os.environ, "URL": address},
        stdout=subprocess.PIPE,
        text=True,
        timeout=GUIDE_SECONDS,
        check=False,
    )
    print("".join(ran.stdout.splitlines(keepends=True)[-2:]), end="", flush=True)
    if ran.returncode != 0 or "The match is over: " not in ran.stdout:
        sys.exit(f"{program} ended with status {ran.returncode}, and not with the match")


def programs_of_guides(folder: Path) -> list[str]:
    """The names of the files there that hold the JavaScript of the guides, a block each."""
    names = []
    for guide in sorted(GUIDES.glob("*.md")):
        text = guide.read_text(encoding="utf-8")
        for number, block in enumerate(re.findall(r"```js\n(.*?)```", text, re.DOTALL)):
            names.append(f"{guide.stem}-{number}.mjs")
            (folder / names[-1]).write_text(block, encoding="utf-8")
    assert names, GUIDES
    return names


@contextmanager
def service() -> Iterator[str]:
    """The address of a service with bots over a store of its own."""
    os.environ.setdefault("RAILHEAD_LOG_LEVEL", "warning")
    os.environ["RAILHEAD_WEBHOOK_PRIVATE_ADDRESSES"] = "127.0.0.0/8"
    with tempfile.TemporaryDirectory() as folder:
        store = Embedded(Path(folder))
        store.lock()
        process = store.start()
        bots = subprocess.Popen(
            [sys.executable, "-m", "railhead.service.cli", "worker"],
            env={**os.environ, "REDIS_URL": store.url, "RAILHEAD_BOT_BUDGET_FACTOR": "0.05"},
        )
        try:
            with serving(store.url) as address:
                yield address
        finally:
            bots.terminate()
            bots.wait(20)
            process.terminate()
            process.wait(10)
            store.close()


if __name__ == "__main__":
    main()
