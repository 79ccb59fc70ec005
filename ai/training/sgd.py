"""Training a network by gradient descent: Adam over mini-batches, in NumPy."""

from __future__ import annotations

import base64
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railhead.ai.net.network import LARGEST, OUTPUTS
from railhead.ai.net.weights_file import QuantizedMatrix, Weights
from railhead.ai.training.value_samples import ReplayBuffer

Array = NDArray[np.float32]
Parameters = dict[str, Array]

BATCH = 256
FIRST_LAYER = ("own", "others", "table")
SECOND_WIDTH = 0.05
NOTHING = np.float32(1e-30)
INITIAL_FIRMNESS = 0.2
"""For each input of the table, of which about ten are 1: a lead of one standing wins often."""
RIDGE = 300.0
"""How strongly the weights that training begins with are drawn to zero, in positions."""
RIDGE_ROWS = 30_000
"""Of matches of each number of seats so many positions are enough for that beginning."""
FIRST_WIDTH = 0.02
"""How wide the first layer's weights are drawn: what inputs that hardly ever occur keep of it stays
in the network as noise."""
UNIT_WIDTH = 0.25
"""The standard deviation that a unit begins with, in the middle between its clips at 0 and 1."""
UNIT_ROWS = 5_000
"""So many positions of each number of seats say where units begin."""


@dataclass(frozen=True)
class SgdConfig:
    """How to train: `hidden` units, `unit` points to a standing of 1, and the weights of the parts.

    Without hidden units values are linear in the inputs.

    The loss of a seat is the squared error of its standing, `lead` times that of its distance from
    the mean of all, and `first` times the cross-entropy of who was first. `decay` draws weights to
    zero.
    """

    hidden: int = 32
    unit: float = 1.0
    lead: float = 4.0
    first: float = 1.0
    decay: float = 5.0
    rate: float = 5e-4
    epochs: int = 12


def parameters_of(weights: Weights, of_table: int, of_seat: int) -> Parameters:
    """The parameters of a network on file, for descent to go on from. Raises `ValueError`."""

    def block(matrix: QuantizedMatrix, rows: int) -> Array:
        return np.array(matrix.numbers(rows), np.float32).reshape(rows, -1)

    return {
        "own": block(weights.own, of_seat),
        "others": block(weights.others, of_seat),
        "table": block(weights.table, of_table),
        "bias": np.array(weights.bias, np.float32),
        "second": np.array(weights.second, np.float32).reshape(OUTPUTS, -1).T.copy(),
        "firmness": block(weights.firmness, of_table),
    }


def initial_parameters(of_table: int, of_seat: int, hidden: int, seed: int) -> Parameters:
    """Weights to begin with."""
    random = np.random.default_rng(seed)
    units = hidden + OUTPUTS

    def some(rows: int, columns: int, width: float) -> Array:
        return random.normal(0.0, width, (rows, columns)).astype(np.float32)

    own, others, table = (some(n, units, FIRST_WIDTH) for n in (of_seat, of_seat, of_table))
    for block in (own, others, table):
        block[:, hidden:] = 0.0
    bias = np.full(units, 0.3, np.float32)
    bias[hidden:] = 0.0
    second = some(hidden, OUTPUTS, SECOND_WIDTH)
    firmness = np.full((of_table, 1), INITIAL_FIRMNESS, np.float32)
    return {
        "own": own,
        "others": others,
        "table": table,
        "bias": bias,
        "second": second,
        "firmness": firmness,
    }


def forward(
    p: Parameters, table: Array, seats: Array, certain: Array
) -> tuple[Array, Array, Array, Array]:
    """The outputs (positions, seats, 2), the clipped units, the mean inputs of the others, and the
    firmness (positions, 1).

    `certain` are standings, not points; see `Network` for the rest.
    """
    hidden = p["second"].shape[0]
    x, others = _first_layer(p, table, seats)
    units = np.clip(x[..., :hidden], 0.0, 1.0)
    out = units @ p["second"] + x[..., hidden:]
    firmness = table @ p["firmness"]
    out[..., 0] += certain
    out[..., 1] += firmness * out[..., 0]
    return out, units, others, firmness


def _first_layer(p: Parameters, table: Array, seats: Array) -> tuple[Array, Array]:
    """What the first layer makes of each seat, unclipped, and the mean inputs of the others."""
    others = (seats.sum(axis=1, keepdims=True) - seats) / (seats.shape[1] - 1)
    x = seats @ p["own"] + others @ p["others"] + (table @ p["table"])[:, None, :] + p["bias"]
    return x, others


def gradient(
    p: Parameters, taken: tuple[Array, Array, Array, Array, Array], config: SgdConfig
) -> tuple[Parameters, dict[str, float]]:
    """The gradient of the mean loss, and its parts."""
    table, seats, certain, points, firsts = taken
    out, units, others, firmness = forward(p, table, seats, certain / np.float32(config.unit))
    standing, odds = out[..., 0], out[..., 1]
    count = table.shape[0]
    error = standing - points / config.unit
    uneven = error - error.mean(axis=1, keepdims=True)
    # A softmax: less the largest no power overflows.
    odds = odds - odds.max(axis=1, keepdims=True)
    chances = np.exp(odds)
    chances /= chances.sum(axis=1, keepdims=True)
    to_odds = config.first * (chances - firsts)
    to_standing = error + config.lead * uneven + firmness * to_odds
    back = np.stack([to_standing, to_odds], axis=-1).astype(np.float32) / np.float32(count)
    parts = {
        "points": float(np.sqrt((error**2).mean())) * config.unit,
        "lead": float(np.sqrt((uneven**2).mean())) * config.unit,
        "first": float(-(firsts * np.log(chances + 1e-9)).sum(axis=1).mean()),
    }
    inside = (units > 0.0) & (units < 1.0)
    to_units = np.concatenate([(back @ p["second"].T) * inside, back], axis=-1)
    flat = to_units.reshape(-1, to_units.shape[-1])
    slopes = {
        "own": seats.reshape(-1, seats.shape[-1]).T @ flat,
        "others": others.reshape(-1, seats.shape[-1]).T @ flat,
        "table": table.T @ to_units.sum(axis=1),
        "bias": flat.sum(axis=0),
        "second": units.reshape(len(flat), units.shape[-1]).T @ back.reshape(-1, OUTPUTS),
        "firmness": table.T @ (back[..., 1] * standing).sum(axis=1, keepdims=True),
    }
    return slopes, parts


class Adam:
    """Kingma and Ba's optimiser, with weight decay beside the gradient.

    `decaying` are the names of what decays: where none are given, the weights to hidden units.
    """

    def __init__(
        self, p: Parameters, decay: float, decaying: Collection[str] | None = None
    ) -> None:
        self.decay = {
            name: np.float32(decay)
            * (
                _decaying(name, value)
                if decaying is None
                else np.full_like(value, name in decaying)
            )
            for name, value in p.items()
        }
        self.mean = {name: np.zeros_like(value) for name, value in p.items()}
        self.square = {name: np.zeros_like(value) for name, value in p.items()}
        self.steps = 0

    def step(self, p: Parameters, slopes: Mapping[str, Array], rate: float) -> None:
        """Change the parameters in place."""
        self.steps += 1
        for name, slope in slopes.items():
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            by = mean / (1 - 0.9**self.steps)
            by /= np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            p[name] -= np.float32(rate) * (by + self.decay[name] * p[name])
            # Denormal numbers, to which all decays that belongs to unused inputs, are very slow.
            for numbers in (mean, square, p[name]):
                numbers += NOTHING
                numbers -= NOTHING


def _decaying(name: str, value: Array) -> Array:
    """What of a parameter decays: weights to hidden units, not those straight to the outputs."""
    found = np.zeros_like(value)
    if name in FIRST_LAYER:
        found[:, :-OUTPUTS] = 1.0
    return found


def batches(
    positions: Mapping[int, ReplayBuffer], random: np.random.Generator, held_out: bool
) -> list[tuple[int, NDArray[np.int64]]]:
    """Rows by number of seats, shuffled; a tenth of the matches is held out to judge by."""
    found = []
    for seats, part in positions.items():
        rows = np.flatnonzero(is_held_out(part.match) == held_out)
        random.shuffle(rows)
        found += [(seats, rows[at : at + BATCH]) for at in range(0, len(rows), BATCH)]
    order = random.permutation(len(found))
    return [found[index] for index in order]


def is_held_out(match: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which matches are held out: scattered, since seats and options come in turn."""
    # Knuth's multiplicative hash: 2**32 by the golden ratio.
    found: NDArray[np.bool_] = (match * 2654435761 >> 16) % 10 == 0
    return found


def start_units(p: Parameters, positions: Mapping[int, ReplayBuffer]) -> None:
    """Make each unit of the first layer vary between its clips in the positions of these matches.

    One that is beyond them wherever a match goes learns nothing.
    """
    hidden = p["second"].shape[0]
    sums = []
    for part in positions.values():
        rows = np.arange(0, len(part.match), 1 + len(part.match) // UNIT_ROWS)
        table, seats, *_ = _minibatch(part, rows)
        x, _ = _first_layer(p, table, seats)
        sums.append((x - p["bias"])[..., :hidden].reshape(len(rows) * seats.shape[1], hidden))
    found = np.concatenate(sums)
    scale = UNIT_WIDTH / np.maximum(found.std(axis=0), 1e-6)
    for name in FIRST_LAYER:
        p[name][:, :hidden] *= scale
    p["bias"][:hidden] = 0.5 - found.mean(axis=0) * scale


def start_linear(p: Parameters, positions: Mapping[int, ReplayBuffer], config: SgdConfig) -> None:
    """Set what goes from inputs straight to standings to the ridge regression of final scores.

    Descent finds that only slowly where many inputs say nearly the same.
    """
    sizes = [len(p[name]) for name in FIRST_LAYER]
    size = sum(sizes) + 1
    matrix = np.zeros((size, size))
    wanted = np.zeros(size)
    for part in positions.values():
        rows = np.flatnonzero(~is_held_out(part.match))
        rows = rows[:: 1 + len(rows) // RIDGE_ROWS]
        for at in range(0, len(rows), 4 * BATCH):
            table, seats, certain, points, _ = _minibatch(part, rows[at : at + 4 * BATCH])
            others = (seats.sum(axis=1, keepdims=True) - seats) / (seats.shape[1] - 1)
            shared = np.broadcast_to(table[:, None, :], (*seats.shape[:2], table.shape[1]))
            one = np.ones((*seats.shape[:2], 1), np.float32)
            x = np.concatenate([seats, others, shared, one], axis=-1)
            y = (points - certain) / np.float32(config.unit)
            uneven = x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)
            for weight, (inputs, targets) in ((1.0, (x, y)), (config.lead, uneven)):
                flat = inputs.reshape(-1, size)
                matrix += weight * (flat.T @ flat)
                wanted += weight * (flat.T @ targets.reshape(-1))
    # All but the constant are drawn to zero.
    matrix[np.diag_indices(size)] += np.append(np.full(size - 1, RIDGE), 1e-3)
    found = np.linalg.solve(matrix, wanted).astype(np.float32)
    hidden = p["second"].shape[0]
    for name, values in zip(FIRST_LAYER, np.split(found[:-1], np.cumsum(sizes)[:-1]), strict=True):
        p[name][:, hidden] = values
    p["bias"][hidden] = found[-1]


def train(
    p: Parameters,
    positions: Mapping[int, ReplayBuffer],
    config: SgdConfig,
    seed: int,
) -> Parameters:
    """The parameters of the best epoch by the matches held out; `p` itself where none is better."""
    random = np.random.default_rng(seed)
    adam = Adam(p, config.decay)
    steps = config.epochs * max(1, len(batches(positions, random, False)))
    best = {name: value.copy() for name, value in p.items()}
    least = _loss(held_out_losses(p, positions, config), config)
    for _ in range(config.epochs):
        for seats, rows in batches(positions, random, False):
            rate = config.rate * (1.0 - adam.steps / steps) + 1e-5
            slopes, _ = gradient(p, _minibatch(positions[seats], rows), config)
            adam.step(p, slopes, rate)
        loss = _loss(held_out_losses(p, positions, config), config)
        if loss < least:
            best, least = {name: value.copy() for name, value in p.items()}, loss
    return best


def _loss(parts: Mapping[str, float], config: SgdConfig) -> float:
    """The loss that its parts add up to."""
    squares = parts["points"] ** 2 + config.lead * parts["lead"] ** 2
    return squares / (2 * config.unit**2) + config.first * parts["first"]


def held_out_losses(
    p: Parameters, positions: Mapping[int, ReplayBuffer], config: SgdConfig
) -> dict[str, float]:
    """The parts of the loss over the matches held out."""
    parts = []
    for seats, rows in batches(positions, np.random.default_rng(0), True):
        parts.append(gradient(p, _minibatch(positions[seats], rows), config)[1])
    return _means(parts)


def _minibatch(
    part: ReplayBuffer, rows: NDArray[np.int64]
) -> tuple[Array, Array, Array, Array, Array]:
    table, seats = part.table[rows].astype(np.float32), part.seats[rows].astype(np.float32)
    return table, seats, part.certain[rows], part.points[rows], part.firsts[rows]


def _means(parts: list[dict[str, float]]) -> dict[str, float]:
    if not parts:  # of very few matches none may be held out
        return {"points": np.inf, "lead": np.inf, "first": np.inf}
    return {name: float(np.mean([part[name] for part in parts])) for name in parts[0]}


def quantize(p: Parameters, config: SgdConfig, made_from: str) -> Weights:
    """The parameters as they go on file, the first layer in integers."""

    def block(values: Array) -> QuantizedMatrix:
        return QuantizedMatrix(*quantize_array(values, LARGEST))

    return Weights(
        unit=config.unit,
        own=block(p["own"]),
        others=block(p["others"]),
        table=block(p["table"]),
        firmness=block(p["firmness"]),
        bias=round_floats(p["bias"]),
        second=round_floats(p["second"].T.reshape(-1)),
        made_from=made_from,
    )


def quantize_array(values: Array, largest: int) -> tuple[str, list[float]]:
    """Weights in integers of 16 bits up to `largest`, base64, and for each unit what 1 is."""
    scales = np.maximum(np.abs(values).max(axis=0), 1e-6) / largest
    numbers = np.rint(values / scales).astype("<i2")
    return base64.b64encode(numbers.tobytes()).decode(), round_floats(scales)


def round_floats(values: Array) -> list[float]:
    """Numbers as they go on file."""
    return [float(f"{float(value):.7g}") for value in values]
