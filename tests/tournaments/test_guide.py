"""The guide to tournaments: its function plays, and it says what the command takes."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from railhead.tournaments import report, state_dir
from railhead.tournaments.commands.tournament import command
from railhead.tournaments.players import KINDS
from tests.http.api import Api
from tests.http.test_readme import blocks
from tests.tournaments.conftest import COMMAND, level, results

VEIL = ("--game", "veil")
PAGE = Path("docs/guides/tournaments.md")


@pytest.mark.full
def test_the_function_of_the_guide_plays(api: Api, bots: None, tmp_path: Path) -> None:
    [program] = blocks(str(PAGE), "python")
    (tmp_path / "my_bot.py").write_text(program, encoding="utf-8")
    [player] = re.findall(r"`… --player (ours=python:\S+)`", PAGE.read_text(encoding="utf-8"))
    done = subprocess.run(
        [*COMMAND, "cup", "--url", api.address, *VEIL, "--player", player, *level("easy")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.getcwd()},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert [one["forfeits"] for one in results(tmp_path / "cup")] == [{}, {}]


def test_every_option_every_file_and_every_kind_of_player_is_in_the_guide() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for parameter in command.params:
        assert any(name in page for name in (*parameter.opts, parameter.human_readable_name))
    for name in (
        state_dir.SETTINGS,
        state_dir.RESULTS,
        state_dir.UNDER_WAY,
        report.TABLE,
        report.PLOT,
    ):
        assert f"`{name}`" in page
    for kind in KINDS:
        assert f"{kind}:" in page
