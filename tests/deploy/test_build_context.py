"""What `.dockerignore` leaves of a checkout for the build of the image."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

from docker.utils.build import exclude_paths

from tests.deploy.manifests import ROOT

SECRETS = (
    ".git/config",
    ".env",
    ".venv/bin/python",
    ".venv/lib/python3.11/site-packages/x.py",
    "data/appendonlydir/appendonly.aof.1.incr.aof",
    "data/store.log",
    "deploy/kubernetes/secret.env",
    "build/tools/usr/bin/prometheus",
    "dist/railhead-0.1.0.whl",
    "node_modules/x/index.js",
    "clients/typescript/node_modules/x/index.js",
    "bench/out/latest.json",
    "games/__pycache__/game.cpython-311.pyc",
    "games/montana__mypyc.cpython-311-x86_64-linux-gnu.so",
    "games/_compiled.json",
    "web/.env",
)


def build_context(root: Path) -> set[str]:
    """The files that a build is given, by Docker's own reading of the patterns."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    found = exclude_paths(str(root), patterns, dockerfile="Dockerfile")
    return {name for name in found if (root / name).is_symlink() or not (root / name).is_dir()}


def sources() -> list[str]:
    """What the Dockerfile copies from the checkout."""
    copied = re.findall(r"^COPY (?!--from)(.+)$", (ROOT / "Dockerfile").read_text(), re.M)
    return [source for words in copied for source in shlex.split(words)[:-1]]


def test_nothing_secret_or_built_is_in_the_context(tmp_path: Path) -> None:
    for name in (*SECRETS, "games/game.py", "docs/rules/montana.md", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "Dockerfile").touch()
    kept = build_context(tmp_path) - {"Dockerfile", ".dockerignore"}
    assert kept == {"games/game.py", "docs/rules/montana.md", "pyproject.toml"}


def test_whatever_is_copied_is_in_the_context_whole() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", *sources()], cwd=ROOT, capture_output=True, text=True, check=True
    )
    wanted = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    assert wanted
    assert wanted <= build_context(ROOT)


def test_nothing_that_git_ignores_is_in_the_context() -> None:
    asked = "\0".join(sorted(build_context(ROOT)))
    words = ["git", "check-ignore", "-z", "--stdin"]
    done = subprocess.run(words, cwd=ROOT, input=asked, capture_output=True, text=True, check=False)
    assert done.stdout == ""
