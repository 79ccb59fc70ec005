"""The pages about environments: their programs run, and the made ones are as made now."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from railhead.rl.describe import page
from tests.http.test_readme import blocks, ran
from tests.rl.tables import GAMES

PAGES = Path("docs/environments")
PROGRAMS = blocks("docs/environments/README.md", "python")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_is_as_made_now(game: str) -> None:
    written = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    assert written == page(game), "`make environments` writes it"


@pytest.mark.sampled
@pytest.mark.parametrize("program", PROGRAMS, ids=[re.split(r"\s", one)[1] for one in PROGRAMS])
def test_the_programs_run(program: str) -> None:
    assert ran([sys.executable, "-c", program])


def test_every_game_has_a_page() -> None:
    assert {one.stem for one in PAGES.glob("*.md")} == {"README", "learning", *GAMES}
