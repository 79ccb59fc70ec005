"""`railhead play` as a person meets it: on a real terminal, over a real API, with real bots."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

import pytest

from railhead.service.core.matches import Matches
from tests.http.api import Api
from tests.http.playing import matches, playing_bots, settings, uncounted
from tests.http.terminals import PLAY, Terminal, terminal

__all__ = ["matches", "settings", "uncounted"]

MENU_LINE = re.compile(r" {0,2}(\d{1,3}) \S")
NAME = "[red]:up: 漢字"


@pytest.fixture(scope="module")
def bots(matches: Matches, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Workers that think for as short as they can: the matches are not about them."""
    with playing_bots(matches, tmp_path_factory.mktemp("workers"), "0.01"):
        yield


def menu(shown: Terminal) -> list[int]:
    """The numbers that a player could type."""
    found = (MENU_LINE.match(line) for line in shown.lines[1:])
    numbers = [int(line.group(1)) for line in found if line]
    # The table and the log may have lines that begin with a number too: the menu counts from 1.
    start = max((at for at, number in enumerate(numbers) if number == 1), default=len(numbers))
    run = numbers[start:]
    return [number for at, number in enumerate(run, 1) if number == at]


def play_on(shown: Terminal, random: Random) -> None:
    """Play to the end by what stands on the screen."""
    ended = time.monotonic() + 240
    while "the match is over" not in shown.lines[0]:
        assert time.monotonic() < ended, f"the match does not end:\n{shown.text}"
        numbers = menu(shown)
        if "your turn" in shown.lines[0] and numbers:
            before = shown.text
            shown.enter(str(random.choice(numbers)))
            shown.wait_for_another(before)
        shown.settle(0.02)


@pytest.mark.full
@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(("game", "columns"), [("montana", 80), ("santa_fe", 40)])
def test_a_whole_match_by_what_is_on_the_screen(api: Api, game: str, columns: int) -> None:
    arguments = [game, f"--url={api.address}", "--seed=5", f"--name={NAME}"]
    with terminal(*arguments, columns=columns) as shown:
        shown.until("your turn")
        play_on(shown, Random(7))
        shown.until(lambda: shown.lines[1].startswith("Score sheet"))
        shown.until("place")
        shown.enter("")
        shown.until(lambda: "Score sheet" not in shown.text)
        shown.enter("q")
        assert shown.ended() == 0
        assert "place" in shown.text
        assert "[red]:up:" in shown.raw.decode()


@pytest.mark.full
@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("game", ["steam", "great_western_trail"])
def test_a_whole_match_through_pipes(api: Api, game: str) -> None:
    lines = "".join(f"{line}\n" for line in islice(cycle(["2", "1", "", "3", "1"]), 20_000))
    arguments = [game, f"--url={api.address}", "--seed=5", f"--name={NAME}"]
    played = subprocess.run(
        [*PLAY, *arguments],
        input=lines.encode(),
        capture_output=True,
        timeout=240,
        check=True,
    )
    shown = played.stdout.decode()
    assert "\x1b" not in shown
    assert NAME in shown
    assert "Play on with" not in shown, "the match has ended"
    assert shown.splitlines()[-1].startswith("place")
    assert "not below zero" not in shown, "a category that brought nobody anything"
    assert played.stderr == b""
