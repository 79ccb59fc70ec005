"""What the README and the examples show works as it stands, and so does the terminal client."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.http.api import Api
from tests.http.playing import bots, matches, settings, uncounted
from tests.http.terminals import PLAY

__all__ = ["bots", "matches", "settings", "uncounted"]

HERE = "http://127.0.0.1:8000"


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    text = Path(page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def ran(command: list[str], **options: Any) -> str:
    done = finished(command, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def finished(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, timeout=280, check=False, **options
    )


def test_the_bot_of_the_readme_plays_a_match_and_takes_eight_lines(api: Api, bots: None) -> None:
    (program,) = blocks("README.md", "python")
    assert len([line for line in program.splitlines() if line]) <= 8
    assert HERE in program
    printed = ran([sys.executable, "-c", program.replace(HERE, api.address)])
    assert re.fullmatch(r"place [12] with \d+ points\n", printed)


def test_the_readme_begins_with_a_picture_of_at_most_150_kb() -> None:
    (picture,) = re.findall(
        r"!\[[^]]+\]\(([^)\s]+)\)", Path("README.md").read_text(encoding="utf-8")
    )
    assert Path(picture).stat().st_size < 150_000


@pytest.mark.full
def test_a_match_is_played_to_its_end_by_the_shell_loop_of_the_guide(
    api: Api, bots: None, tmp_path: Path
) -> None:
    (script,) = blocks("docs/api.md", "bash")
    environment = {**os.environ, "URL": api.address}
    printed = ran(["bash", "-eu", "-c", script], cwd=tmp_path, env=environment)
    result, _ = json.JSONDecoder().raw_decode(printed[printed.rindex('{"ranking"') :])
    assert sorted(seat for tied in result["ranking"] for seat in tied) == [0, 1]
    assert set(result["sheet"]) == {
        "settlements",
        "cattle_and_canteens",
        "coins_workers_and_goods",
    }


@pytest.mark.full
def test_the_example_bot_plays_a_whole_match_and_is_short(api: Api, bots: None) -> None:
    example = Path("examples/random_bot.py")
    assert len(example.read_text(encoding="utf-8").splitlines()) < 60
    printed = ran([sys.executable, str(example), "--url", api.address])
    assert "'ranking': [[" in printed


@pytest.mark.full
def test_the_example_follows_a_whole_match_and_is_short(api: Api) -> None:
    example = Path("examples/follow.py")
    assert len(example.read_text(encoding="utf-8").splitlines()) < 60
    match = api.created(game="montana", seats=[{"kind": "human", "name": "Ann"}] * 2, seed=2)
    token = match.created["seats"][1]["token"]
    command = [sys.executable, str(example), api.address + match.path, "--token", token]
    with subprocess.Popen(
        [*command, "--after", "1"], stdout=subprocess.PIPE, text=True
    ) as follower:
        match.play_out()
        printed, _ = follower.communicate(timeout=60)
    log = match.owner.get(f"{match.path}/events?limit=1000").json()["events"]
    *lines, last = printed.splitlines()
    assert lines == [f"{event['version']:>4}  {event['label']}" for event in log[1:]]
    assert "The match is over: Seat " in last
    assert follower.returncode == 0


@pytest.mark.full
def test_a_match_is_played_in_the_terminal(api: Api, bots: None) -> None:
    answers = "no such choice\n1\nq\n"  # with two rounds there is a decision left to leave at
    command = [*PLAY, "montana", "--url", api.address]
    opening = ["--option", "round_limit=2", "--seed", "3"]  # one that begins with the wheel
    printed = ran([*command, *opening], input=answers)
    assert "reconstruct" in printed
    assert "Hire: spin the wheel" in printed
    assert "has “no such choice” in it" in printed
    assert "START" in printed
    match, token = re.findall(r"--match=(\S+) --token=(\S+)", printed)[0]
    resumed = ran([*command, f"--match={match}", f"--token={token}"], input="1\n" * 60)
    assert "Score sheet" in resumed
    assert "place" in resumed


def test_the_terminal_client_says_what_is_wrong(api: Api) -> None:
    command = [*PLAY, "montana", "--url", api.address]
    refused = finished([*command, "--seats", "9"])
    assert refused.returncode == 1
    assert "seats: must be 2 to 4, each with its kind" in refused.stderr
    nobody = finished([*command[:-1], "http://127.0.0.1:9"])
    assert nobody.returncode == 1
    assert "railhead serve" in nobody.stderr


def test_the_python_of_the_engines_page_runs() -> None:
    code = "\n".join(blocks("docs/engines.md", "python"))
    printed = ran([sys.executable, "-c", code])
    assert "settlements" in printed
    spent = re.findall(r"own search in seat (\d): points .*, simulations \[(\d+), (\d+)\]", printed)
    assert [int(seat) for seat, *_ in spent] == [0, 1]
    assert all(int(simulations) > 0 for _, *both in spent for simulations in both)


def test_a_search_of_ones_own_is_shown_in_at_most_40_lines() -> None:
    shown = next(code for code in blocks("docs/engines.md", "python") if "own search" in code)
    assert len(shown.splitlines()) <= 40
