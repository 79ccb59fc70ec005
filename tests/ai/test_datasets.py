"""Data sets: what the columns say against the rules, going on where it was stopped, the example."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from examples.learn_from_a_dataset import Arrays, read
from railhead.ai.training import datasets
from railhead.ai.training.datasets import DatasetChunk, DatasetConfig, generate
from railhead.ai.training.matches import game_with
from railhead.games.game import CHANCE, Game, State
from railhead.games.registry import rulesets, shipped_rulesets
from railhead.service.commands.export import command


def plan_of(game: str, matches: int = 2, **members: Any) -> DatasetConfig:
    seats = rulesets()[game].min_seats
    return DatasetConfig(game, seats, {}, ("expert@24", "random"), matches, 3, **members)


def made_in(folder: Path, plan: DatasetConfig) -> Arrays:
    assert [chunk.count for chunk in generate(plan, folder, 1)] == [plan.matches]
    (columns,) = read(folder)
    return columns


def position(game: Game, columns: Arrays, decision: int) -> State:
    begin, end = columns["positions_from"][decision : decision + 2]
    return game.load(columns["positions"][begin:end].tobytes())


@pytest.mark.sampled
@pytest.mark.parametrize("game", [*shipped_rulesets()])
def test_the_columns_are_what_the_rules_say(game: str, tmp_path: Path) -> None:
    plan = plan_of(game, 1)
    bound = game_with(plan.game, plan.options)
    columns = made_in(tmp_path, plan)
    seats, decisions = plan.seats, len(columns["seat"])
    assert columns["scores"].shape == columns["places"].shape == (1, seats)
    assert columns["decisions_from"].tolist() == [0, decisions]
    assert columns["values"].shape == (decisions, seats)
    total = columns["actions_from"][-1]
    assert len(columns["actions"]) == len(columns["visits"]) == len(columns["action_values"])
    assert len(columns["actions"]) == total
    assert (np.diff(columns["ply"]) > 0).all()
    notations = dict(zip(columns["named"].tolist(), columns["notations"].tolist(), strict=True))
    for decision in range(decisions):
        state = position(bound, columns, decision)
        seat = int(columns["seat"][decision])
        begin, end = columns["actions_from"][decision : decision + 2]
        legal = columns["actions"][begin:end].tolist()
        assert len(legal) > 1
        assert state.actor() == seat
        assert state.legal_actions(seat) == legal
        assert [state.parse(notations[action]) for action in legal] == legal
        visits = columns["visits"][begin:end]
        searches = plan.agents[columns["agents"][0][seat]] != "random"
        assert visits.any() == searches
        assert (np.isnan(columns["action_values"][begin:end]) == (visits == 0)).all()
        assert np.isnan(columns["values"][decision]).all() != searches
        chosen = int(columns["chosen"][decision])
        values = columns["action_values"][begin:end]
        if searches and visits[chosen] < visits.max():
            assert values[chosen] > values[visits.argmax()], "proven to be worth more"
        known = values[visits > 0]
        assert ((known >= 0) & (known <= 1)).all()
        state.play(seat, legal[chosen])
        following = decision + 1
        if following < decisions and columns["ply"][following] == columns["ply"][decision] + 1:
            assert state.actor() != CHANCE
            assert state.save() == position(bound, columns, following).save()


def test_results_are_those_of_the_matches(tmp_path: Path) -> None:
    plan = plan_of("montana", 3)
    columns = made_in(tmp_path, plan)
    assert columns["match"].tolist() == [0, 1, 2]
    assert columns["agents"].tolist() == [[0, 1], [1, 0], [0, 1]]
    for scores, places in zip(columns["scores"], columns["places"], strict=True):
        assert sorted(places.tolist()) in ([1, 2], [1, 1])
        assert scores[places.argmin()] == scores.max()
    assert (columns["places"].argmin(axis=1) == columns["agents"].argmin(axis=1)).sum() >= 2, (
        "who searches should win most of the matches"
    )


def test_equal_plans_give_equal_files_whatever_the_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datasets, "CHUNK", 2)
    plan = plan_of("montana", 4, explored=0.5)
    for folder, processes in (("one", 1), ("two", 2)):
        list(generate(plan, tmp_path / folder, processes))
    files = sorted(file.name for file in (tmp_path / "one").iterdir())
    assert files == ["000000.npz", "000002.npz", "plan.json"]
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    columns = read(tmp_path / "one")[0]
    searched = [
        (columns["visits"][begin:end], chosen)
        for begin, end, chosen in zip(
            columns["actions_from"], columns["actions_from"][1:], columns["chosen"], strict=False
        )
        if columns["visits"][begin:end].any()
    ]
    assert any(visits[chosen] < visits.max() for visits, chosen in searched)
    assert all(visits[chosen] > 0 for visits, chosen in searched)


def test_a_data_set_that_was_stopped_goes_on(tmp_path: Path) -> None:
    asked = ["montana", "--dataset", str(tmp_path), "--matches", "21", "--simulations", "1"]
    plan = ["--agent", "random", "--processes", "1"]
    ran = CliRunner().invoke(command, [*asked, *plan])
    assert ran.exit_code == 0, ran.output
    kept, again = tmp_path / "000000.npz", tmp_path / "000020.npz"
    before, content = kept.stat().st_mtime_ns, again.read_bytes()
    again.unlink()
    assert CliRunner().invoke(command, [*asked, *plan]).exit_code == 0
    assert (kept.stat().st_mtime_ns, again.read_bytes()) == (before, content)
    other = CliRunner().invoke(command, [*asked, *plan, "--seed", "2"])
    assert other.exit_code == 1
    assert "name another" in other.output


def test_the_command_says_what_it_does_not_take(tmp_path: Path) -> None:
    asked = ["montana", "--dataset", str(tmp_path / "none")]
    for wrong, named in (
        (["--agent", "hero"], "hero"),
        (["--agent", "hard~8820173"], "this version"),
        (["--option", "map=ruhr"], "map"),
        (["--seats", "9"], "--seats"),
    ):
        refused = CliRunner().invoke(command, [*asked, *wrong])
        assert refused.exit_code == 2
        assert named in refused.output
    assert not (tmp_path / "none").exists()


def test_the_example_learns(tmp_path: Path) -> None:
    plan = DatasetConfig("montana", 2, {}, ("hard@24",), 2, 5)
    assert list(generate(plan, tmp_path, 1)) == [DatasetChunk(plan, 0, 2, tmp_path / "000000.npz")]
    command = [sys.executable, "-W", "error", "examples/learn_from_a_dataset.py", str(tmp_path)]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("RAILHEAD")}
    ran = subprocess.run(
        command, env=alone, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("2 matches, ")
    before, after = (
        float(word) for word in ran.stdout.split() if word.count(".") == 1 and word[0].isdigit()
    )
    assert after < before - 0.3


def test_every_column_is_documented(tmp_path: Path) -> None:
    page = Path("docs/datasets.md").read_text(encoding="utf-8")
    columns = made_in(tmp_path, plan_of("montana", 1))
    shapes = {
        name: f"| `{name}` | {array.dtype if array.dtype.kind != 'U' else 'str'} |"
        for name, array in columns.items()
    }
    assert not [name for name, row in shapes.items() if row not in page]
