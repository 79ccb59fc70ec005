"""Tournaments that are killed, stopped or spoilt at any moment, and gone on with."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from railhead.client import Railhead
from railhead.tournaments.pairings import Pairing
from railhead.tournaments.results import Result
from railhead.tournaments.state_dir import Settings, StateDir, UnderWay, UnusableStateDir
from tests.http.api import Api
from tests.service.conftest import eventually
from tests.tournaments.conftest import COMMAND, lines, played, python, ran, results, scripted

SHORT = ("--game", "montana", "--option", "round_limit=4")
LINE = (*SHORT, *python("chance"), *scripted("first"))
SETTINGS = Settings("veil", 2, "swiss", 3, 1, 60, {"a": "level:easy", "b": "level:hard"})


@contextmanager
def running(*arguments: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    # Tests that run in the background ignore what a keyboard sends, and so would what they start.
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def under_way(folder: Path) -> list[dict[str, Any]]:
    return lines(folder / "under-way.jsonl")


def seats_played(folder: Path) -> list[int]:
    """The processes of players of the tournament in this folder."""
    matches = {one["match"] for one in under_way(folder)}
    found = []
    for process in Path("/proc").iterdir():
        try:
            environment = (process / "environ").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if any(f"RAILHEAD_MATCH={match}\0" in environment for match in matches):
            found.append(int(process.name))
    return found


def once(condition: Callable[[], object]) -> None:
    eventually(condition, pause=0.05)


@pytest.mark.full
@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGINT])
def test_a_tournament_that_was_stopped_goes_on_and_counts_nothing_twice(
    api: Api, tmp_path: Path, way: signal.Signals
) -> None:
    played_by = (*python("chance"), *scripted("slow"))
    line = ["--url", api.address, *SHORT, *played_by, "--parallel", "1", "--rounds", "2"]
    with running(tmp_path, *line) as process:
        once(lambda: len(under_way(tmp_path)) == 2)
        once(lambda: len(seats_played(tmp_path)) >= 2)
        process.send_signal(way)
        process.wait(30)
    once(lambda: not seats_played(tmp_path))
    before = results(tmp_path)
    assert len(before) == 1
    begun = under_way(tmp_path)[-1]
    done = ran(tmp_path, "--url", api.address)
    assert done.returncode == 0, done.stdout + done.stderr
    ended = results(tmp_path)
    assert ended[:1] == before
    assert len(ended) == 4
    assert len({(one["round"], one["table"], one["rotation"]) for one in ended}) == 4
    assert begun["match"] == ended[1]["match"], "it was gone on with"
    assert all(one["forfeits"] == {} for one in ended)
    assert played(api, tmp_path, *line[2:]) == ended, "nothing is left to play"


@pytest.mark.full
@pytest.mark.parametrize("meanwhile", ["time ran out", "more than half of a turn's time went by"])
def test_a_match_whose_time_went_by_while_nobody_played_is_played_again(
    api: Api, tmp_path: Path, meanwhile: str
) -> None:
    line = ["--url", api.address, *LINE, "--parallel", "1", "--turn-seconds", "20"]
    with running(tmp_path, *line) as process:
        once(lambda: under_way(tmp_path))
        process.kill()
    (begun,) = under_way(tmp_path)
    if meanwhile == "time ran out":
        with Railhead(api.address) as service:
            service.match(begun["match"], begun["tokens"]["0"]).resign()
    else:
        time.sleep(11)
    ended = played(api, tmp_path)
    assert len(ended) == 2
    assert begun["match"] not in {one["match"] for one in ended}
    assert all(one["forfeits"] == {} for one in ended)


@pytest.mark.full
def test_a_match_that_is_no_longer_there_is_played_again(api: Api, tmp_path: Path) -> None:
    with running(tmp_path, "--url", api.address, *LINE, "--parallel", "1") as process:
        once(lambda: under_way(tmp_path))
        process.kill()
    (begun,) = under_way(tmp_path)
    with Railhead(api.address) as service:
        service.match(begun["match"], begun["owner"]).delete()
    ended = played(api, tmp_path)
    assert begun["match"] not in {one["match"] for one in ended}
    assert len(ended) == 2


def result(number: int) -> Result:
    return Result(Pairing(number, 1, 1, ("a", "b"), 7), f"m{number}", [3, 1], [[0], [1]], 1, {})


def test_a_line_cut_in_the_middle_is_cut_off_and_written_anew(tmp_path: Path) -> None:
    with closing(StateDir(tmp_path)) as folder:
        folder.settle(SETTINGS)
        folder.end(result(1))
        folder.begin(UnderWay("2-1-1", "m2", "o", {0: "t"}))
        folder.end(result(2))
    file = tmp_path / "results.jsonl"
    whole = file.read_bytes()
    os.truncate(file, len(whole) - 9)
    with closing(StateDir(tmp_path)) as folder:
        assert [*folder.results] == ["1-1-1"]
        assert folder.under_way["2-1-1"].tokens == {0: "t"}
        folder.end(result(2))
    assert file.read_bytes() == whole


def test_a_result_is_kept_once_and_the_first_one_counts(tmp_path: Path) -> None:
    with closing(StateDir(tmp_path)) as folder:
        folder.end(result(1))
        folder.end(Result(result(1).pairing, "other", [0, 9], [[1], [0]], 1, {}))
    with closing(StateDir(tmp_path)) as folder:
        assert folder.results["1-1-1"] == result(1)
    assert len(results(tmp_path)) == 1


def test_reasons_of_forfeits_outlast_the_process(tmp_path: Path) -> None:
    with closing(StateDir(tmp_path)) as folder:
        match = UnderWay("1-1-1", "m", "o", {0: "t", 1: "u"})
        folder.begin(match)
        folder.forfeit(match, 1, "it ended")
    with closing(StateDir(tmp_path)) as folder:
        assert folder.under_way["1-1-1"].forfeits == {1: "it ended"}


def test_a_folder_is_of_one_tournament_and_of_one_process(tmp_path: Path) -> None:
    with closing(StateDir(tmp_path)) as folder:
        folder.settle(SETTINGS)
        folder.settle(SETTINGS)
        other = Settings("veil", 2, "swiss", 4, 1, 60, SETTINGS.players)
        with pytest.raises(UnusableStateDir, match="with rounds 3, not 4: name another folder"):
            folder.settle(other)
        with pytest.raises(UnusableStateDir, match="another process plays"):
            StateDir(tmp_path)
    with closing(StateDir(tmp_path)) as folder:
        assert folder.settings() == SETTINGS


@pytest.mark.parametrize("name", ["tournament.json", "results.jsonl", "under-way.jsonl"])
@pytest.mark.parametrize("text", ["[1]\n", "nonsense\n", '{"format": 9}\n'])
def test_files_of_something_else_are_said_to_be(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with (
        pytest.raises(UnusableStateDir, match="name another folder"),
        closing(StateDir(tmp_path)) as f,
    ):
        f.settings()


@pytest.mark.full
def test_a_swiss_that_was_killed_in_its_second_round_has_the_same_rounds(
    api: Api, tmp_path: Path
) -> None:
    names = ("a", "b", "c", "d")
    line = ["--url", api.address, "--game", "veil", "--format", "swiss", "--parallel", "2"]
    line += ["--rounds", "3", *(word for name in names for word in python("chance", name))]
    with running(tmp_path, *line) as process:
        once(lambda: len(results(tmp_path)) >= 5)
        process.kill()
    before = results(tmp_path)
    assert len(before) < 12
    ended = played(api, tmp_path)
    assert ended[: len(before)] == before
    tables: dict[tuple[int, int], set[tuple[str, ...]]] = {}
    for one in ended:
        tables.setdefault((one["round"], one["table"]), set()).add(tuple(one["players"]))
    assert len(tables) == 6
    for table in tables.values():
        first, second = table
        assert first == second[::-1]
    assert len({frozenset(one["players"]) for one in ended}) == 6, "everybody met everybody"
