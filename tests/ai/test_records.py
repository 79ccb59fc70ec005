"""Of which commit records and ladders are."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from railhead.ai.training.records import commit_here

FILES = ("ai/search/search.py", "ai/strength/data/ladders/montana-2.yaml", "docs/strength.md")


def git(checkout: Path, *arguments: str) -> str:
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org")
    run = subprocess.run(
        ["git", *who, *arguments], cwd=checkout, check=True, capture_output=True, text=True
    )
    return run.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet")
    for name in FILES:
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_text("as it was\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "all of it")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "ending"), [(FILES[0], "-dirty"), (FILES[1], ""), (FILES[2], "")], ids=FILES
)
def test_only_what_plays_makes_a_commit_another(checkout: Path, name: str, ending: str) -> None:
    commit = git(checkout, "rev-parse", "HEAD")[:12]
    assert commit_here(checkout) == commit
    (checkout / name).write_text("changed\n")
    assert commit_here(checkout) == commit + ending


def test_outside_of_a_clone_there_is_no_commit(tmp_path: Path) -> None:
    assert commit_here(tmp_path) is None
