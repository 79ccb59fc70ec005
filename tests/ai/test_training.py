"""Values by gradient descent: what is read of positions, and what comes of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railhead.ai.knowledge import features_of, network_file
from railhead.ai.net import weights_file
from railhead.ai.training import sgd
from railhead.ai.training.matches import openings
from railhead.ai.training.training_config import TrainingConfig
from railhead.ai.training.value_samples import Encoder, NumberEncoder, encoder_of
from railhead.games.game import CHANCE
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.registry import rulesets
from railhead.games.vectors import vec

GAME = "montana"


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
    certain_points, *inputs = Encoder(features).encode(position)
    table, seats = (np.array([one], np.float32) for one in inputs)
    certain = np.array([certain_points], np.float32) / np.float32(sgd_config.unit)
    wanted, *_ = sgd.forward(parameters, table, seats, certain)
    values = vec[float]([0.0] * (2 * seat_count))
    sgd.quantize(parameters, sgd_config, "").network(features, seat_count).value(position, values)
    assert list(values) == pytest.approx([*wanted[0, :, 0], *wanted[0, :, 1]], abs=0.01)


def test_descent_goes_on_from_the_network_in_use() -> None:
    features = features_of(GAME)
    sizes = int(features.of_table), int(features.of_seat)
    used = weights_file.read(network_file(GAME))
    again = sgd.quantize(sgd.parameters_of(used, *sizes), TrainingConfig.of(GAME).sgd_config, "")
    position = openings(GAME, 3)(5)
    random_match(position, Random(1), 60)
    found = []
    for weights in (used, again):
        values = vec[float]([0.0] * 6)
        weights.network(features, 3).value(position, values)
        found.append(list(values))
    assert found[0] == pytest.approx(found[1], abs=1e-3)


def test_inputs_that_do_not_fit_are_refused() -> None:
    features = features_of(GAME)
    encoder = Encoder(features)
    features.of_seat = 20
    with pytest.raises(ValueError, match="do not fit in 20"):
        encoder.encode(openings(GAME)(1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_inputs_are_within_bounds_all_through_random_matches(seats: int) -> None:
    encoder = Encoder(features_of(GAME))
    state, random = openings(GAME, seats)(seats), Random(seats)
    encoded = 0
    for _ in range(rulesets()[GAME].ply_cap):
        actor = int(state.actor())
        if actor == CHANCE:
            state.sample_chance(random)
            continue
        legal = state.legal_actions(actor) if actor >= 0 else []
        if not legal:
            break
        encoder.encode(state)
        encoded += 1
        state.play(actor, legal[int(random.below(len(legal)))])
    assert encoded > 50


def test_a_network_over_numbers_is_told_of_a_position_until_it_is_decided() -> None:
    encoder = encoder_of("great_western_trail")
    assert isinstance(encoder, NumberEncoder)
    state = openings("great_western_trail", 3)(1)
    found = encoder.encode(state)
    assert found is not None
    points, table, numbers = found
    assert (len(points), table.shape, numbers.shape[0]) == (3, (1,), 3)
    random_match(state, Random(1))
    assert encoder.encode(state) is None
