"""What is said of a tournament that cannot be played, and what the command shows."""

from __future__ import annotations

import sys
from functools import partialmethod
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railhead.client.asynchronous.match import AsyncMatch
from railhead.service.cli import main
from railhead.tournaments.players import Player, UnusablePlayer, read_players
from tests.http.api import Api
from tests.tournaments.conftest import CHOOSERS, QUICK, level, played, python, ran, scripted

NOWHERE = "http://127.0.0.1:9"


def said_to(folder: Path, *arguments: str) -> Result:
    """What the command answers that runs within this process, to save the start of another."""
    words = ["tournament", str(folder), *arguments]
    return CliRunner(env={"COLUMNS": "200"}).invoke(main, words)


def test_help_names_formats_and_kinds_of_players() -> None:
    said = ran("--help").stdout
    for word in ("round-robin", "swiss", "level:", "command:", "python:", "--parallel", "FOLDER"):
        assert word in said


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        (["--player", "easy", *level("hard")], 1, "'easy' is no player: write one of level:…"),
        (["--player", "robot:x", *level("hard")], 1, "'robot:x' is no player"),
        ([*level("easy"), *level("easy")], 1, "two players 'easy': name them, as NAME=level:easy"),
        ([*level("easy"), *level("genius")], 1, "'genius' is not one of beginner, novice, easy"),
        ([*level("easy")], 2, "a table has 2 seats, and there are 1 players"),
        ([*level("easy"), *level("hard"), "--seats", "9"], 2, "is for 2 to 4 players, not 9"),
        ([*level("easy"), "--player", "command:no-such-program"], 1, "there is no such program"),
        ([*level("easy"), "--player", "command:'open"], 1, "cannot be read: No closing quotation"),
        ([*level("easy"), "--player", "python:nothing:f"], 1, "No module named 'nothing'"),
        ([*level("easy"), *python("missing")], 1, "has no attribute 'missing'"),
        ([*level("easy"), *python("NO_FUNCTION")], 1, "is no function"),
        ([*level("easy"), "--player", "python:json"], 1, "should read module:function"),
        ([*level("easy"), "--player", "agent:no-such"], 1, "there is no such program"),
        ([*level("easy"), "--player", "endpoint:x"], 1, "should read endpoint:URL MODEL"),
        ([*level("easy"), *level("hard"), "--option", "x"], 2, "'x' should read name=value"),
        ([], 2, "name the players with --player, at least two"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    api: Api, tmp_path: Path, line: list[str], status: int, said: str
) -> None:
    done = said_to(tmp_path / "cup", "--url", api.address, *QUICK, *line)
    assert done.exit_code == status, done.output
    assert said in " ".join(done.stderr.split())
    assert isinstance(done.exception, SystemExit), "a user would see a traceback"
    assert not list((tmp_path / "cup").iterdir()), "nothing is kept of it"


@pytest.mark.full
def test_an_address_without_a_service_and_a_game_that_is_none_are_said(
    api: Api, tmp_path: Path
) -> None:
    two = [*level("easy"), *level("hard")]
    nowhere = ran(tmp_path, "--url", NOWHERE, *two)
    assert nowhere.returncode == 1
    assert "is this the address of a service" in nowhere.stderr
    unknown = ran(tmp_path, "--url", api.address, "--game", "chess", *two)
    assert unknown.returncode == 1
    assert "chess" in unknown.stderr
    assert "Traceback" not in nowhere.stderr + unknown.stderr


def test_without_openskill_nothing_is_begun(tmp_path: Path) -> None:
    hidden = tmp_path / "openskill"
    hidden.mkdir()
    (hidden / "__init__.py").write_text("raise ImportError('hidden')\n")
    done = ran(tmp_path / "cup", *level("easy"), *level("hard"), PYTHONPATH=f"{tmp_path}:.")
    assert done.returncode == 1
    assert "make lint" in done.stderr
    assert not (tmp_path / "cup").exists()


@pytest.mark.full
def test_a_tournament_is_shown_without_a_service(api: Api, tmp_path: Path) -> None:
    played(api, tmp_path / "cup", *QUICK, *python("first"), *scripted("first", "theirs"))
    shown = ran(tmp_path / "cup", "--show", "--url", NOWHERE, "--order-by", "rating")
    assert shown.returncode == 0, shown.stderr
    for word in ("theirs", "95 %", "standings.json", "ratings.svg"):
        assert word in shown.stdout
    missing = ran(tmp_path / "other", "--show")
    assert missing.returncode == 2
    assert "is not there" in missing.stderr
    assert not (tmp_path / "other").exists()


@pytest.mark.full
def test_where_nobody_acts_the_run_ends_with_what_to_look_at(
    api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks once a wait is over, which takes half a minute unless it is shortened."""
    monkeypatch.setattr(AsyncMatch, "wait", partialmethod(AsyncMatch.wait, seconds=2))
    line = ["--stall-seconds", "1", *level("easy"), *level("hard")]
    done = said_to(tmp_path, "--url", api.address, *QUICK, *line)
    assert done.exit_code == 1
    assert "do workers of the service run?" in " ".join(done.stderr.split())


@pytest.mark.full
def test_a_program_is_told_its_seat_in_its_arguments_too(api: Api, tmp_path: Path) -> None:
    theirs = scripted("first", "theirs")
    told = f"{theirs[1]} at={{url}} {{game}} {{match}}:{{seat}} {{other}}"
    (one, *_) = played(api, tmp_path, *QUICK, "--player", told, *python("last"))
    seat = one["players"].index("theirs")
    log = tmp_path / "logs" / f"{one['round']}-{one['table']}-{one['rotation']}-seat-{seat}.log"
    assert log.read_text() == f"at={api.address} veil {one['match']}:{seat} {{other}}\n"


def test_players_are_named_by_what_they_are_where_nobody_names_them() -> None:
    program = Path(sys.executable).name
    written = ["level:hard", f"command:{sys.executable} -c 1", f"python:{CHOOSERS}:first"]
    assert [one.name for one in read_players(written)] == ["hard", program, "first"]
    (named,) = read_players(["a b=command:true --x=1 'two words'"])
    assert named == Player("a b", "command:true --x=1 'two words'", None, named.arguments)
    assert named.arguments == ["true", "--x=1", "two words"]
    with pytest.raises(UnusablePlayer, match="is no name of 1 to 40"):
        read_players([f"{'x' * 41}=level:easy"])
