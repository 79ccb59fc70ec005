"""Training a network: what is taken down, what is learned, and going on where it was stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from railhead.ai.knowledge import features_of
from railhead.ai.net import weights_file
from railhead.ai.training import replay_buffer, sgd
from railhead.ai.training.matches import openings
from railhead.ai.training.replay_buffer import SelfPlayConfig
from railhead.ai.training.train import Training, knowledge_from, play_match
from railhead.ai.training.training_config import SelfPlayRun, TrainingConfig
from railhead.games.game import CHANCE
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.registry import rulesets
from railhead.games.vectors import vec
from railhead.service.commands.train import command

GAME = "montana"
SMALL = replace(
    TrainingConfig.of(GAME),
    generations=[SelfPlayRun(30, SelfPlayConfig(8)), SelfPlayRun(10, SelfPlayConfig(8))],
    policy_targets=SelfPlayRun(6, SelfPlayConfig(20, 5, 0.1)),
    sgd_config=sgd.SgdConfig(hidden=8, unit=1.5, epochs=4),
)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Training:
    """A small training of two generations."""
    training = Training(SMALL, tmp_path_factory.mktemp("training"))
    carry_out(training)
    return training


def carry_out(training: Training) -> None:
    for number in range(len(training.config.generations)):
        list(training.play(training.chunks(number), processes=1))
        training.learn(number)
        list(training.play(training.policy_target_chunks(number), processes=1))
        training.fit_policy(number)


def files_of(training: Training, generation: int) -> list[Path]:
    return [chunk.file for chunk in training.chunks(generation)]


@pytest.mark.full
def test_what_is_taken_down_is_what_features_say(trained: Training) -> None:
    found = replay_buffer.read(files_of(trained, 0))
    assert set(found) == {2, 3, 4}
    features = features_of(GAME)
    for seats, part in found.items():
        count = len(part.match)
        assert part.table.shape == (count, features.of_table)
        assert part.seats.shape == (count, seats, features.of_seat)
        assert np.allclose(part.firsts.sum(axis=1), 1)
        assert part.points.max() <= 12
        leaders = part.points == part.points.max(axis=1, keepdims=True)
        assert leaders[part.firsts > 0].all()


@pytest.mark.full
@pytest.mark.parametrize("hidden", [8, 0])
def test_training_finds_better_weights_than_it_begins_with(trained: Training, hidden: int) -> None:
    found = replay_buffer.read(files_of(trained, 0))
    features = features_of(GAME)
    begun = sgd.initial_parameters(int(features.of_table), int(features.of_seat), hidden, seed=0)
    sgd.start_units(begun, found)
    before = sgd.held_out_losses(begun, found, SMALL.sgd_config)
    after = sgd.held_out_losses(
        sgd.train(begun, found, SMALL.sgd_config, 0), found, SMALL.sgd_config
    )
    assert after["points"] < before["points"]


@pytest.mark.full
@pytest.mark.parametrize("bias", [0.3, -40.0])
def test_units_begin_between_their_clips(trained: Training, bias: float) -> None:
    found = replay_buffer.read(files_of(trained, 0))
    features = features_of(GAME)
    begun = sgd.initial_parameters(int(features.of_table), int(features.of_seat), 8, seed=0)
    begun["bias"][:8] = bias
    sgd.start_units(begun, found)
    for part in found.values():
        inputs = part.table.astype(np.float32), part.seats.astype(np.float32)
        _, units, *_ = sgd.forward(begun, *inputs, part.certain)
        flat = units.reshape(-1, 8)
        assert ((flat > 0) & (flat < 1)).mean(axis=0).min() > 0.5
        assert flat.std(axis=0).min() > 0.1


def test_the_gradient_is_that_of_the_loss() -> None:
    draw = np.random.default_rng(0)
    sgd_config = sgd.SgdConfig(hidden=4, unit=10.0, first=1.3)
    parameters: dict[str, Any] = {
        name: value + draw.normal(0, 0.1, value.shape)
        for name, value in sgd.initial_parameters(5, 7, 4, seed=1).items()
    }
    rows, seats = 6, 3
    taken: Any = (
        draw.integers(0, 2, (rows, 5)).astype(float),
        draw.integers(0, 2, (rows, seats, 7)).astype(float),
        draw.integers(0, 20, (rows, seats)).astype(float),
        draw.integers(0, 40, (rows, seats)).astype(float),
        np.eye(seats)[draw.integers(0, seats, rows)],
    )

    def loss() -> float:
        _, parts = sgd.gradient(parameters, taken, sgd_config)
        missed = parts["points"] ** 2 + sgd_config.lead * parts["lead"] ** 2
        return seats * missed / (2 * sgd_config.unit**2) + sgd_config.first * parts["first"]

    slopes, _ = sgd.gradient(parameters, taken, sgd_config)
    for name, value in parameters.items():
        place = tuple(int(draw.integers(size)) for size in value.shape)
        before = float(value[place])
        value[place] = before + 1e-4
        above = loss()
        value[place] = before - 1e-4
        slope = (above - loss()) / 2e-4
        value[place] = before
        assert slopes[name][place] == pytest.approx(slope, rel=1e-3, abs=1e-5)


def test_what_is_never_used_does_not_decay_to_denormal_numbers() -> None:
    parameters = {"own": np.ones((1, 4), np.float32)}
    adam = sgd.Adam(parameters, decay=5.0)
    for step in range(4000):
        adam.step(parameters, {"own": np.full((1, 4), float(step == 0), np.float32)}, 0.01)
        sizes = np.abs([adam.mean["own"], adam.square["own"], parameters["own"]])
        assert ((sizes == 0) | (sizes >= np.finfo(np.float32).tiny)).all()


@pytest.mark.parametrize(("game", "hidden"), [(GAME, 8), ("steam", 8), (GAME, 0)])
def test_the_packed_network_values_as_the_trained_one(game: str, hidden: int) -> None:
    features, sgd_config, seat_count = features_of(game), TrainingConfig.of(game).sgd_config, 3
    draw = np.random.default_rng(3)
    parameters = sgd.initial_parameters(
        int(features.of_table), int(features.of_seat), hidden, seed=5
    )
    for value in parameters.values():
        value += draw.normal(0, 0.1, value.shape).astype(np.float32)
    position = openings(game, seat_count)(5)
    random_match(position, Random(1), 60)
    recorder = replay_buffer.PositionRecorder(features)
    recorder.encode(position)
    table = np.array(recorder.table, np.float32)
    seats = np.array(recorder.seats, np.float32)
    certain = np.array(recorder.certain, np.float32) / np.float32(sgd_config.unit)
    wanted, *_ = sgd.forward(parameters, table, seats, certain)
    values = vec[float]([0.0] * (2 * seat_count))
    sgd.quantize(parameters, sgd_config, "").network(features, seat_count).value(position, values)
    assert list(values) == pytest.approx([*wanted[0, :, 0], *wanted[0, :, 1]], abs=0.01)


@pytest.mark.full
def test_a_training_that_was_stopped_goes_on_to_the_same(trained: Training, tmp_path: Path) -> None:
    training = Training(SMALL, tmp_path)
    next(training.play(training.chunks(0), processes=1))
    play_match = [file for file in files_of(training, 0) if file.exists()]
    assert 0 < len(play_match) < len(files_of(training, 0))
    when = play_match[0].stat().st_mtime_ns
    carry_out(training)
    assert play_match[0].stat().st_mtime_ns == when
    for number in (0, 1):
        assert training.network(number).read_bytes() == trained.network(number).read_bytes()
        assert training.weights(number).read_bytes() == trained.weights(number).read_bytes()


@pytest.mark.full
def test_the_second_generation_plays_by_the_first_network(trained: Training) -> None:
    assert knowledge_from(SMALL, None, None).has_win_odds is False
    chunk = trained.chunks(1)[0]
    assert (chunk.network, chunk.weights) == (trained.network(0), trained.weights(0))
    assert knowledge_from(SMALL, chunk.network, chunk.weights).has_win_odds
    (lesson,) = trained.policy_target_chunks(1)
    assert (lesson.network, lesson.weights) == (trained.network(1), trained.weights(0))
    assert weights_file.read(trained.network(1)).made_from.startswith("generation 1")


@pytest.mark.full
def test_what_priors_alone_teach_is_where_later_generations_begin(tmp_path: Path) -> None:
    first, second = SelfPlayRun(60, SelfPlayConfig(0)), SelfPlayRun(10, SelfPlayConfig(8))
    training = Training(replace(SMALL, generations=[first, second]), tmp_path)
    carry_out(training)
    begun, found = (sgd.read(training.parameters(number)) for number in (0, 1))
    features = features_of(GAME)
    fresh = sgd.initial_parameters(int(features.of_table), int(features.of_seat), 8, seed=1)
    sgd.start_units(fresh, replay_buffer.read(files_of(training, 1)))
    apart = [float(np.abs(found["own"] - before["own"]).mean()) for before in (begun, fresh)]
    assert 0 < apart[0] < apart[1] / 4


def test_matches_by_priors_differ_in_how_closely_they_keep_to_them() -> None:
    config = replace(SMALL, generations=[SelfPlayRun(40, SelfPlayConfig(0, deep_share=0.5))])
    training = Training(config, Path())
    (chunk, *_) = training.chunks(0)
    knowledge = knowledge_from(config, None, None)
    once, again = (
        [play_match(replace(chunk, first=number), number, knowledge) for number in range(8)]
        for _ in range(2)
    )
    assert all((a.seats == b.seats).all() for a, b in zip(once, again, strict=True))
    assert len({float(one.points[0].sum()) for one in once}) > 3


def test_what_follows_a_move_drawn_by_priors_is_taken_down() -> None:
    knowledge = knowledge_from(SMALL, None, None)
    taken = []
    for drawn in (0.0, 0.2, 0.2):
        recorder = replay_buffer.PositionRecorder(features_of(GAME))
        self_play = SelfPlayConfig(2, deep_factor=1, deep_share=0.0, random_move_share=drawn)
        cap = rulesets()[GAME].ply_cap
        state = openings(GAME)(4)
        replay_buffer.play_and_record(state, knowledge, recorder, Random(4, 1), self_play, cap)
        taken.append([row.tobytes() for row in recorder.table])
    assert not taken[0]
    assert len(taken[1]) > 3
    assert taken[1] == taken[2]


def test_a_course_says_which_decisions_are_taken_down() -> None:
    first, second, third = (one.self_play for one in TrainingConfig.of("steam").generations)
    assert not first.simulations
    assert (second.deep_factor, second.random_move_share, second.settle_probability) == (
        1,
        0.4,
        0.0,
    )
    assert third.settle_probability > 0.0


def test_a_match_that_settles_is_taken_down_from_there_on() -> None:
    knowledge = knowledge_from(SMALL, None, None)
    taken = {}
    for settling in (0.0, 1e-9, 0.05, 1.0):
        recorder = replay_buffer.PositionRecorder(features_of(GAME))
        self_play = SelfPlayConfig(
            2, deep_factor=1, deep_share=1.0, random_move_share=0.4, settle_probability=settling
        )
        state = openings(GAME)(4)
        cap = rulesets()[GAME].ply_cap
        replay_buffer.play_and_record(state, knowledge, recorder, Random(4, 1), self_play, cap)
        taken[settling] = len(recorder.finish(state, 0).match)
    assert taken[1e-9] == 0
    assert 0 < taken[0.05] < taken[1.0]
    assert taken[0.0] < 0.8 * taken[1.0]


def test_inputs_that_do_not_fit_are_refused() -> None:
    features = features_of(GAME)
    recorder = replay_buffer.PositionRecorder(features)
    features.of_seat = 20
    position = openings(GAME)(1)
    with pytest.raises(ValueError, match="do not fit in 20"):
        recorder.encode(position)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_inputs_are_within_bounds_all_through_random_matches(seats: int) -> None:
    ruleset = rulesets()[GAME]
    features = features_of(GAME)
    recorder = replay_buffer.PositionRecorder(features)
    state, random = openings(GAME, seats)(seats), Random(seats)
    for _ in range(ruleset.ply_cap):
        actor = int(state.actor())
        if actor == CHANCE:
            state.sample_chance(random)
            continue
        legal = state.legal_actions(actor) if actor >= 0 else []
        if not legal:
            break
        recorder.encode(state)
        state.play(actor, legal[int(random.below(len(legal)))])
    assert len(recorder.table) > 50


@pytest.mark.full
def test_command_goes_on_and_names_what_is_missing(tmp_path: Path) -> None:
    line = [GAME, "--scale", "0.002", "--folder", str(tmp_path), "--processes", "1"]
    first = CliRunner().invoke(command, line)
    assert first.exit_code == 0, first.output
    last = len(TrainingConfig.of(GAME).generations) - 1
    made = [tmp_path / f"generation-{last}.json", tmp_path / f"weights-{last}.json"]
    when = [file.stat().st_mtime_ns for file in made]
    again = CliRunner().invoke(command, line)
    assert again.exit_code == 0
    assert [file.stat().st_mtime_ns for file in made] == when
    unknown = CliRunner().invoke(command, ["chess"])
    assert unknown.exit_code != 0
    assert "chess" in unknown.output


def test_keys_of_a_configuration_of_before_are_read_with_a_warning() -> None:
    shared = {"unit": 10.0, "seats": [2], "options": [{}]}
    before = {
        **shared,
        "lessons": {"matches": 6, "simulations": 9},
        "trials": {"rounds": 1, "matches": 5, "simulations": 4},
        "prospects": {"matches": 3},
        "generations": [
            {"matches": 2, "simulations": 1, "effort": {
                "deep": 2, "share": 0.1, "drawn": 0.2, "settling": 0.3,
            }},
        ],
    }  # fmt: skip
    now = {
        **shared,
        "policy_targets": before["lessons"],
        "evolution": before["trials"],
        "residual_value": before["prospects"],
        "generations": [
            {"matches": 2, "simulations": 1, "self_play": {
                "deep_factor": 2, "deep_share": 0.1, "random_move_share": 0.2,
                "settle_probability": 0.3,
            }},
        ],
    }  # fmt: skip
    with pytest.warns(DeprecationWarning, match="is called") as warned:
        found = TrainingConfig.from_mapping(GAME, before)
    assert len(warned) == 8
    assert found == TrainingConfig.from_mapping(GAME, now)
    with (
        pytest.warns(DeprecationWarning, match="is called"),
        pytest.raises(ValueError, match="given twice"),
    ):
        TrainingConfig.from_mapping(GAME, {**now, **before})
