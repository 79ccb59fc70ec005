"""The table in a terminal: any view in words, nothing as markup, and lines cut to the screen."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from railhead.games.registry import rulesets
from railhead.service.commands import play
from railhead.service.commands.play.fragments import lines_of, widest
from railhead.service.commands.play.pages import COMMANDS, LONG_NAMES
from railhead.words.ascii_boards import render_view, roster, without_wrapping

VIEW: dict[str, Any] = {
    "phase": "first_step",
    "to_act": [0],
    "nothing": None,
    "unused": [],
    "players": [{"money": 3, "hand": ["[red]", ":up:"], "passed": False}, {"money": 0, "hand": []}],
    "board": {"north_east": {"owner": 1}, "south": {"owner": None}},
    "notices": ["Made [up]."],
}
SEATS = [{"kind": "human", "name": "[red]:up:"}, {"kind": "bot", "level": "hard"}, {"kind": "open"}]


def printed(content: RenderableType, width: int = 60) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width).print(content)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def shown(content: RenderableType, width: int, left: int = 0) -> list[str]:
    return ["".join(part[1] for part in line).rstrip() for line in lines_of(content, width, left)]


def test_any_view_is_told_in_words() -> None:
    assert printed(render_view(VIEW)) == [
        "phase first_step · to act 0",
        "players  0  money 3 · hand [red], :up:",
        "         1  money 0",
        "board    north east  owner 1",
        "         south",
        "Made [up].",
    ]


def test_names_are_no_markup() -> None:
    told = roster([(0, ["$3", "", Text("two")]), (1, ["$0"]), (2, ["$1"])], SEATS, [1])
    assert printed(told) == [" 0 [red]:up:  $3 · two", ">1 hard bot  $0", " 2 open seat  $1"]


@pytest.mark.parametrize("width", [1, 7, 40, 80])
def test_no_line_is_longer_than_the_screen(width: int) -> None:
    told = roster([(0, ["a very long fact about nothing " * 5])], SEATS, [])
    assert all(len(line) <= width for line in shown(told, width))
    assert all(len(line) <= width for line in shown(render_view(VIEW), width))


def test_a_map_is_moved_sideways_and_not_wrapped() -> None:
    board = without_wrapping(Text("0123456789abcdef\nfedcba"))
    assert widest(board) == 16
    assert shown(board, 10) == ["0123456789", "fedcba"]
    assert shown(board, 10, 4) == ["456789abcd", "ba"]
    assert shown(board, 10, 99) == ["6789abcdef", ""]
    assert shown(board, 80) == ["0123456789abcdef", "fedcba"]


def test_wide_characters_are_cut_as_wide_as_they_are() -> None:
    board = without_wrapping(Text("漢字漢字"))
    assert shown(board, 4) == ["漢字"]
    assert shown(board, 4, 2) == ["字漢"]


def test_the_guide_has_every_command() -> None:
    guide = Path("docs/guides/terminal.md").read_text()
    for name in [*COMMANDS, *LONG_NAMES]:
        assert f"`{name}`" in guide, name


def test_the_client_knows_no_game() -> None:
    sources = Path(play.__file__).parent.glob("*.py")
    text = "\n".join(source.read_text() for source in sources).casefold()
    assert len(text) > 1000
    for ruleset in rulesets().values():
        assert not re.search(rf"\b{ruleset.id}\b|\b{ruleset.name.casefold()}\b", text)
