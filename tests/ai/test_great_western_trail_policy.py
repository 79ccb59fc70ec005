"""What a policy network is told of Great Western Trail: enough for each action, and no secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railhead.ai.knowledge import (
    build_knowledge,
    knowledge_from,
    move_features_of,
    policy_inputs_of,
    weights_of,
)
from railhead.ai.net.inputs import MOST_INPUTS, Inputs
from railhead.ai.net.moves import MoveKeys
from railhead.ai.net.network import LARGEST
from railhead.ai.net.policy import Policy
from railhead.ai.net.policy_file import PolicyWeights
from railhead.ai.net.weights_file import QuantizedMatrix
from railhead.ai.training.sgd import quantize_array
from railhead.games.game import CHANCE, OVER, Actions, State
from railhead.games.great_western_trail import RULESET
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.random import Random
from railhead.games.vectors import vec
from tests.commands import outputs_compiled_and_interpreted
from tests.games.positions import Positions

GAME = "great_western_trail"
UNITS = 5
MADE = Positions(RULESET, GreatWesternTrail)


def random_weights(seed: int = 1) -> PolicyWeights:
    """A policy that has learned nothing: every input and every key counts."""
    random = np.random.default_rng(seed)
    features, moves = policy_inputs_of(GAME), move_features_of(GAME)

    def matrix(rows: int, units: int) -> QuantizedMatrix:
        numbers = (random.standard_normal((rows, units)) / 9).astype(np.float32)
        return QuantizedMatrix(*quantize_array(numbers, LARGEST))

    seat, table = int(features.of_seat), int(features.of_table)
    return PolicyWeights(
        own=matrix(seat, UNITS),
        others=matrix(seat, UNITS),
        table=matrix(table, UNITS),
        bias=[0.5] * UNITS,
        embeddings=matrix(int(moves.size), UNITS + 1),
        firmness=0.9,
    )


def random_policy() -> Policy:
    return random_weights().policy(policy_inputs_of(GAME), move_features_of(GAME))


def decisions(seats: int, seed: int) -> Iterator[tuple[State, int, Actions]]:
    """The decisions of a random match: position, seat, its legal actions."""
    position: State = MADE.opened(seats, seed)
    random = Random(seed, seats)
    legal = Actions()
    while position.actor() != OVER:
        seat = int(position.actor())
        if seat == CHANCE:
            position.sample_chance(random)
            continue
        legal.clear()
        position.collect(seat, legal)
        yield position, seat, legal
        position.play(seat, legal.items[random.below(legal.count)])


def sharpened(policy: Policy, position: State, seat: int, legal: Actions) -> list[float]:
    count = int(legal.count)
    weights = vec[float]([1.0 + index % 3 for index in range(count)])
    policy.sharpen(position, seat, legal, weights)
    return list(weights)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_keys_and_inputs_are_in_range_in_random_matches(seats: int) -> None:
    moves, features = move_features_of(GAME), policy_inputs_of(GAME)
    keys, inputs = MoveKeys(), Inputs()
    met: set[int] = set()
    for seed in range(3):
        for position, seat, legal in decisions(seats, seed):
            moves.see_moves(position, seat, legal, keys)
            assert keys.moves == legal.count
            assert keys.ends[int(keys.count and keys.moves - 1)] == keys.count
            named = [int(keys.items[at]) for at in range(int(keys.count))]
            assert min(named) >= 0
            assert max(named) < moves.size
            met |= set(named)
            inputs.clear()
            features.see_table(position, inputs)
            assert_in_range(inputs, int(features.of_table))
            for other in range(seats):
                inputs.clear()
                features.see_seat(position, other, inputs)
                assert_in_range(inputs, int(features.of_seat))
    assert len(met) > 1000
    assert len({key for key in met if key < 34}) >= 18


def assert_in_range(inputs: Inputs, size: int) -> None:
    named = [int(inputs.items[at]) for at in range(int(inputs.count))]
    assert len(named) < MOST_INPUTS
    assert min(named) >= 0
    assert max(named) < size


@pytest.mark.parametrize("seats", [2, 4])
def test_a_policy_reads_only_what_its_seat_may_know(seats: int) -> None:
    policy, random, different = random_policy(), Random(7), 0
    for number, (position, seat, legal) in enumerate(decisions(seats, 5)):
        if number % 5:
            continue
        other = position.clone()
        other.determinize(seat, random)
        different += other.save() != position.save()
        assert sharpened(policy, position, seat, legal) == sharpened(policy, other, seat, legal)
    assert different > 20


def test_of_others_only_what_all_may_know_is_read() -> None:
    features, random, different = policy_inputs_of(GAME), Random(3), 0
    for position, seat, _ in decisions(3, 9):
        dealt = position.clone()
        dealt.determinize((seat + 1) % 3, random)
        found = []
        for at in (position, dealt):
            inputs = Inputs()
            features.see_public(at, seat, inputs)
            found.append([int(inputs.items[index]) for index in range(int(inputs.count))])
        assert found[0] == found[1]
        different += dealt.save() != position.save()
    assert different > 100


def test_the_own_hand_is_read() -> None:
    policy = random_policy()
    hidden = set()
    position, seat, legal = next(decisions(2, 1))
    for seed in range(5):
        other = position.clone()
        other.determinize(1 - seat, Random(seed))  # deals the acting seat's hand anew
        hidden.add(tuple(sharpened(policy, other, seat, legal)))
    assert len(hidden) > 1


WEIGHED = """
import json
from tests.ai.test_great_western_trail_policy import decisions, random_policy, sharpened
policy = random_policy()
found = [
    [weight.hex() for weight in sharpened(policy, position, seat, legal)]
    for number, (position, seat, legal) in enumerate(decisions(2, 4))
    if number % 10 == 0
]
print(json.dumps(found))
"""


def test_priors_have_the_same_bits_compiled_and_interpreted() -> None:
    found = outputs_compiled_and_interpreted(WEIGHED)
    assert found[0] == found[1]
    assert len(json.loads(found[0])) > 20


def test_a_policy_on_file_changes_the_priors(tmp_path: Path) -> None:
    file = tmp_path / "policy.json"
    random_weights().write(file)
    with_policy, without = knowledge_from(GAME, file), build_knowledge(GAME, weights_of(GAME))
    position, seat, legal = next(decisions(2, 2))
    priors = []
    for knowledge in (with_policy, without):
        weights = vec[float]([0.0] * int(legal.count))
        knowledge.priors(position, seat, legal, weights)
        priors.append(list(weights))
    assert priors[0] != pytest.approx(priors[1])


def test_weights_of_another_shape_are_refused() -> None:
    weights = random_weights()
    others: dict[str, Any] = {"own": weights.table, "others": weights.table, "table": weights.own}
    for part, other in {**others, "embeddings": weights.own}.items():
        with pytest.raises(ValueError, match="are wanted"):
            build_knowledge(GAME, weights_of(GAME), policy=replace(weights, **{part: other}))
