"""Weights that are tried against others in matches, many changed at once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from railhead.ai.knowledge import network_file, weights_file, weights_of
from railhead.ai.training.evolution_strategies import (
    FACTOR,
    EvolutionChunk,
    EvolutionConfig,
    MatchPool,
    Perturbations,
    evaluate,
    perturbations_of,
    run_rounds,
    update,
)
from railhead.ai.training.matches import decisions
from railhead.ai.training.train import Training
from railhead.ai.training.training_config import TrainingConfig
from railhead.games.random import Random
from railhead.games.vectors import vec
from railhead.service.commands.train import command

MONTANA = MatchPool("montana", 1.5, [2, 3], [{}])
TRAIL = MatchPool("great_western_trail", 12.0, [2], [{}])
BRIEF = EvolutionConfig(rounds=2, matches=24, simulations=8, fixed=["rollout_depth"])
NAMES = [f"weight {number}" for number in range(40)]


def test_weights_are_changed_by_a_factor_but_not_those_fixed_or_beyond_a_bound() -> None:
    weights = weights_of("montana")
    evolution = EvolutionConfig(
        1,
        1,
        1,
        fixed=["rollout_depth"],
        at_most={"score_margin_weight": weights["score_margin_weight"]},
    )
    perturbations = perturbations_of(evolution, weights)
    assert set(weights) - set(perturbations.larger) == {
        "rollout_depth", *(name for name, weight in weights.items() if not weight)
    }  # fmt: skip
    assert perturbations.larger["build"] == weights["build"] * FACTOR
    assert perturbations.smaller["build"] == weights["build"] / FACTOR
    assert perturbations.larger["score_margin_weight"] == weights["score_margin_weight"]
    assert perturbations.smaller["score_margin_weight"] < weights["score_margin_weight"]


def test_what_wins_is_found_among_many_and_the_rest_hardly_changed() -> None:
    """Matches as they scatter: a lead of 2 units, where the changes are worth up to 0.7."""
    perturbations = Perturbations(
        dict.fromkeys(NAMES, 1.0), dict.fromkeys(NAMES, 2.0), dict.fromkeys(NAMES, 0.5)
    )
    worth = {NAMES[0]: (0.7, -0.7), NAMES[1]: (-0.7, 0.7), NAMES[2]: (-0.7, -0.7)}
    scatter = np.random.default_rng(5)

    def lead(number: int) -> float:
        sides = [
            perturbations.sample(drawn) for drawn in [np.random.default_rng(number)] for _ in (0, 1)
        ]
        one, other = (
            sum(worth[name][one < 0] for name, one in zip(NAMES, side, strict=True)
                if one and name in worth)
            for side in sides
        )  # fmt: skip
        return float(10 * (one - other + scatter.normal(0, 2)))

    numbers = range(2000)
    leads: list[float | None] = [lead(number) for number in numbers]
    leads[7] = None
    found = update(perturbations, numbers, leads, unit=10)
    assert found[NAMES[0]] == 2.0
    assert found[NAMES[1]] == 0.5
    assert found[NAMES[2]] == pytest.approx(1.0, abs=0.1)
    others = [abs(found[name] - 1) for name in NAMES[3:]]
    assert np.mean(others) < 0.25
    assert update(perturbations, numbers, [None] * 2000, 10) == perturbations.weights


@pytest.mark.full
def test_a_ruined_weight_loses_and_is_mended(tmp_path: Path) -> None:
    """Built too gladly a match is lost: of the changes to one weight the smaller one wins."""
    weights = weights_of("montana")
    ruined = {**weights, "build": weights["build"] / 30}
    only = [name for name in weights if name != "build"]
    evolution = EvolutionConfig(1, 160, 8, fixed=only)
    *_, (done, found) = run_rounds(MONTANA, evolution, ruined, tmp_path, processes=2)
    assert done == 160
    assert found["build"] > ruined["build"]
    assert {name: found[name] for name in only} == {name: weights[name] for name in only}


def test_what_is_too_much_to_compute_with_says_nothing(tmp_path: Path) -> None:
    pool = MatchPool("santa_fe", 25.0, [2], [{}])
    weights = weights_of("santa_fe")
    same = {"decay": 40.0}
    part = EvolutionChunk(
        pool, 4, Perturbations({**weights, **same}, same, same), 0, 1, tmp_path / "part.json"
    )
    assert json.loads(evaluate(part).file.read_text()) == [None]


@pytest.mark.full
def test_stopped_or_by_other_processes_trials_come_to_the_same(tmp_path: Path) -> None:
    weights = weights_of("montana")
    whole = list(run_rounds(MONTANA, BRIEF, weights, tmp_path / "whole", processes=1))
    assert [done for done, _ in whole] == [20, 24, 24, 44, 48, 48]
    assert next(run_rounds(MONTANA, BRIEF, weights, tmp_path / "stopped", processes=1))[0] == 20
    again = list(run_rounds(MONTANA, BRIEF, weights, tmp_path / "stopped", processes=2))
    assert again == whole
    assert whole[-1][1] != whole[2][1] != weights


@pytest.mark.full
def test_a_training_ends_with_the_weights_of_its_trials(tmp_path: Path) -> None:
    whole = TrainingConfig.of("great_western_trail").evolution
    assert whole is not None
    assert TrainingConfig.of("great_western_trail", 0.1).evolution == replace(
        whole, matches=whole.matches // 10
    )
    config = replace(
        TrainingConfig.of("montana"), generations=[], evolution=replace(BRIEF, rounds=1)
    )
    training = Training(config, tmp_path / "training")
    assert list(training.evolve(processes=1)) == [20, 24, 24]
    assert training.outputs() == {weights_file("montana"): training.evolved_weights}
    assert set(json.loads(training.evolved_weights.read_text())) == set(weights_of("montana"))
    without = Training(replace(config, evolution=None), tmp_path / "without")
    assert list(without.evolve(processes=1)) == []
    assert without.outputs() == {}


def test_the_command_tries_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run again once its weights are in use, it would go on from these by the same matches."""
    config = replace(
        TrainingConfig.of("montana"), generations=[], evolution=EvolutionConfig(1, 4, 8)
    )
    monkeypatch.setattr(TrainingConfig, "of", lambda game, scale: config)
    line = ["montana", "--folder", str(tmp_path), "--processes", "1"]
    first = CliRunner().invoke(command, line)
    assert first.exit_code == 0, first.output
    made = tmp_path / "weights-evolved.json"
    assert f"hard+weights={made}:hard --sprt" in first.output.replace("\n", "")
    when = made.stat().st_mtime_ns
    again = CliRunner().invoke(command, line)
    assert again.exit_code == 0, again.output
    assert made.stat().st_mtime_ns == when


def test_trials_play_by_the_network_that_was_trained_before(tmp_path: Path) -> None:
    weights = weights_of("montana")
    other = tmp_path / "network.json"
    told = json.loads(network_file("montana").read_text())
    other.write_text(json.dumps({**told, "bias": [2 * one for one in told["bias"]]}))
    state, random = MONTANA.opening(1), Random(1)
    for _, (seat, legal) in zip(range(30), decisions(state, random, 1000), strict=False):
        state.play(seat, legal[0])
    values = [vec[float]([0.0] * 8) for _ in range(2)]
    for file, out in zip((None, other), values, strict=True):
        replace(MONTANA, network=file).knowledge(weights).evaluate(state, out)
    assert list(values[0])[:2] != list(values[1])[:2]
