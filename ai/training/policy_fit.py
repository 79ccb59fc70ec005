"""Fits a game's policy network to the visits of searches (expert iteration).

Anthony, Tian and Barber, "Thinking fast and slow with deep learning and tree search", 2017; the
policy's form is in `ai.net.policy`. Gradients are written out in NumPy: there is one hidden layer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from railhead.ai.net.network import LARGEST
from railhead.ai.net.policy_file import PolicyWeights
from railhead.ai.net.weights_file import QuantizedMatrix
from railhead.ai.training.policy_samples import Batch, Decisions, Floats, Integers
from railhead.ai.training.sgd import Adam, quantize_array, round_floats

HELD_OUT: Final = 5
"""One match in so many is held out to judge by."""
BATCH: Final = 256
LARGEST_EMBEDDING: Final = 32767
FIRST_WIDTH: Final = 0.1
EMBEDDING_WIDTH: Final = 0.03
"""How wide weights are drawn to begin with."""
MOST_SURPRISE: Final = 4.0
"""A search that was surprised by more nats counts no more."""
TINY: Final = 1e-12
FIRST_LAYER: Final = ("own", "others", "table")

Parameters = dict[str, Floats]


@dataclass(frozen=True)
class PolicyConfig:
    """How to fit a policy: `decay` draws all weights but biases to zero."""

    hidden: int = 32
    decay: float = 0.02
    rate: float = 0.01
    epochs: int = 8
    seed: int = 0


def initial_parameters(decisions: Decisions, keys: int, hidden: int, seed: int) -> Parameters:
    """Weights to begin with: the priors as they are, nearly."""
    random = np.random.default_rng(seed)

    def some(rows: int, width: float) -> Floats:
        return random.normal(0.0, width, (rows, hidden)).astype(np.float32)

    seat, table = decisions.own.shape[1], decisions.table.shape[1]
    return {
        "own": some(seat, FIRST_WIDTH),
        "others": some(seat, FIRST_WIDTH),
        "table": some(table, FIRST_WIDTH),
        "bias": np.full(hidden, 0.5, np.float32),
        "embeddings": some(keys, EMBEDDING_WIDTH),
        "key_bias": np.zeros(keys, np.float32),
        "firmness": np.ones(1, np.float32),
    }


def forward(p: Parameters, batch: Batch) -> tuple[Floats, Floats, Floats]:
    """The clipped hidden units, the embedding of each action, and its probability."""
    found, rows = batch.decisions, batch.rows
    first = found.own[rows] @ p["own"] + found.others[rows] @ p["others"]
    units = np.clip(first + found.table[rows] @ p["table"] + p["bias"], 0.0, 1.0)
    embedded = batch.keys @ p["embeddings"]
    logits = p["firmness"][0] * batch.priors + (embedded * units[batch.segment]).sum(axis=1)
    logits += batch.keys @ p["key_bias"]
    # A softmax: less the largest no power overflows.
    powers = np.exp(logits - np.maximum.reduceat(logits, batch.starts)[batch.segment])
    return units, embedded, powers / np.add.reduceat(powers, batch.starts)[batch.segment]


def gradient(p: Parameters, batch: Batch, weights: Floats) -> Parameters:
    """The gradient of the mean cross-entropy with the visits, decisions weighed by `weights`."""
    found, rows = batch.decisions, batch.rows
    units, embedded, shares = forward(p, batch)
    slope = (shares - batch.shares) * weights[batch.segment] / np.float32(len(rows))
    to_units = np.add.reduceat(slope[:, None] * embedded, batch.starts, axis=0)
    to_units *= (units > 0.0) & (units < 1.0)
    return {
        "own": found.own[rows].T @ to_units,
        "others": found.others[rows].T @ to_units,
        "table": found.table[rows].T @ to_units,
        "bias": to_units.sum(axis=0),
        "embeddings": batch.keys.T @ (slope[:, None] * units[batch.segment]),
        "key_bias": batch.keys.T @ slope,
        "firmness": np.array([(slope * batch.priors).sum()], np.float32),
    }


@dataclass(frozen=True)
class PolicyFigures:
    """Of decisions held out, in nats: the cross-entropies of the visits with the priors by hand and
    with the network, and the visits' own entropy, which is the least there could be; for all, then
    by fifths of the match. Where a game has no priors by hand, they are of all actions alike.
    `best_first` is the share in which the network's first action is the one visited most.
    """

    entropy: list[float]
    by_hand: list[float]
    network: list[float]
    best_first: float


def figures(p: Parameters, decisions: Decisions, rows: Integers) -> PolicyFigures:
    """What a policy is worth on the decisions of these numbers."""
    columns: list[Floats] = []
    hits = 0
    for at in range(0, len(rows), 4 * BATCH):
        batch = Batch.of(decisions, rows[at : at + 4 * BATCH], len(p["key_bias"]))
        shares = forward(p, batch)[2]
        logs = (
            np.log(np.maximum(batch.shares, TINY)),
            batch.priors,
            np.log(np.maximum(shares, TINY)),
        )
        columns.append(
            np.stack([np.add.reduceat(-batch.shares * one, batch.starts) for one in logs])
        )
        wanted, first = (
            np.maximum.reduceat(one, batch.starts)[batch.segment] == one
            for one in (batch.shares, shares)
        )
        hits += int(np.add.reduceat(wanted & first, batch.starts).astype(bool).sum())
    found = np.concatenate(columns, axis=1)
    fifth = np.minimum((decisions.progress[rows] * 5).astype(int), 4)
    by_part = [found.mean(axis=1)] + [
        found[:, fifth == part].mean(axis=1) for part in range(5) if (fifth == part).any()
    ]
    entropy, by_hand, network = ([float(one[index]) for one in by_part] for index in range(3))
    return PolicyFigures(entropy, by_hand, network, hits / max(1, len(rows)))


def fit(
    decisions: Decisions,
    keys: int,
    config: PolicyConfig,
) -> tuple[Parameters, PolicyFigures]:
    """The policy that descent fits to these decisions, the best of all epochs by those held out."""
    random = np.random.default_rng(config.seed)
    p = initial_parameters(decisions, keys, config.hidden, config.seed)
    held = np.isin(decisions.match, np.unique(decisions.match)[::HELD_OUT])
    rows, judged = np.flatnonzero(~held), np.flatnonzero(held)
    for name, seen in _rows_with_evidence(decisions, rows, keys).items():
        p[name][~seen] = 0.0
    # Decisions in which the search found something new count more (Wu 2019).
    surprise = np.minimum(decisions.surprise, MOST_SURPRISE)
    weights = (0.5 + 0.5 * surprise / max(float(surprise.mean()), 1e-6)).astype(np.float32)
    adam = Adam(p, config.decay, p.keys() - {"bias", "firmness"})
    steps = config.epochs * -(-len(rows) // BATCH)
    best, shown = {name: value.copy() for name, value in p.items()}, figures(p, decisions, judged)
    for _ in range(config.epochs):
        order = random.permutation(rows)
        for at in range(0, len(order), BATCH):
            batch = Batch.of(decisions, order[at : at + BATCH], keys)
            rate = config.rate * (1.0 - adam.steps / steps) + 1e-5
            adam.step(p, gradient(p, batch, weights[batch.rows]), rate)
        found = figures(p, decisions, judged)
        if found.network[0] < shown.network[0]:
            best, shown = {name: value.copy() for name, value in p.items()}, found
    return best, shown


def _rows_with_evidence(
    decisions: Decisions, rows: Integers, keys: int
) -> dict[str, NDArray[np.bool_]]:
    """Which rows of the weights some of these decisions have an input or a key for."""
    inputs = {name: getattr(decisions, name)[rows].any(axis=0) for name in FIRST_LAYER}
    named = Batch.of(decisions, rows, keys).keys.getnnz(axis=0) > 0
    return {**inputs, "embeddings": named}


def quantize(p: Parameters, made_from: str) -> PolicyWeights:
    """The parameters as they go on file, in integers."""

    def block(values: Floats, largest: int) -> QuantizedMatrix:
        return QuantizedMatrix(*quantize_array(values, largest))

    embeddings = np.concatenate([p["embeddings"], p["key_bias"][:, None]], axis=1)
    return PolicyWeights(
        block(p["own"], LARGEST),
        block(p["others"], LARGEST),
        block(p["table"], LARGEST),
        round_floats(p["bias"]),
        block(embeddings, LARGEST_EMBEDDING),
        round_floats(p["firmness"])[0],
        made_from,
    )
