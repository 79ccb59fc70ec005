"""docs/adding-a-game.md makes a game that passes conformance, and is played against a bot."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import output_of
from tests.http.test_readme import blocks
from tests.web.service import Service

ROOT = Path(__file__).parent.parent
PAGE = str(ROOT / "docs/adding-a-game.md")
ACTIVATE = ". ~/railhead/.venv/bin/activate\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The reader's folder, with the game in it and the variables set that the page sets."""
    opening, *_ = blocks(PAGE, "sh")
    assert opening.startswith(ACTIVATE)
    named = f"{opening.removeprefix(ACTIVATE)}\necho $PWD $PYTHONPATH $RAILHEAD_EXTRA_GAMES"
    made = subprocess.run(
        ["bash", "-eu", "-c", named], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    for name in [name for name in os.environ if name.startswith("PYTEST_XDIST")]:
        monkeypatch.delenv(name)  # the suite that the page runs is nobody's worker
    place, path, game = made.stdout.split()
    monkeypatch.setenv("PYTHONPATH", f"{path}{os.pathsep}{ROOT}")
    monkeypatch.setenv("RAILHEAD_EXTRA_GAMES", game)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    package = Path(place, game)
    text = "\n\n".join(blocks(PAGE, "python"))
    (package / "__init__.py").write_text(text, encoding="utf-8")
    (schema,) = blocks(PAGE, "yaml")
    (package / "view_schema.yaml").write_text(schema, encoding="utf-8")
    return Path(place)


@pytest.fixture
def service(folder: Path) -> Iterator[Service]:
    """`railhead serve`, as the page starts it."""
    assert "railhead serve\n" in blocks(PAGE, "sh")
    running = Service(folder / "data")
    running.start()
    yield running
    running.stop()


def shell(folder: Path, command: str, typed: str = "") -> str:
    """What a block of the page prints."""
    script = command.removeprefix(ACTIVATE).replace("~/railhead", str(ROOT))
    return output_of(["bash", "-eu", "-c", script], folder, typed=typed)


def block_with(words: str) -> str:
    (found,) = [block for block in blocks(PAGE, "sh") if words in block]
    return found


@pytest.mark.full
def test_the_game_of_the_tutorial_passes_conformance(folder: Path) -> None:
    shown = shell(folder, block_with("pytest"))
    assert re.search(r"\b33 passed", shown)


def test_conformance_finds_the_fault_that_the_tutorial_names(folder: Path) -> None:
    rules = folder / "lucky_dip" / "__init__.py"
    text = rules.read_text(encoding="utf-8")
    line = "            self.cells[cell(TURN, kind)] = 0\n"
    assert text.count(line) == 1
    rules.write_text(text.replace(line, ""), encoding="utf-8")
    with pytest.raises(AssertionError, match="components got lost"):
        shell(folder, block_with("pytest"))


@pytest.mark.full
def test_the_game_of_the_tutorial_is_played_against_a_bot(folder: Path, service: Service) -> None:
    few = block_with("arena").replace("--samples 40", "--samples 2")
    assert "easy" in shell(folder, few)
    own = f"lucky_dip --url {service.address} --seed 1"  # one whose first token is no snake
    play = block_with("play").replace("lucky_dip", own)
    printed = shell(folder, play, typed="1\n" * 60)
    assert "Stop with" in printed
    assert "Score sheet" in printed
    assert "place" in printed
