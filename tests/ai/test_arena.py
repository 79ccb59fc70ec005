"""Arenas: pairings, statistics, results on file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import CliRunner

from railhead.ai.knowledge import network_file
from railhead.ai.search.levels import ChosenMove
from railhead.ai.training.agents import agent_of
from railhead.ai.training.arena import Arena, Match, Timed, neighbours, play, round_robin
from railhead.ai.training.matches import openings
from railhead.ai.training.records import RECORDS, sprt_of
from railhead.ai.training.sprt import Question, Sprt
from railhead.games.game import State
from railhead.games.registry import rulesets
from railhead.service.commands.arena import command, options_of
from railhead.service.commands.play.command import written_options


@pytest.fixture(autouse=True)
def hosts_tic_tac_toe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("RAILHEAD_EXTRA_GAMES", "tests.small_games.tic_tac_toe")
    rulesets.cache_clear()
    yield
    rulesets.cache_clear()


def arena(samples: int = 3, **settings: Any) -> Arena:
    return Arena("tic_tac_toe", [("easy", "random")], samples, budget=0.2, **settings)


def test_pairings() -> None:
    assert round_robin(["a", "b", "c"]) == [("b", "a"), ("c", "a"), ("c", "b")]
    assert neighbours(["a", "b", "c"]) == [("b", "a"), ("c", "b")]


def test_one_match_is_played_to_its_end_and_again_alike() -> None:
    match = Match("tic_tac_toe", "easy", "random", 3, budget=0.2)
    first, again = play(match), play(match)
    assert (first.won, first.scores, first.decisions) == (again.won, again.scores, again.decisions)
    assert 5 <= first.decisions <= 9
    assert set(first.turn_seconds) == {"easy", "random"}


def test_seconds_are_those_of_a_processor_whatever_else_runs() -> None:
    class Sleeper:
        def choose(self, state: State, seat: int) -> ChosenMove:
            time.sleep(0.5)
            return ChosenMove(state.legal_actions(seat)[0], 7, 0.5)

    class Thinker:
        def choose(self, state: State, seat: int) -> ChosenMove:
            while time.process_time() - began < 0.3:
                pass
            return ChosenMove(state.legal_actions(seat)[0], 7, 0.0)

    state = openings("tic_tac_toe")(0)
    slept = Timed(Sleeper()).choose(state, 0)
    began = time.process_time()
    thought = Timed(Thinker()).choose(state, 0)
    assert slept.seconds < 0.25 <= thought.seconds
    assert (slept.action, slept.simulations) == (thought.action, 7)


def test_processes_play_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    first = arena(samples=2, results=file)
    assert len(list(first.run(processes=2))) == 4
    file.write_bytes(file.read_bytes()[:-20])  # killed in the middle of the last line

    resumed = arena(results=file)
    assert len(resumed.to_play()) == 3
    assert len(list(resumed.run(processes=1))) == 3
    row = resumed.standings()[0]
    assert (row.samples, row.matches) == (3, 6)
    assert row.share == pytest.approx(sum(result.won for result in resumed.results) / 6)
    assert row.low <= row.share <= row.high
    assert arena(results=file).to_play() == []
    assert len(arena(results=file, seed=2).to_play()) == 6


def test_a_sample_is_one_shuffle_with_every_rotation(tmp_path: Path) -> None:
    played = Arena("santa_fe", [("random", "random")], 2, seats=3)
    shuffles = [match.shuffle for match in played.plan]
    assert shuffles == [0, 0, 0, 1, 1, 1]
    assert [match.seats_of_first() for match in played.plan[:3]] == [[0], [1], [2]]


def test_a_sample_that_is_not_whole_does_not_count(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    list(arena(samples=2, results=file).run(processes=1))
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:1] + lines[2:]))
    half = arena(samples=2, results=file)
    assert len(half.to_play()) == 1
    row = half.standings()[0]
    assert (row.samples, row.matches) == (1, 2)
    test = sprt_of(half, Question())
    assert test.samples == []  # the one behind the gap waits for it


def test_command(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    line = ["tic_tac_toe", "easy:greedy", "--samples", "1", "--budget", "0.2", "--score-sheet"]
    result = CliRunner().invoke(command, [*line, "--results", str(file)])
    assert result.exit_code == 0, result.output
    assert "easy : greedy" in result.output
    assert "mean score sheet" in result.output
    assert len([json.loads(line) for line in file.read_text().splitlines()]) == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["chess"], "is not one of"),
        (["tic_tac_toe", "chess:easy"], "one of random, sensible, greedy, uct, uct4, beginner"),
        (["tic_tac_toe", "easy"], "joined by ':'"),
        (["tic_tac_toe", "hard@0:easy"], "above 0"),
        (["tic_tac_toe", "--focus-seats", "2"], "from 1 to 1"),
        (["tic_tac_toe", "--seats", "3"], "for 2 to 2 players"),
        (["tic_tac_toe", "--option", "map=moon"], "option map"),
        (["tic_tac_toe", "--samples", "0"], "x>=1"),
        (["tic_tac_toe", "--sprt"], "one pairing"),
        (["tic_tac_toe", "easy:random", "--sprt", "--elo1", "0"], "must be below elo1"),
        (["tic_tac_toe", "easy~0123456789abcdef:random"], "need a clone"),
    ],
)
def test_what_the_command_refuses(line: list[str], said: str) -> None:
    result = CliRunner().invoke(command, line)
    assert result.exit_code in (1, 2)
    assert said in " ".join(re.sub("[│\n]", " ", result.output).split())


@pytest.mark.full
def test_a_test_stops_when_it_is_decided_and_is_recorded(tmp_path: Path) -> None:
    line = ["tic_tac_toe", "easy:random", "--sprt", "--samples", "40", "--processes", "1"]
    line += [
        "--results",
        str(tmp_path / "results.jsonl"),
        "--publish-dir",
        str(tmp_path / "records"),
    ]
    result = CliRunner().invoke(command, line)
    assert result.exit_code == 0, result.output
    file = next((tmp_path / "records").iterdir())
    record = json.loads(file.read_text())
    check_record(record)
    assert record["verdict"] == "stronger"
    assert len(record["samples"]) < 40
    assert record["agents"]["first"]["settings"]["level"]["name"] == "easy"
    easy = agent_of("easy").most_simulations("tic_tac_toe", 2, 1.0)
    assert record["agents"]["first"]["most_simulations"] == easy
    again = CliRunner().invoke(command, line)
    assert again.exit_code == 0, again.output
    assert json.loads(file.read_text()) == record
    assert len(list((tmp_path / "records").iterdir())) == 1


def test_a_test_without_a_verdict_is_recorded_as_such(tmp_path: Path) -> None:
    line = ["tic_tac_toe", "random:random", "--sprt", "--samples", "2", "--processes", "1"]
    line += ["--results", str(tmp_path / "results.jsonl"), "--publish-dir", str(tmp_path)]
    assert CliRunner().invoke(command, line).exit_code == 0
    record = json.loads(next(tmp_path.glob("*.json")).read_text())
    check_record(record)
    assert (record["verdict"], len(record["samples"])) == ("undecided", 2)


def check_record(record: dict[str, Any]) -> None:
    """A record's samples make its verdict, and no fewer of them made any."""
    asked = {name: record["question"][name] for name in ("elo0", "elo1", "alpha", "beta")}
    test = Sprt(Question(**asked), record["seats"], record["strong"])
    for sample in record["samples"]:
        assert test.verdict == "undecided"
        test.add(sample)
    assert test.verdict == record["verdict"]
    assert test.llr == pytest.approx(record["llr"])
    assert record["low"] <= record["share"] <= record["high"]
    assert record["share"] == pytest.approx(sum(record["samples"]) / len(record["samples"]))
    assert (record["question"]["lower"], record["question"]["upper"]) == pytest.approx(
        (test.question.lower, test.question.upper)
    )


def test_the_records_kept_are_what_their_samples_say() -> None:
    files = sorted(RECORDS.glob("*.json"))
    assert files
    for file in files:
        check_record(json.loads(file.read_text(encoding="utf-8")))


@pytest.mark.full
def test_a_killed_run_leaves_no_process_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    line = [sys.executable, "-m", "railhead.service.cli", "arena", "tic_tac_toe", "medium:easy"]
    line += ["--samples", "40", "--processes", "2", "--results", str(file)]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL) as running:
        while not file.exists() or len(file.read_text().splitlines()) < 4:
            assert running.poll() is None
            time.sleep(0.05)
        workers = psutil.Process(running.pid).children(recursive=True)
        running.kill()
    assert len(workers) >= 2
    assert psutil.wait_procs(workers, timeout=30)[1] == []

    resumed = Arena("tic_tac_toe", [("medium", "easy")], 3, results=file)
    kept = {result.key for result in resumed.results}
    assert kept
    list(resumed.run(processes=1))
    afresh = Arena("tic_tac_toe", [("medium", "easy")], 3)
    list(afresh.run(processes=1))
    assert [result.won for result in resumed.results] == [result.won for result in afresh.results]


def test_the_first_level_holds_every_choice_of_seats_evenly_apart() -> None:
    one = [
        Match("steam", "hard", "medium", number, seats=3).seats_of_first() for number in range(4)
    ]
    assert one == [[0], [1], [2], [0]]
    two = [
        Match("steam", "hard", "medium", number, seats=4, strong=2).seats_of_first()
        for number in range(3)
    ]
    assert two == [[0, 2], [1, 3], [0, 2]]
    assert Match("steam", "hard", "medium", 1, seats=5, strong=2).seats_of_first() == [1, 3]


def test_a_level_against_itself_shares_first_place_and_shows_its_points(tmp_path: Path) -> None:
    arena = Arena(
        "tic_tac_toe", [("easy", "easy")], 2, budget=0.2, results=tmp_path / "results.jsonl"
    )
    results = list(arena.run(processes=1))
    row = arena.standings()[0]
    assert row.matches == 4
    assert row.points == sum(result.points for result in results) / 4
    assert row.sheet["points"] == row.points
    for number, result in enumerate(arena.results):
        assert result.points == result.scores[number % 2]


def test_options_are_taken_as_the_game_names_them() -> None:
    named = options_of("steam", ("variant=standard", "town_twice=true"))
    assert named == {"variant": "standard", "town_twice": True}
    assert options_of("great_western_trail", ()) == {}
    assert options_of("montana", ("round_limit=9",)) == {"round_limit": 9}


def test_a_text_may_look_like_a_number() -> None:
    chosen = options_of("steam", ("variant=standard", "beginners=12"))
    assert chosen["beginners"] == "12"
    described = {"options": [{"name": "beginners", "type": "text"}]}
    assert written_options(("beginners=02",), described) == {"beginners": "02"}


@pytest.mark.parametrize(
    ("game", "made_for", "said"),
    [
        ("montana", network_file("great_western_trail"), "montana has a network of another kind"),
        ("great_western_trail", network_file("montana"), "great_western_trail has a network of"),
        ("montana", network_file("santa_fe"), "259 inputs, 173 are wanted"),
    ],
)
def test_what_was_made_for_another_game_is_refused_before_anything_is_played(
    game: str, made_for: Path, said: str, tmp_path: Path
) -> None:
    results = tmp_path / "results.jsonl"
    line = [game, f"hard@50+weights={made_for}:hard@50", "--results", str(results)]
    refused = CliRunner().invoke(command, line)
    assert refused.exit_code == 2
    assert f"made for {game}: {said}" in refused.output
    assert not results.exists()
