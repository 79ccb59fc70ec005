"""Fits the network of a knowledge that is told numbers (`ai.net.dense`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from railhead.ai.net.dense_file import DenseWeights
from railhead.ai.net.network import OUTPUTS
from railhead.ai.net.weights_file import QuantizedMatrix
from railhead.ai.training import sgd
from railhead.ai.training.value_samples import ReplayBuffer

LARGEST: Final = 32767
"""The largest integer, either way, that weights are put on file in."""
LEAST_SPREAD: Final = 0.1
"""A number that hardly differs from seat to seat is taken to differ by so much."""
LEARNING_RATE: Final = 1e-3
DECAY: Final = 2.0
"""How gradient descent goes where numbers are few and positions many; see `sgd.SgdConfig`."""


def fit(
    positions: Mapping[int, ReplayBuffer],
    config: sgd.SgdConfig,
    made_from: str,
    begun: DenseWeights | None = None,
) -> DenseWeights:
    """The network that gradient descent fits to these positions, by their number of seats.

    It goes on from the network `begun`, or begins anew.
    """
    config = replace(config, rate=LEARNING_RATE, decay=DECAY)
    if begun is None:
        means, spreads = _input_statistics(positions)
    else:
        spreads = np.array(begun.spreads, np.float32)
        means = np.zeros_like(spreads)
    scaled = {
        seats: replace(part, seats=((part.seats - means) / spreads).astype(np.float32))
        for seats, part in positions.items()
    }
    if begun is None:
        parameters = sgd.initial_parameters(1, len(spreads), config.hidden, seed=0)
        sgd.start_linear(parameters, scaled, config)
    else:
        parameters = _parameters_of(begun)
    found = sgd.train(parameters, scaled, config, 0)
    return quantize(found, means, spreads, config.unit, made_from)


def _parameters_of(weights: DenseWeights) -> sgd.Parameters:
    """The parameters of a network on file, for numbers divided by their spreads."""
    inputs, units = len(weights.spreads), len(weights.bias)

    def block(text: str, scales: Sequence[float]) -> sgd.Array:
        numbers = QuantizedMatrix(text, scales).numbers(inputs)
        return np.array(numbers, np.float32).reshape(inputs, units)

    return {
        "own": block(weights.own, weights.own_scales),
        "others": block(weights.others, weights.others_scales),
        "table": np.zeros((1, units), np.float32),
        "bias": np.array(weights.bias, np.float32),
        "second": np.array(weights.second, np.float32).reshape(units - OUTPUTS, OUTPUTS),
        "firmness": np.full((1, 1), weights.firmness, np.float32),
    }


def _input_statistics(positions: Mapping[int, ReplayBuffer]) -> tuple[sgd.Array, sgd.Array]:
    """What each number is, and how far it differs from seat to seat, in all positions.

    Where numbers are not about 0 units begin, and stay, beyond what they are clipped to.
    """
    means = [part.seats.mean(axis=(0, 1), dtype=np.float64) for part in positions.values()]
    deviations = [part.seats.std(axis=(0, 1), dtype=np.float64) for part in positions.values()]
    usual = np.mean(means, axis=0), np.maximum(np.mean(deviations, axis=0), LEAST_SPREAD)
    return usual[0].astype(np.float32), usual[1].astype(np.float32)


def quantize(
    p: sgd.Parameters,
    means: sgd.Array,
    spreads: sgd.Array,
    unit: float,
    made_from: str,
) -> DenseWeights:
    """The parameters as they go on file, the first layer in integers, for numbers as they come."""
    usual = means / spreads
    own, own_scales = sgd.quantize_array(p["own"], LARGEST)
    others, others_scales = sgd.quantize_array(p["others"], LARGEST)
    return DenseWeights(
        unit=unit,
        spreads=sgd.round_floats(spreads),
        own=own,
        own_scales=own_scales,
        others=others,
        others_scales=others_scales,
        bias=sgd.round_floats(p["bias"] + p["table"][0] - usual @ (p["own"] + p["others"])),
        second=sgd.round_floats(p["second"].reshape(-1)),
        firmness=sgd.round_floats(p["firmness"][0])[0],
        made_from=made_from,
    )
