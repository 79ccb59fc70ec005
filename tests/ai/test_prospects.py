"""Weights of what is still to come: taken down in matches, fitted to how these end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from railhead.ai.knowledge import knowledge_for, weights_file, weights_of
from railhead.ai.training import prospects
from railhead.ai.training.matches import decisions, openings
from railhead.ai.training.prospects import Seen, Watched
from railhead.ai.training.train import Plan, Training
from railhead.games.random import Random
from railhead.games.vectors import vec
from railhead.service.commands.train import command

GAME = "great_western_trail"
SMALL = replace(Plan.of(GAME), trials=None, watched=Watched(6, 16), seats=[2, 3])
TRUE = {"worker": 3.0, "card": -1.0, "still": 7.0}


def seen_by(weights: dict[str, float], seats: int = 3, positions: int = 3000) -> Seen:
    """Prospects that come to what these weights say, but for what nobody can know."""
    draw = np.random.default_rng(1)
    numbers = draw.uniform(0, 2, (positions * seats, len(weights)))
    numbers[:, -1] = 0.0
    gained = numbers @ np.array(list(weights.values()))
    gained += draw.normal(0, 5, len(gained)) + np.repeat(draw.normal(0, 20, positions), seats)
    places = np.repeat(np.arange(positions), seats)
    return Seen(numbers, gained, places, places // 3)


def test_weights_are_found_again_and_stay_where_nothing_speaks_for_others() -> None:
    before = {"worker": 1.0, "card": 1.0, "still": 7.0, "other": 5.0}
    names = list(TRUE)
    seen = seen_by(TRUE)
    found = prospects.fitted(names, before, seen)
    assert found["worker"] == pytest.approx(3.0, abs=0.3)
    assert found["card"] == pytest.approx(-1.0, abs=0.3)
    assert (found["still"], found["other"]) == (7.0, 5.0)
    missed = [prospects.missed_leads(names, one, seen) for one in (before, found, TRUE)]
    assert missed[0] > missed[1] == pytest.approx(missed[2], rel=0.02)


def test_a_few_positions_change_little() -> None:
    before = {"worker": 1.0, "card": 1.0, "still": 7.0}
    found = prospects.fitted(list(TRUE), before, seen_by(TRUE, positions=6))
    assert found["worker"] == pytest.approx(1.0, abs=0.2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_evaluation_is_points_and_what_is_still_to_come(seats: int) -> None:
    knowledge = knowledge_for(GAME)
    weights = np.array([weights_of(GAME)[name] for name in knowledge.weights_to_come()])
    state, random = openings(GAME, seats)(3), Random(3)
    values = vec[float]([0.0] * seats)
    looked = 0
    for number, (seat, legal) in enumerate(decisions(state, random, 5000)):
        row = knowledge.still_to_come(state)
        if number % 20 == 0 and row:
            knowledge.evaluate(state, values)
            wanted = [points + float(weights @ np.array(numbers)) for points, numbers in row]
            assert list(values) == pytest.approx(wanted)
            looked += 1
        state.play(seat, legal[int(random.below(len(legal)))])
    assert looked > 10
    assert knowledge.still_to_come(state) == []


def test_a_game_with_a_network_has_nothing_to_fit() -> None:
    knowledge = knowledge_for("montana")
    assert knowledge.weights_to_come() == []
    assert knowledge.still_to_come(openings("montana")(1)) == []
    assert Plan.of("montana").watched is None


def test_what_was_stopped_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    whole, stopped = Training(SMALL, tmp_path / "whole"), Training(SMALL, tmp_path / "stopped")
    assert list(whole.watch(processes=1)) == [5, 1]
    assert next(stopped.watch(processes=1)) == 5
    (kept,) = (tmp_path / "stopped/prospects").glob("*.npz")
    when = kept.stat().st_mtime_ns
    assert list(stopped.watch(processes=2)) == [5, 1]
    assert kept.stat().st_mtime_ns == when
    told: list[float] = []
    for training in (whole, stopped):
        training.fit_prospects(lambda *missed: told.extend(missed))
    assert told[:2] == told[2:]
    (made,) = {training.made()[weights_file(GAME)].read_text() for training in (whole, stopped)}
    before = weights_of(GAME)
    changed = {name for name, weight in json.loads(made).items() if weight != before[name]}
    assert len(changed) > 20
    assert changed <= set(knowledge_for(GAME).weights_to_come())
    seen = prospects.read(sorted((tmp_path / "whole/prospects").glob("*.npz")))
    assert set(seen.of(held_out=True).match) == {0, 5}
    for match in range(6):
        _, seats = np.unique(seen.position[seen.match == match], return_counts=True)
        assert set(seats) == {SMALL.seats[match % 2]}


def test_the_command_fits_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run again once its weights are in use, it would fit them twice to the same matches."""
    monkeypatch.setattr(Plan, "of", lambda game, scale: SMALL)
    line = [GAME, "--folder", str(tmp_path), "--processes", "1"]
    first = CliRunner().invoke(command, line)
    assert first.exit_code == 0, first.output
    assert "prospects miss leads held out by" in first.output
    made = tmp_path / "weights-fitted.json"
    assert f"hard+weights={made}:hard --sprt" in first.output.replace("\n", "")
    when = made.stat().st_mtime_ns
    again = CliRunner().invoke(command, line)
    assert again.exit_code == 0, again.output
    assert "prospects miss" not in again.output
    assert made.stat().st_mtime_ns == when


def test_without_a_match_to_fit_to_weights_stay() -> None:
    before = weights_of(GAME)
    names = knowledge_for(GAME).weights_to_come()
    held = seen_by(TRUE, positions=3).of(held_out=True)
    assert prospects.fitted(names, before, held) == before
