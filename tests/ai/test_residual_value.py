"""What is still to come: positions between turns, what playouts make of them, and who learns it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from railhead.ai.knowledge import (
    build_knowledge,
    knowledge_for,
    knowledge_from,
    network_file,
    weights_of,
)
from railhead.ai.knowledge.great_western_trail import features
from railhead.ai.net import dense_file
from railhead.ai.training import replay_buffer, residual_value
from railhead.ai.training.matches import decisions, openings, play_by_policy
from railhead.ai.training.residual_value import FACTORS, RolloutChunk
from railhead.ai.training.train import Training
from railhead.ai.training.training_config import TrainingConfig
from railhead.games.game import State
from railhead.games.great_western_trail import names, state
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.random import Random
from railhead.games.vectors import vec
from railhead.service.commands.train import command

GAME = "great_western_trail"
SMALL = replace(TrainingConfig.of(GAME), evolution=None, residual_value=120, seats=[2, 3])
POINTS = features.POINTS


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_evaluation_is_points_and_what_the_network_says_of_the_numbers(seats: int) -> None:
    knowledge = knowledge_for(GAME)
    numbers = features.COUNT
    network = dense_file.read(network_file(GAME)).network(numbers)
    position, random = openings(GAME, seats)(3), Random(3)
    values, wanted = (vec[float]([0.0] * (2 * seats)) for _ in (0, 1))
    looked = 0
    for number, (seat, legal) in enumerate(decisions(position, random, 5000)):
        row = knowledge.residual_features(position)
        if number % 20 == 0 and row:
            for one, (points, told) in enumerate(row):
                assert len(told) == numbers
                assert told[POINTS] == points
                network.see(one, vec[float](told))
                wanted[one] = points
            network.value(seats, wanted)
            knowledge.evaluate(position, values)
            assert list(values) == list(wanted)
            looked += 1
        position.play(seat, legal[int(random.below(len(legal)))])
    assert looked > 10
    assert knowledge.residual_features(position) == []


def test_a_seat_is_told_of_what_it_owns_and_the_others_are_not() -> None:
    position = openings(GAME, 2)(1)
    assert isinstance(position, GreatWesternTrail)
    next(decisions(position, Random(1), 100))
    before = knowledge_for(GAME).residual_features(position)
    first, site = features.HIRED, 9
    at = state.block(1)
    for cell, number in (
        (state.WORKERS + 1, 3), (state.CITIES + 4, 1), (state.SITES + 2, site),
        (state.MASTERS_OWNED, 0b10), (state.HAZARDS, 2),
    ):  # fmt: skip
        position.cells[at + cell] = number
    after = knowledge_for(GAME).residual_features(position)
    side = 2 + (len(names.BUILDINGS) // 2 if position.cells[state.SIDES] & 0b100 else 0)
    for place, number in (
        (features.HIRED + 1, 2), (features.CITIES + 4, 1), (features.SIDES + side, 1),
        (features.MASTERS + 1, 1), (features.HAZARDS, 2),
    ):  # fmt: skip
        assert before[1][1][place] == 0
        assert after[1][1][place] == number
    assert after[0][1][first:] == before[0][1][first:]


def test_between_turns_it_is_quiet_and_a_turn_never_takes_long_to_end() -> None:
    knowledge = knowledge_for(GAME)
    position, random = openings(GAME, 3)(5), Random(5)
    quiet = 0
    for seat, legal in decisions(position, random, 5000):
        if knowledge.is_quiet(position):
            quiet += 1
            assert {position.game.vocabulary.notation(one).split(":")[0] for one in legal} & {
                "move",
                "start",
            }
        ended = position.clone()
        seen: list[State] = []
        play_by_policy(knowledge, ended, random, seen.append, knowledge.is_quiet)
        assert len(seen) < 120
        position.play(seat, legal[int(random.below(len(legal)))])
    assert quiet > 30


def test_weights_are_changed_by_some_factors_or_not_at_all() -> None:
    weights = weights_of(GAME)
    found = [residual_value.perturb(weights, Random(number)) for number in range(60)]
    same = sum(one == weights for one in found)
    assert 3 <= same <= 25
    factors = {
        round(one[name] / weight, 3) for one in found for name, weight in weights.items() if weight
    }
    assert factors == {round(factor, 3) for factor in FACTORS}
    build_knowledge(GAME, found[0])


@pytest.mark.full
def test_what_was_stopped_goes_on_to_the_same_network(tmp_path: Path) -> None:
    config = replace(SMALL, sgd_config=replace(SMALL.sgd_config, hidden=4, epochs=2))
    whole, stopped = Training(config, tmp_path / "whole"), Training(config, tmp_path / "stopped")
    assert list(whole.play_rollouts(processes=1)) == [50, 50, 20]
    assert next(stopped.play_rollouts(processes=1)) == 50
    (kept,) = (tmp_path / "stopped/residual-value").glob("000000.npz")
    when = kept.stat().st_mtime_ns
    assert list(stopped.play_rollouts(processes=2)) == [50, 50, 20]
    assert kept.stat().st_mtime_ns == when
    made = [training.fit_residual_value().read_bytes() for training in (whole, stopped)]
    assert made[0] == made[1]
    assert whole.outputs() == {network_file(GAME): whole.residual_network}
    knowledge_from(GAME, whole.residual_network)
    positions = replay_buffer.read(sorted((tmp_path / "whole/residual-value").glob("*.npz")))
    assert set(positions) == {2, 3}
    for seats, part in positions.items():
        assert set(part.match % 2) == {seats - 2}
        assert np.allclose(part.firsts.sum(axis=1), 1.0)
        assert np.array_equal(part.certain, part.seats[..., POINTS])


@pytest.mark.full
def test_more_is_foreseen_than_that_all_seats_get_the_same(tmp_path: Path) -> None:
    """After 240 matches leads are missed by a sixth less than if all seats were to end alike."""
    training = Training(replace(SMALL, residual_value=240), tmp_path)
    list(training.play_rollouts(processes=2))
    told: list[dict[str, float]] = []
    training.fit_residual_value(lambda _, __, held_out: told.append(held_out))
    positions = replay_buffer.read(sorted((tmp_path / "residual-value").glob("*.npz")))
    apart = [
        np.sqrt(((part.points - part.points.mean(axis=1, keepdims=True)) ** 2).mean())
        for part in positions.values()
    ]
    assert min(one["lead"] for one in told) < 0.85 * min(apart)


def test_a_network_of_another_kind_is_refused() -> None:
    with pytest.raises(LookupError, match="montana has a network of another kind"):
        knowledge_from("montana", network_file(GAME))
    assert TrainingConfig.of("montana").residual_value == 0
    assert knowledge_for("montana").residual_features(openings("montana")(1)) == []


@pytest.mark.full
def test_the_command_learns_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run again once its network is in use, it would learn what playouts by other bots say."""
    sgd_config = replace(SMALL.sgd_config, hidden=4, epochs=2)
    monkeypatch.setattr(
        TrainingConfig,
        "of",
        lambda game, scale: replace(SMALL, residual_value=50, sgd_config=sgd_config),
    )
    line = [GAME, "--folder", str(tmp_path), "--processes", "1"]
    first = CliRunner().invoke(command, line)
    assert first.exit_code == 0, first.output
    assert "residual value, epoch 1: held out points" in first.output
    made = tmp_path / "residual-value.json"
    assert f"hard+weights={made}:hard --sprt" in first.output.replace("\n", "")
    when = made.stat().st_mtime_ns
    again = CliRunner().invoke(command, line)
    assert again.exit_code == 0, again.output
    assert "residual value, epoch" not in again.output
    assert made.stat().st_mtime_ns == when


def test_a_part_is_the_same_whoever_plays_it(tmp_path: Path) -> None:
    parts = [RolloutChunk(SMALL.pool, 40, 3, tmp_path / f"{name}.npz") for name in "ab"]
    one, other = (replay_buffer.read([residual_value.play_chunk(part).file]) for part in parts)
    for seats, positions in one.items():
        for name, array in vars(positions).items():
            assert np.array_equal(array, vars(other[seats])[name])


@pytest.mark.full
def test_where_numbers_begin_makes_no_difference(tmp_path: Path) -> None:
    """Far from 0 they would put units beyond their clips, for good."""
    part = residual_value.play_chunk(RolloutChunk(SMALL.pool, 40, 20, tmp_path / "played.npz"))
    played = replay_buffer.read([part.file])
    moved = [replace(one, seats=one.seats + np.float32(64)) for one in played.values()]
    replay_buffer.write(moved, tmp_path / "moved.npz")
    sgd_config = replace(SMALL.sgd_config, hidden=6, epochs=2)
    files = part.file, tmp_path / "moved.npz"
    here, there = (residual_value.fit([file], sgd_config) for file in files)
    count = len(here.spreads)
    networks = here.network(count), there.network(count)
    seats, positions = next(iter(played.items()))
    for numbers in positions.seats[:20]:
        found = []
        for network, further in zip(networks, (0.0, 64.0), strict=True):
            values = vec[float]([0.0] * (2 * seats))
            for seat in range(seats):
                network.see(seat, vec[float]([float(one) + further for one in numbers[seat]]))
            network.value(seats, values)
            found.append(list(values))
        assert found[0] == pytest.approx(found[1], abs=1.0)
