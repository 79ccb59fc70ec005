"""The network against the same sums in floating point, its file, and what it is told."""

from __future__ import annotations

import base64
import json
import math
import random
from array import array
from pathlib import Path

import pytest

from railhead.ai.knowledge import (
    features_of,
    knowledge_from,
    network_file,
    read_network,
    weights_of,
)
from railhead.ai.net.inputs import MOST_INPUTS, Features, Inputs
from railhead.ai.net.network import LARGEST, OUTPUTS
from railhead.ai.net.weights_file import QuantizedMatrix, Weights, read
from railhead.ai.search.values import Values
from railhead.ai.training.matches import openings
from railhead.games.game import CHANCE, OVER, State
from railhead.games.random import Random
from railhead.games.registry import rulesets
from railhead.games.vectors import vec
from tests.commands import outputs_compiled_and_interpreted

HIDDEN = 6
UNITS = HIDDEN + OUTPUTS
OF_TABLE, OF_SEAT = 5, 7
TRAINED = [
    game
    for game in rulesets()
    if network_file(game).exists() and isinstance(read_network(network_file(game)), Weights)
]
OLD_LEAF = {
    **dict.fromkeys(TRAINED, ("leaf_plies", "leaf_margin")),
    "great_western_trail": ("horizon", "margin"),
}
"""The games whose positions are valued by a network."""


class Told(Features):
    """Inputs that a test has chosen, whatever the position: one list for the table, one a seat."""

    def __init__(self, table: list[int], seats: list[list[int]], points: list[int]) -> None:
        super().__init__(OF_TABLE, OF_SEAT)
        self.named = table
        self.named_of = seats
        self.points = points

    def see_table(self, position: State, out: Inputs) -> None:
        for index in self.named:
            out.add(index)

    def see_seat(self, position: State, seat: int, out: Inputs) -> None:
        for index in self.named_of[seat]:
            out.add(index)

    def certain(self, position: State, seat: int) -> int:
        return self.points[seat]


Rows = list[list[float]]


def block(draw: random.Random, inputs: int, units: int) -> tuple[QuantizedMatrix, Rows]:
    """Weights at random, the largest among them, and what they are as numbers."""
    numbers = [
        draw.choice([-LARGEST, LARGEST, draw.randint(-LARGEST, LARGEST)])
        for _ in range(inputs * units)
    ]
    scales = [draw.uniform(1e-5, 1e-4) for _ in range(units)]
    rows = [
        [numbers[row * units + unit] * scales[unit] for unit in range(units)]
        for row in range(inputs)
    ]
    return QuantizedMatrix(base64.b64encode(array("h", numbers).tobytes()).decode(), scales), rows


def drawn(draw: random.Random) -> tuple[Weights, dict[str, Rows]]:
    """A network at random, and its first layer as numbers."""
    blocks = {
        "own": block(draw, OF_SEAT, UNITS),
        "others": block(draw, OF_SEAT, UNITS),
        "table": block(draw, OF_TABLE, UNITS),
        "firmness": block(draw, OF_TABLE, 1),
    }
    weights = Weights(
        unit=2.0,
        bias=[draw.uniform(-0.5, 0.5) for _ in range(UNITS)],
        second=[draw.uniform(-1, 1) for _ in range(OUTPUTS * HIDDEN)],
        made_from="a test",
        **{name: made for name, (made, _) in blocks.items()},
    )
    return weights, {name: rows for name, (_, rows) in blocks.items()}


def summed(rows: Rows, named: list[int]) -> list[float]:
    return [sum(rows[index][unit] for index in named) for unit in range(len(rows[0]))]


def expected(weights: Weights, rows: dict[str, Rows], told: Told, seats: int) -> list[float]:
    """Each seat's standing, then each seat's log odds, by the plain formula."""
    out: list[list[float]] = [[], []]
    table = summed(rows["table"], told.named)
    (firmness,) = summed(rows["firmness"], told.named)
    for seat in range(seats):
        own = summed(rows["own"], told.named_of[seat])
        others = [summed(rows["others"], told.named_of[o]) for o in range(seats) if o != seat]
        x = [
            weights.bias[u] + table[u] + own[u] + sum(o[u] for o in others) / (seats - 1)
            for u in range(UNITS)
        ]
        clipped = [min(1.0, max(0.0, x[unit])) for unit in range(HIDDEN)]
        for which in range(OUTPUTS):
            second = weights.second[which * HIDDEN : (which + 1) * HIDDEN]
            inner = sum(c * w for c, w in zip(clipped, second, strict=True))
            out[which].append(inner + x[HIDDEN + which])
        out[0][-1] += told.points[seat] / weights.unit
        out[1][-1] += firmness * out[0][-1]
    return out[0] + out[1]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_values_are_those_of_the_formula(seats: int) -> None:
    draw = random.Random(seats)
    position = openings("santa_fe", seats)(1)
    for _ in range(20):
        weights, rows = drawn(draw)
        table = [draw.randrange(OF_TABLE) for _ in range(draw.randrange(6))]
        own = [[draw.randrange(OF_SEAT) for _ in range(draw.randrange(9))] for _ in range(seats)]
        told = Told(table, own, [draw.randrange(-5, 60) for _ in range(seats)])
        values = vec[float]([0.0] * (2 * seats))
        weights.network(told, seats).value(position, values)
        assert list(values) == pytest.approx(expected(weights, rows, told, seats), abs=1e-9)


def test_the_most_inputs_fit_and_no_more() -> None:
    weights, rows = drawn(random.Random(1))
    told = Told([0] * MOST_INPUTS, [[1] * MOST_INPUTS, [2] * MOST_INPUTS], [0, 0])
    position = openings("montana", 2)(1)
    values = vec[float]([0.0] * 4)
    weights.network(told, 2).value(position, values)
    assert list(values) == pytest.approx(expected(weights, rows, told, 2), abs=1e-9)
    with pytest.raises(IndexError):
        weights.network(Told([0] * (MOST_INPUTS + 1), [[], []], [0, 0]), 2).value(position, values)


def test_a_choice_is_one_of_its_inputs() -> None:
    inputs = Inputs()
    for number in (-3, 0, 2, 4, 9):
        inputs.choose(10, number, 4)
    assert [int(inputs.items[index]) for index in range(5)] == [10, 10, 12, 14, 14]
    inputs.clear()
    assert inputs.count == 0


def test_weights_are_read_as_written(tmp_path: Path) -> None:
    weights, _ = drawn(random.Random(2))
    file = tmp_path / "network.json"
    weights.write(file)
    assert read(file) == weights
    content = json.loads(file.read_text())
    file.write_text(json.dumps({**content, "format": 99}))
    with pytest.raises(ValueError, match="not of format 2"):
        read(file)


def test_weights_for_other_inputs_are_refused() -> None:
    weights, _ = drawn(random.Random(3))
    with pytest.raises(ValueError, match=f"{OF_SEAT} inputs, "):
        weights.network(features_of("montana"), 4)


def test_chances_of_first_place_count_as_the_end_does() -> None:
    game = TRAINED[0]
    knowledge = knowledge_from(game, network_file(game))
    state = openings(game)(3)
    state.sample_chance(Random(1))
    values = Values(knowledge, int(state.seats()))
    values.evaluate_leaf(state)
    raw = vec[float]([0.0] * 4)
    knowledge.evaluate(state, raw)
    leads = [1 / (1 + math.exp(raw[1 - seat] - raw[seat])) for seat in range(2)]
    odds = [math.exp(raw[2 + seat]) for seat in range(2)]
    blended = [
        knowledge.score_margin_weight * leads[seat]
        + (1 - knowledge.score_margin_weight) * odds[seat] / sum(odds)
        for seat in range(2)
    ]
    assert list(values.of_seat) == pytest.approx(blended)


@pytest.mark.parametrize("game", TRAINED)
def test_the_end_is_worth_its_points(game: str) -> None:
    knowledge = knowledge_from(game, network_file(game))
    state, random_ = openings(game)(1), Random(1)
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.sample_chance(random_)
        else:
            legal = state.legal_actions(int(state.actor()))
            state.play(state.actor(), legal[int(random_.below(len(legal)))])
    values = vec[float]([0.0] * (2 * int(state.seats())))
    knowledge.evaluate(state, values)
    unit = read(network_file(game)).unit
    assert [value * unit for value in values][: int(state.seats())] == pytest.approx(state.scores())


@pytest.mark.parametrize("game", TRAINED)
def test_other_weights_on_file_are_told_apart(game: str, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    changed = {
        "c_puct": 0.123,
        "first_play_urgency": 0.321,
        "value_variance_scale": 0.456,
        "backup_max_weight": 0.3,
    }
    file.write_text(json.dumps({**weights_of(game), **changed}))
    assert knowledge_from(game, file).search.c_puct == 0.123
    assert knowledge_from(game, network_file(game), file).search.c_puct == 0.123
    assert knowledge_from(game, network_file(game)).search.c_puct != 0.123
    assert knowledge_from(game, file).search.first_play_urgency == 0.321
    assert knowledge_from(game, network_file(game)).search.first_play_urgency != 0.321
    assert knowledge_from(game, file).search.value_variance_scale == 0.456
    assert knowledge_from(game, file).search.backup_max_weight == 0.3
    assert knowledge_from(game, network_file(game)).search.value_variance_scale != 0.456
    assert knowledge_from(game, file).has_win_odds
    assert network_file(game).stat().st_size <= 64 * 1024


@pytest.mark.parametrize("game", [*TRAINED, "great_western_trail"])
def test_keys_of_a_release_before_are_read_with_a_warning(game: str, tmp_path: Path) -> None:
    before = {
        "exploration": 0.1,
        "exploration_per_seat": 0.2,
        "caution": 0.3,
        "usual_spread": 0.4,
        "forgiveness": 0.5,
        **dict(zip(OLD_LEAF[game], (6, 0.7), strict=True)),
    }
    file = tmp_path / "weights.json"
    file.write_text(json.dumps(before))
    with pytest.warns(DeprecationWarning, match="is called") as warned:
        found = knowledge_from(game, file)
    assert len(warned) == len(before)
    search = found.search
    assert (search.c_puct, search.c_puct_per_seat) == (0.1, 0.2)
    assert (search.first_play_urgency, search.value_variance_scale) == (0.3, 0.4)
    assert (search.backup_max_weight, found.rollout_depth) == (0.5, 6)
    assert found.score_margin_weight == 0.7
    file.write_text(json.dumps({"caution": 0.1, "first_play_urgency": 0.2}))
    with (
        pytest.warns(DeprecationWarning, match="caution"),
        pytest.raises(ValueError, match="given twice"),
    ):
        knowledge_from(game, file)


@pytest.mark.parametrize("game", [*TRAINED, "great_western_trail"])
def test_what_a_file_of_weights_does_not_hold_is_the_games_own(game: str, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(json.dumps({"c_puct": 0.123}))
    found = knowledge_from(game, file)
    assert (found.search.c_puct, found.search.first_play_urgency) == (
        0.123,
        weights_of(game)["first_play_urgency"],
    )


VALUES = """
import json
from railhead.ai.knowledge import knowledge_for
from railhead.ai.training.matches import openings
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.vectors import vec

found = []
for game in {games!r}:
    for number in range(4):
        state = openings(game)(number)
        random_match(state, Random(number), 20 + 20 * number)
        values = vec[float]([0.0] * (2 * int(state.seats())))
        knowledge_for(game).network.value(state, values)
        found.append([value.hex() for value in values])
print(json.dumps(found))
"""


@pytest.mark.full
def test_values_have_the_same_bits_compiled_and_interpreted() -> None:
    code = VALUES.format(games=TRAINED)
    found = outputs_compiled_and_interpreted(code)
    assert found[0] == found[1]
    assert len(json.loads(found[0])) == 4 * len(TRAINED)
