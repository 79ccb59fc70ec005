"""A program of a user, as a type checker that lets nothing pass sees it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import asyncio

from railhead.client import AsyncRailhead, AsyncTurn, Choice, Railhead, Turn
from railhead.client import bot, operations, problems


@bot("http://127.0.0.1:8000", game="steam", against=["easy", "hard"], options={"map": "ruhr"})
def first(turn: Turn) -> Choice:
    if turn.state["game"] == "steam":
        print(turn.state["view"]["players"][turn.seat]["cash"])
    return turn.actions[0]


@bot("http://127.0.0.1:8000")
async def last(turn: AsyncTurn) -> Choice:
    return turn.actions[-1]["action"]


def watch(match: str) -> str:
    with Railhead("http://127.0.0.1:8000", seconds=5) as railhead:
        try:
            for event in railhead.match(match).events():
                print(event["label"], event.get("result"))
        except problems.MatchWentBack as back:
            return back.fix
        return railhead.ask(operations.get_my_webhook())["url"]


async def claim(match: str, invitation: str | None) -> int:
    async with AsyncRailhead("http://127.0.0.1:8000") as railhead:
        seat = await railhead.match(match).claim(1, invitation=invitation)
        turn = await seat.turn()
        if turn is None:
            return 0
        done = await seat.act(turn.actions[0])
        return done["version"]


scores: list[int] = [played.score for played in first.play(2)]
places: list[int] = [played.place for played in asyncio.run(last.play())]
"""
WRONG = """
from railhead.client import AsyncTurn, Railhead, Turn, bot

railhead = Railhead("http://127.0.0.1:8000")
railhead.create("montana", [{"kind": "dog"}])
railhead.game(3)
railhead.match("a").state()["versoin"]


@bot("http://127.0.0.1:8000")
def nothing(turn: Turn) -> None:
    pass


@bot("http://127.0.0.1:8000")
async def mixed(turn: Turn) -> str:
    return ""
"""


def checked(folder: Path, program: str) -> str:
    """What mypy says of a program of a user's."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "program.py"]
    done = subprocess.run(
        [*command, "--cache-dir", str(folder / "cache")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},  # an editable install is nothing to mypy
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.full
def test_programs_of_users_are_typed(tmp_path: Path) -> None:
    assert checked(tmp_path, PROGRAM) == "Success: no issues found in 1 source file\n"
    found = checked(tmp_path, WRONG)
    lines = {int(line.split(":")[1]) for line in found.splitlines() if ": error: " in line}
    assert lines == {5, 6, 7, 10, 15}, found
