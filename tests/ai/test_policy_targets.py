"""Weights of moves, from what deep searches came to."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from railhead.ai.knowledge import Knowledge, moves_from, weights_of
from railhead.ai.training import policy_targets
from railhead.ai.training.matches import game_with, openings
from railhead.ai.training.policy_targets import PolicyFit, Recorder, Sample
from railhead.ai.training.replay_buffer import SelfPlayConfig, play_and_record
from railhead.games.game import CHANCE, OVER, Actions
from railhead.games.random import Random
from railhead.games.vectors import vec

GAME = "santa_fe"
ADVANCED = {"variant": "advanced"}
RULES = game_with(GAME, {})
"""The options are kept in the position."""


def record_match(options: Mapping[str, Any], match: int) -> list[Sample]:
    """The policy targets of a match of two."""
    recorder = Recorder(options, match)
    start = openings(GAME, 2, options)(match)
    self_play = SelfPlayConfig(10, deep_factor=4, deep_share=0.5)
    play_and_record(start, Knowledge(), recorder, Random(match), self_play, 2000)
    return recorder.samples


@pytest.fixture(scope="module")
def self_play_samples() -> list[Sample]:
    return [*record_match({}, 1), *record_match(ADVANCED, 5)]


def preferred(weights: Mapping[str, float], wanted: list[Sample]) -> list[Sample]:
    """The same decisions, had searches come to exactly what these weights of moves say."""
    knowledge = moves_from(GAME, weights)
    out = vec[float]([0.0] * 500)
    found = []
    for sample in wanted:
        state = RULES.load(sample.position)
        legal = Actions()
        state.collect(sample.seat, legal)
        knowledge.priors(state, sample.seat, legal, out)
        total = sum(out[index] for index in range(int(legal.count)))
        shares = {action: out[index] / total for index, action in enumerate(legal.to_list())}
        found.append(Sample(sample.position, sample.seat, shares, sample.options, sample.match))
    return found


def test_what_is_recorded_are_decisions_with_shares_of_visits(
    self_play_samples: list[Sample],
) -> None:
    assert len(self_play_samples) > 40
    for sample in self_play_samples:
        state = RULES.load(sample.position)
        assert state.actor() not in (CHANCE, OVER)
        assert set(sample.shares) <= set(state.legal_actions(sample.seat))
        assert sum(sample.shares.values()) == pytest.approx(1)


def test_policy_targets_on_file_are_the_same(
    self_play_samples: list[Sample], tmp_path: Path
) -> None:
    policy_targets.write(self_play_samples[:10], tmp_path / "one.jsonl")
    policy_targets.write(self_play_samples[10:], tmp_path / "two.jsonl")
    assert (
        policy_targets.read([tmp_path / "one.jsonl", tmp_path / "two.jsonl"]) == self_play_samples
    )


def test_weights_are_found_that_made_the_choices(self_play_samples: list[Sample]) -> None:
    before = weights_of(GAME)
    other = {**before, "select_double": 3.0, "draw_double": 2.0, "bonus": 1.5}
    fit = PolicyFit(GAME, preferred(other, self_play_samples))
    found = fit.fit(before)
    for name in ("select_double", "draw_double", "bonus"):
        assert found[name] == pytest.approx(other[name], rel=0.25), name
    assert fit.cross_entropy(found, True) < fit.cross_entropy(before, True)
    assert fit.cross_entropy(found, False) < fit.cross_entropy(before, False)


def test_what_priors_do_not_depend_on_stays(self_play_samples: list[Sample]) -> None:
    before = weights_of(GAME)
    found = PolicyFit(GAME, self_play_samples).fit(before)
    for name in (
        "c_puct",
        "c_puct_per_seat",
        "first_play_urgency",
        "value_variance_scale",
        "backup_max_weight",
        "rollout_depth",
        "score_margin_weight",
    ):
        assert found[name] == before[name]
    assert found != before
    assert all(found[name] > 0 for name in found if before[name] > 0)


def test_the_cross_entropy_is_that_of_visits_from_priors(self_play_samples: list[Sample]) -> None:
    (sample,) = [one for one in self_play_samples if one.match == 1][:1]
    state = RULES.load(sample.position)
    legal = Actions()
    state.collect(sample.seat, legal)
    out = vec[float]([0.0] * 500)
    moves_from(GAME, weights_of(GAME)).priors(state, sample.seat, legal, out)
    total = sum(out[index] for index in range(int(legal.count)))
    weight_of = {action: out[index] / total for index, action in enumerate(legal.to_list())}
    wanted = -sum(share * math.log(weight_of[action]) for action, share in sample.shares.items())
    assert PolicyFit(GAME, [sample]).cross_entropy(weights_of(GAME), False) == pytest.approx(wanted)
