"""Arenas: pairings, statistics, results on file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ai.training.arena import Arena, Match, neighbours, play, round_robin, wilson
from games.data import read
from games.registry import rulesets
from service.commands.arena import command, options_of
from service.commands.play.command import written_options


@pytest.fixture(autouse=True)
def hosts_tic_tac_toe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("RAILHEAD_EXTRA_GAMES", "tests.small_games.tic_tac_toe")
    rulesets.cache_clear()
    yield
    rulesets.cache_clear()


def arena(matches: int = 6, **settings: Any) -> Arena:
    return Arena("tic_tac_toe", [("easy", "random")], matches, budget=0.2, **settings)


@pytest.mark.parametrize(
    ("won", "matches", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (130, 200, 0.5816, 0.7127),
    ],
)
def test_intervals(won: int, matches: int, low: float, high: float) -> None:
    assert wilson(won, matches) == pytest.approx((low, high), abs=1e-4)


def test_pairings() -> None:
    assert round_robin(["a", "b", "c"]) == [("b", "a"), ("c", "a"), ("c", "b")]
    assert neighbours(["a", "b", "c"]) == [("b", "a"), ("c", "b")]


def test_one_match_is_played_to_its_end_and_again_alike() -> None:
    match = Match("tic_tac_toe", "easy", "random", 3, budget=0.2)
    first, again = play(match), play(match)
    assert (first.won, first.scores, first.decisions) == (again.won, again.scores, again.decisions)
    assert 5 <= first.decisions <= 9
    assert set(first.turn_seconds) == {"easy", "random"}


def test_processes_play_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    first = arena(matches=4, results=file)
    assert len(list(first.run(processes=2))) == 4
    file.write_bytes(file.read_bytes()[:-20])  # killed in the middle of the last line

    resumed = arena(results=file)
    assert len(resumed.to_play()) == 3
    assert len(list(resumed.run(processes=1))) == 3
    row = resumed.standings()[0]
    assert row.matches == 6
    assert row.share == sum(result.won for result in resumed.results.values()) / 6
    assert row.low <= row.share <= row.high
    assert arena(results=file).to_play() == []
    assert len(arena(results=file, seed=2).to_play()) == 6


def test_figures_are_recorded_beside_other_games(tmp_path: Path) -> None:
    results, file = tmp_path / "results.jsonl", tmp_path / "levels.yaml"
    file.write_text("games: {other: {hard: {beats: {}, seconds_per_turn: 1.0}}}\n")
    played = arena(matches=2, results=results)
    list(played.run(processes=1))
    played.record(file)
    games = read(file)["games"]
    assert games["other"]["hard"]["seconds_per_turn"] == 1.0
    assert games["tic_tac_toe"]["easy"]["beats"]["random"]["matches"] == 2
    assert games["tic_tac_toe"]["easy"]["beats"]["random"]["seats"] == 2


def test_command(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    line = [
        "tic_tac_toe",
        "easy:random",
        "--matches",
        "2",
        "--budget",
        "0.2",
        "--results",
        str(file),
    ]
    line.append("--sheet")
    result = CliRunner().invoke(command, line)
    assert result.exit_code == 0, result.output
    assert "easy : random" in result.output
    assert "mean score sheet" in result.output
    assert len([json.loads(line) for line in file.read_text().splitlines()]) == 2
    assert CliRunner().invoke(command, ["chess"]).exit_code == 2
    for refused in (["chess:easy"], ["--strong", "2"], ["--option", "map=moon"]):
        assert CliRunner().invoke(command, ["tic_tac_toe", *refused]).exit_code == 2


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
        "tic_tac_toe", [("easy", "easy")], 4, budget=0.2, results=tmp_path / "results.jsonl"
    )
    results = list(arena.run(processes=1))
    row = arena.standings()[0]
    assert row.matches == 4
    assert row.points == sum(result.points for result in results) / 4
    assert row.sheet["points"] == row.points
    for number, key in enumerate(arena.keys):
        result = arena.results[key]
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
