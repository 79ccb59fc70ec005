"""Weights of moves that are tried against each other by priors alone."""

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from pathlib import Path

import numpy as np

from railhead.ai.knowledge import weights_of
from railhead.ai.training.evolution import Progress, Tables, Trials, evolve, lead_of, weighing
from railhead.ai.training.train import Plan, Training

GAME = "montana"
TABLES = Tables(GAME, 1.5, [2, 3], [{}])
RUINED = "build"


def test_what_priors_depend_on_is_varied() -> None:
    weights = weights_of(GAME)
    found = weighing(TABLES, weights)
    assert RUINED in found
    assert not {"exploration", "caution", "leaf_plies", "leaf_margin"} & set(found)
    assert RUINED not in weighing(TABLES, {**weights, RUINED: 0.0})


def test_a_step_goes_up_the_slope_and_changes_no_sign() -> None:
    begun = {"up": 2.0, "down": -3.0, "other": 1.23456}
    progress = Progress(0, begun, {"up": 0.0, "down": 0.0}, 0.0)
    for _ in range(5):
        progress.step(np.array([1.0, -1.0]))
    assert progress.rounds == 5
    assert progress.weights["up"] > 2.0
    assert -3.0 < progress.weights["down"] < 0
    assert progress.weights["other"] == 1.23456


def test_equal_weights_lead_by_nothing_and_the_better_lead_either_way_round() -> None:
    good = weights_of(GAME)
    bad = {**good, RUINED: good[RUINED] / 20}
    for number in (0, 1):
        assert lead_of(TABLES, number, good, good) == 0
        assert lead_of(TABLES, number, good, bad) == -lead_of(TABLES, number, bad, good)
    leads = [lead_of(TABLES, number, good, bad) for number in range(20)]
    assert statistics.mean(leads) > 0.3


def test_decays_near_one_are_tried_and_what_overflows_says_nothing() -> None:
    tables = Tables("santa_fe", 25.0, [2], [{}])
    weights = weights_of("santa_fe")
    assert "decay" in weighing(tables, weights)
    assert lead_of(tables, 0, weights, {**weights, "decay": 3.0}) == 0


def test_trials_mend_a_ruined_weight(tmp_path: Path) -> None:
    file = tmp_path / "trials.json"
    begun = Progress.begun(TABLES)
    ruined = begun.weights | {RUINED: begun.weights[RUINED] / 20}
    replace(begun, weights=ruined).write(file)
    assert list(evolve(TABLES, Trials(10, 24), file, processes=1))[-1] == 10
    found = Progress.read(file).weights
    assert found[RUINED] > ruined[RUINED]
    leads = [lead_of(TABLES, 10_000 + number, found, ruined) for number in range(30)]
    assert statistics.mean(leads) > 0


def test_stopped_or_by_other_processes_trials_come_to_the_same(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole.json", tmp_path / "stopped.json"
    assert list(evolve(TABLES, Trials(2, 14), whole, processes=1)) == [0, 1, 2]
    assert list(evolve(TABLES, Trials(1, 14), stopped, processes=2)) == [0, 1]
    assert list(evolve(TABLES, Trials(2, 14), stopped, processes=2)) == [1, 2]
    assert whole.read_bytes() == stopped.read_bytes()
    assert list(evolve(TABLES, Trials(2, 14), whole, processes=1)) == [2]


def test_a_training_begins_with_the_weights_of_its_trials(tmp_path: Path) -> None:
    assert Plan.of("great_western_trail", 0.1).trials == Trials(25, 24)
    plan = replace(Plan.of(GAME), trials=Trials(1, 4))
    training = Training(plan, tmp_path / "training")
    assert list(training.try_weights(processes=1)) == [0, 1]
    tried = training.weights_before(0)
    assert tried is not None
    assert json.loads(tried.read_text()) == Progress.read(tried.with_name("trials.json")).weights
    assert {chunk.weights for chunk in training.chunks(0)} == {tried}
    assert {chunk.weights for chunk in training.lesson_chunks(0)} == {tried}
    without = Training(replace(plan, trials=None), tmp_path / "without")
    assert list(without.try_weights(processes=1)) == []
    assert {chunk.weights for chunk in without.chunks(0)} == {None}
