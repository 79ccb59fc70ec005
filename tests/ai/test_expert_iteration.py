"""Expert iteration: self-play, the networks of a generation, its figures, its test."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from railhead.ai.knowledge import move_features_of, policy_inputs_of
from railhead.ai.net import policy_file
from railhead.ai.training import expert_iteration, policy_fit
from railhead.ai.training.arena import Results
from railhead.ai.training.expert_iteration import (
    Candidate,
    ExpertIteration,
    Networks,
    adopt,
    agent_name,
)
from railhead.ai.training.matches import game_with, openings
from railhead.ai.training.policy_samples import Batch, Decisions, Extractor, concatenate
from railhead.ai.training.self_play import play_chunk, prune
from railhead.ai.training.sprt import NOT_STRONGER, STRONGER, UNDECIDED
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
    policy_file.read(generation.policy.file).policy(policy_inputs_of(GAME), move_features_of(GAME))
    report = json.loads(generation.report.read_text())
    assert report["policy"]["network"][0] <= report["policy"]["by_hand"][0]
    assert [one["fifth"] for one in report["value"]] == [1, 2, 3, 4, 5]
    assert not any(one.verdict.exists() for one in generation.candidates)
    assert training.best() == Networks()


@pytest.mark.sampled
def test_equal_configurations_give_equal_files(training: ExpertIteration, tmp_path: Path) -> None:
    again = play_chunk(replace(training.chunks(0)[0], file=tmp_path / "again.npz"))
    assert again.file.read_bytes() == training.chunks(0)[0].file.read_bytes()


@pytest.mark.sampled
def test_a_folder_takes_one_configuration(training: ExpertIteration) -> None:
    with pytest.raises(ValueError, match="holds what was made otherwise"):
        ExpertIteration(replace(SMALL, matches=6), training.folder, 1)


def give(candidate: Candidate, verdict: str) -> None:
    """Let the test of a network have ended so."""
    candidate.file.parent.mkdir(exist_ok=True)
    candidate.verdict.write_text(json.dumps({"verdict": verdict}))


def test_the_best_network_of_each_kind_is_the_last_one_that_won(tmp_path: Path) -> None:
    training = ExpertIteration(SMALL, tmp_path, 1)
    verdicts = [(STRONGER, NOT_STRONGER), (NOT_STRONGER, STRONGER), (NOT_STRONGER, UNDECIDED)]
    first, second, _ = generations = [training.generation(number) for number in range(3)]
    for generation, pair in zip(generations, verdicts, strict=True):
        for candidate, verdict in zip(generation.candidates, pair, strict=True):
            give(candidate, verdict)
    assert training.next_generation() == 3
    assert training.best() == Networks(first.policy.file, second.value.file)
    assert training.best(1) == Networks(first.policy.file)
    (chunk, *_) = training.chunks(3)
    assert chunk.networks == (first.policy.file, second.value.file)
    assert chunk.pool == ((first.policy.file,), ())


def test_a_generation_is_over_when_both_networks_are_tested(tmp_path: Path) -> None:
    training = ExpertIteration(SMALL, tmp_path, 1)
    generation = training.generation(0)
    give(generation.policy, STRONGER)
    assert training.next_generation() == 0
    assert training.best() == Networks(generation.policy.file)
    assert training.chunks(0)[0].networks == ()


@pytest.mark.sampled
@pytest.mark.parametrize("verdict", [STRONGER, NOT_STRONGER])
def test_a_value_is_tested_with_the_best_policy(
    training: ExpertIteration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verdict: str
) -> None:
    monkeypatch.setattr(expert_iteration, "MOST_SAMPLES", 1)
    monkeypatch.setattr(expert_iteration, "AT_ONCE", 1)
    folder = tmp_path / "training"
    shutil.copytree(training.folder, folder)
    resumed = ExpertIteration(SMALL, folder, 1, lambda _: None)
    generation = resumed.generation(0)
    give(generation.policy, verdict)
    for _ in resumed.run(1.0):
        if resumed.next_generation() > 0:
            break
    best = (generation.policy.file,) if verdict == STRONGER else ()
    played = Results(generation.value.test).by_key.values()
    assert {result.first for result in played} == {agent_name(8, (*best, generation.value.file))}
    assert {result.second for result in played} == {agent_name(8, best)}
    assert not generation.policy.test.exists()


@pytest.fixture
def in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Networks:
    """A policy and a value in use, of a game of the test's own."""
    folder = tmp_path / "knowledge"
    folder.mkdir()
    used = Networks(folder / "policy.json", folder / "network.json")
    for file, name in zip(used.files, ("policy_file", "network_file"), strict=True):
        file.write_text("in use")
        monkeypatch.setattr(expert_iteration, name, lambda _, file=file: file)
    return used


def test_only_a_network_that_won_is_adopted(tmp_path: Path, in_use: Networks) -> None:
    assert in_use.value is not None
    value = tmp_path / "network.json"
    value.write_text("won")
    assert adopt(GAME, Networks(value=value)) == [(value, in_use.value)]
    assert [file.read_text() for file in in_use.files] == ["in use", "won"]
    assert adopt(GAME, Networks()) == []
    assert set(in_use.value.parent.iterdir()) == set(in_use.files)


def test_of_a_pair_that_cannot_be_written_nothing_is_adopted(
    tmp_path: Path, in_use: Networks
) -> None:
    assert in_use.value is not None
    policy = tmp_path / "policy.json"
    policy.write_text("won")
    with pytest.raises(FileNotFoundError):
        adopt(GAME, Networks(policy, tmp_path / "missing.json"))
    assert [file.read_text() for file in in_use.files] == ["in use", "in use"]
    assert set(in_use.value.parent.iterdir()) == set(in_use.files)


def test_adopting_says_what_is_written_and_what_is_not(
    tmp_path: Path, in_use: Networks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TrainingConfig, "of", lambda *_: SMALL)
    monkeypatch.setattr(ExpertIteration, "run", lambda *_: iter(()))
    folder = tmp_path / "training"
    line = [GAME, "--folder", str(folder), "--adopt"]
    first = CliRunner().invoke(command, line)
    assert "No network has won yet: nothing is written." in first.output
    policy = ExpertIteration(SMALL, folder, 1).generation(0).policy
    give(policy, STRONGER)
    policy.file.write_text("won")
    again = CliRunner().invoke(command, line)
    assert f"Written: {in_use.policy}, from {policy.file}" in again.output
    assert [file.read_text() for file in in_use.files] == ["won", "in use"]


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
    assert "No network has won yet: the same command goes on from here." in first.output
    training = ExpertIteration(SMALL, tmp_path, 1)
    played = training.chunks(0)[0].file.stat().st_mtime_ns
    while training.next_generation() == 0:
        again = CliRunner().invoke(command, [*line, "0.001"])
        assert again.exit_code == 0, again.output
    assert training.chunks(0)[0].file.stat().st_mtime_ns == played
    for candidate in training.generation(0).candidates:
        assert json.loads(candidate.verdict.read_text())["samples"] <= 8


@pytest.mark.sampled
def test_parts_of_a_generation_are_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = replace(SMALL, matches=21, self_play=SelfPlayConfig(2, 2, full_share=0.0))
    monkeypatch.setattr(TrainingConfig, "of", lambda *_: config)
    for number, counts in ((1, [20]), (2, [1])):
        folder = tmp_path / str(number)
        line = [GAME, "--folder", str(folder), "--cores", "1", "--part", f"{number}/2"]
        again = CliRunner().invoke(command, line)
        assert "This part of generation 0 is done" in again.output, again.output
        training = ExpertIteration(config, folder, 1)
        played = [chunk for chunk in training.chunks(0) if chunk.file.exists()]
        assert [chunk.count for chunk in played] == counts
        assert list(training.generation(0).folder.iterdir()) == [training.generation(0).matches]
        shutil.copytree(training.generation(0).matches, tmp_path / "all", dirs_exist_ok=True)
    assert [file.name for file in sorted((tmp_path / "all").iterdir())] == [
        chunk.file.name for chunk in training.chunks(0)
    ]


def test_a_part_that_is_not_over_goes_on_by_the_same_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TrainingConfig, "of", lambda *_: SMALL)
    monkeypatch.setattr(ExpertIteration, "play", lambda *_: iter((1,)))
    line = [GAME, "--folder", str(tmp_path), "--part", "1/1", "--hours", "1e-9"]
    assert "The same command goes on from here." in CliRunner().invoke(command, line).output


@pytest.mark.parametrize("part", ["0/4", "5/4", "4", "1/0", "1/4/2", "-1/4", "a/b", "1.5/2", ""])
def test_a_part_that_is_none_is_refused(tmp_path: Path, part: str) -> None:
    line = [GAME, "--folder", str(tmp_path / "training"), f"--part={part}"]
    bad = CliRunner().invoke(command, line)
    assert bad.exit_code == 2
    assert "should read I/N" in bad.output
    assert not (tmp_path / "training").exists()


def test_a_part_is_not_adopted(tmp_path: Path) -> None:
    line = [GAME, "--folder", str(tmp_path / "training"), "--part", "1/2", "--adopt"]
    bad = CliRunner().invoke(command, line)
    assert bad.exit_code == 2
    assert not (tmp_path / "training").exists()


def test_a_game_without_a_configuration_is_refused() -> None:
    unknown = CliRunner().invoke(command, ["chess"])
    assert unknown.exit_code != 0
    assert "chess" in unknown.output
