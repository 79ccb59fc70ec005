"""Expert iteration: self-play, the networks of a generation, its figures, its test."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from railhead.ai.knowledge import move_features_of, policy_inputs_of
from railhead.ai.net import policy_file
from railhead.ai.training import expert_iteration, policy_fit
from railhead.ai.training.expert_iteration import ExpertIteration
from railhead.ai.training.matches import game_with, openings
from railhead.ai.training.policy_samples import Batch, Decisions, Extractor, concatenate
from railhead.ai.training.self_play import play_chunk, prune
from railhead.ai.training.sprt import STRONGER
from railhead.ai.training.training_config import SelfPlayConfig, TrainingConfig
from railhead.ai.training.value_samples import read_columns
from railhead.service.commands.train import command

GAME = "steam"
SMALL = replace(
    TrainingConfig.of(GAME),
    seats=[3],
    options=[{}],
    matches=5,
    trial=8,
    self_play=SelfPlayConfig(simulations=110, fast_simulations=4, full_share=0.08),
)


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> ExpertIteration:
    """One generation of five matches, played and fitted."""
    training = ExpertIteration(SMALL, tmp_path_factory.mktemp("training"), 1, lambda _: None)
    list(training.play(0))
    training.fit(0)
    return training


@pytest.fixture(scope="module")
def decisions(training: ExpertIteration) -> Decisions:
    """What its policy was fitted to."""
    return Extractor(game_with(GAME, {})).decisions(training.chunks(0)[0].file)


@pytest.mark.sampled
def test_only_long_searches_are_recorded_with_visits(training: ExpertIteration) -> None:
    columns = read_columns(training.chunks(0)[0].file)
    visits = np.add.reduceat(columns["visits"], columns["actions_from"][:-1])
    searched = visits > 0
    assert 0.02 < searched.mean() < 0.2
    assert visits[searched].max() <= SMALL.self_play.simulations
    assert not np.isnan(columns["values"]).any()
    assert len(columns["match"]) == SMALL.matches


@pytest.mark.sampled
def test_a_generation_has_networks_and_figures(training: ExpertIteration) -> None:
    generation = training.generation(0)
    policy_file.read(generation.policy).policy(policy_inputs_of(GAME), move_features_of(GAME))
    report = json.loads(generation.report.read_text())
    assert report["policy"]["network"][0] <= report["policy"]["by_hand"][0]
    assert [one["fifth"] for one in report["value"]] == [1, 2, 3, 4, 5]
    assert not generation.verdict.exists()
    assert training.best() == ()


@pytest.mark.sampled
def test_equal_configurations_give_equal_files(training: ExpertIteration, tmp_path: Path) -> None:
    again = play_chunk(replace(training.chunks(0)[0], file=tmp_path / "again.npz"))
    assert again.file.read_bytes() == training.chunks(0)[0].file.read_bytes()


@pytest.mark.sampled
def test_a_folder_takes_one_configuration(training: ExpertIteration) -> None:
    with pytest.raises(ValueError, match="holds what was made otherwise"):
        ExpertIteration(replace(SMALL, matches=6), training.folder, 1)


def test_the_best_networks_are_those_of_the_last_generation_that_won(tmp_path: Path) -> None:
    training = ExpertIteration(SMALL, tmp_path, 1)
    for number, verdict in enumerate([STRONGER, STRONGER, "not stronger"]):
        generation = training.generation(number)
        generation.folder.mkdir()
        generation.verdict.write_text(json.dumps({"verdict": verdict}))
    assert training.next_generation() == 3
    assert training.best() == training.generation(1).networks
    (chunk, *_) = training.chunks(3)
    assert chunk.networks == training.generation(1).networks
    assert chunk.pool == (training.generation(0).networks, ())


@pytest.mark.sampled
def test_the_gradient_of_the_policy_is_that_of_its_loss(decisions: Decisions) -> None:
    keys = int(move_features_of(GAME).size)
    p = policy_fit.initial_parameters(decisions, keys, 4, 1)
    exact: Any = {name: value.astype(np.float64) for name, value in p.items()}
    batch = Batch.of(decisions, np.arange(min(40, len(decisions))), keys)
    weights = np.ones(len(decisions), np.float32)

    def loss() -> float:
        shares = policy_fit.forward(exact, batch)[2]
        return float(-(batch.shares * np.log(shares)).sum() / len(batch.rows))

    slopes = policy_fit.gradient(exact, batch, weights)
    for name, slope in slopes.items():
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        before = exact[name][place]
        exact[name][place] = before + 1e-5
        above = loss()
        exact[name][place] = before - 1e-5
        assert float(slope[place]) == pytest.approx((above - loss()) / 2e-5, rel=5e-3), name
        exact[name][place] = before


@pytest.mark.sampled
def test_the_compiled_policy_is_the_fitted_one(decisions: Decisions) -> None:
    features, moves = policy_inputs_of(GAME), move_features_of(GAME)
    p = policy_fit.initial_parameters(decisions, int(moves.size), 8, 2)
    policy = policy_fit.quantize(p, "").policy(features, moves)
    extractor = Extractor(game_with(GAME, {}))
    state = openings(GAME, 3)(4)
    seat = int(state.actor())
    told = extractor.see(state, seat)
    count = int(extractor.choices.collect(state, seat))
    weights = extractor.choices.weights
    policy.sharpen(state, seat, extractor.choices.actions, weights)
    found = np.array([weights[index] for index in range(count)])
    first = told["own"] @ p["own"] + told["others"] @ p["others"] + told["table"] @ p["table"]
    units = np.clip(first + p["bias"], 0, 1)
    ends = np.cumsum(told["ends"])
    logits = [
        prior + sum(units @ p["embeddings"][key] for key in told["keys"][end - keys : end])
        for prior, keys, end in zip(told["priors"], told["ends"], ends, strict=True)
    ]
    wanted = np.exp(logits) / np.exp(logits).sum()
    assert found / found.sum() == pytest.approx(wanted, abs=2e-3)


@pytest.mark.sampled
def test_what_no_decision_has_weighs_nothing(decisions: Decisions) -> None:
    keys = int(move_features_of(GAME).size)
    p, _ = policy_fit.fit(decisions, keys, policy_fit.PolicyConfig(hidden=4, epochs=1))
    fitted = np.flatnonzero(decisions.match != np.unique(decisions.match)[0])
    named = Batch.of(decisions, fitted, keys).keys.getnnz(axis=0) > 0
    assert not p["embeddings"][~named].any()
    assert p["embeddings"][named].any(axis=1).all()
    assert not p["own"][~decisions.own[fitted].any(axis=0)].any()


@pytest.mark.sampled
def test_decisions_of_several_files_are_those_of_each(decisions: Decisions) -> None:
    both = concatenate([decisions, decisions])
    keys, count = int(move_features_of(GAME).size), len(decisions)
    one, other = (Batch.of(both, np.arange(start, start + count), keys) for start in (0, count))
    assert (one.keys != other.keys).nnz == 0
    assert np.array_equal(one.shares, other.shares)
    assert one.shares.sum() == pytest.approx(count, rel=1e-4)


def test_visits_that_were_only_forced_are_no_targets() -> None:
    best, forced, good = (1, 90, [81.0], 0.5), (2, 4, [0.8], 0.05), (3, 20, [17.9], 0.2)
    found = {entry[0]: entry[1] for entry in prune([best, forced, good], 0, 1.0, 2.0)}
    assert found[1] == 90
    assert found[2] == 0
    assert 12 < found[3] <= 20


@pytest.mark.full
def test_the_command_resumes_until_a_generation_is_tested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expert_iteration, "MOST_SAMPLES", 8)
    monkeypatch.setattr(TrainingConfig, "of", lambda *_: SMALL)
    line = [GAME, "--folder", str(tmp_path), "--cores", "1", "--hours"]
    first = CliRunner().invoke(command, [*line, "0.0001"])
    assert first.exit_code == 0, first.output
    assert "No generation has won yet" in first.output
    training = ExpertIteration(SMALL, tmp_path, 1)
    played = training.chunks(0)[0].file.stat().st_mtime_ns
    while training.next_generation() == 0:
        again = CliRunner().invoke(command, [*line, "0.001"])
        assert again.exit_code == 0, again.output
    assert training.chunks(0)[0].file.stat().st_mtime_ns == played
    assert json.loads(training.generation(0).verdict.read_text())["samples"] <= 8


def test_a_game_without_a_configuration_is_refused() -> None:
    unknown = CliRunner().invoke(command, ["chess"])
    assert unknown.exit_code != 0
    assert "chess" in unknown.output
