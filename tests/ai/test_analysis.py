"""Analyses: what they tell is legal, adds up, and depends only on what the seat may know."""

from __future__ import annotations

import json
from dataclasses import astuple

import pytest

from railhead.ai.knowledge import knowledge_for
from railhead.ai.search.analysis import CANDIDATES, STRIDE, Analysis, Tally
from railhead.ai.search.estimates import mean, share
from railhead.games.game import CHANCE, OVER, State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets

GAMES = {"montana": 2, "great_western_trail": 3, "santa_fe": 3, "steam": 3, "veil": 3}
HIDING = ("great_western_trail", "santa_fe", "veil")


def opening(name: str) -> State:
    ruleset = rulesets()[name]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    return game.start(game.draw_setup(GAMES[name], options, Random(6)))


def positions(name: str, every: int, most: int) -> list[tuple[State, int]]:
    """Positions of one match at random, each with a seat that has a choice there, not all."""
    state, random, found = opening(name), Random(9), list[tuple[State, int]]()
    number = 0
    while state.actor() != OVER and len(found) < most:
        if state.actor() == CHANCE:
            state.sample_chance(random)
            continue
        seat = state.to_act()[-1]
        legal = state.legal_actions(seat)
        number += len(legal) > 1
        if number % every == 0 and len(legal) > 1:
            found.append((state.clone(), seat))
        state.play(seat, legal[random.below(len(legal))])
    return found


def analysed(state: State, seat: int, name: str, steps: int = 3) -> Analysis:
    analysis = Analysis(state, seat, knowledge_for(name), 11)
    for _ in range(steps):
        analysis.step()
    return analysis


@pytest.mark.sampled
@pytest.mark.parametrize("name", GAMES)
def test_candidates_are_legal_and_a_line_begins_with_the_first(name: str) -> None:
    for state, seat in positions(name, 7, 8):
        before = state.save()
        analysis = analysed(state, seat, name)
        assert state.save() == before
        candidates, legal = analysis.candidates(), state.legal_actions(seat)
        assert 0 < len(candidates) <= min(CANDIDATES, len(legal))
        for one in candidates:
            assert one.action in legal
            assert one.label == state.label(seat, one.action)
            assert 0.0 <= one.win.low <= one.win.value <= one.win.high <= 1.0
            assert one.score.low <= one.score.value <= one.score.high
        visits = [one.visits for one in candidates]
        assert visits == sorted(visits, reverse=True)
        assert sum(visits) <= analysis.simulations == 3 * STRIDE
        line = analysis.line()
        assert (line[0].seat, line[0].action) == (seat, candidates[0].action)


@pytest.mark.sampled
@pytest.mark.parametrize("name", GAMES)
def test_a_line_can_be_played_whatever_is_hidden(name: str) -> None:
    lengths = []
    for state, seat in positions(name, 9, 6):
        line = analysed(state, seat, name, 8).line()
        lengths.append(len(line))
        for number in range(4):
            dealt = state.clone()
            dealt.determinize(seat, Random(number, 5))
            for move in line:
                assert dealt.actor() != CHANCE, "a line does not guess what will be drawn"
                assert move.action in dealt.legal_actions(move.seat)
                assert dealt.label(move.seat, move.action) == move.label
                dealt.play(move.seat, move.action)
    assert max(lengths) > (name != "veil"), "in Veil every choice is a secret"


@pytest.mark.sampled
@pytest.mark.parametrize("name", HIDING)
def test_what_a_seat_cannot_know_changes_nothing(name: str) -> None:
    random, different = Random(4), 0
    for state, seat in positions(name, 2, 10):
        other = state.clone()
        other.determinize(seat, random)
        different += other.save() != state.save()
        one, two = (analysed(position, seat, name) for position in (state, other))
        assert one.candidates() == two.candidates()
        assert one.line() == two.line()
        assert one.tally() == two.tally()
    assert different > 3, "hardly anything was hidden: this proves nothing"


def test_an_analysis_goes_on_from_the_tally_of_another() -> None:
    ((state, seat),) = positions("steam", 40, 1)
    first = analysed(state, seat, "steam", 4)
    tally = Tally.from_json(json.loads(json.dumps(first.tally().to_json())))
    second = Analysis(state, seat, knowledge_for("steam"), 11, tally)
    assert second.simulations == first.simulations
    assert second.candidates() == first.candidates()
    second.step()
    before = {one.action: one for one in first.candidates()}
    for one in second.candidates():
        if one.action in before:
            assert one.visits >= before[one.action].visits
    assert second.simulations == 5 * STRIDE
    assert second.tally().trees == 2


def test_trees_that_grow_too_large_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railhead.ai.search.analysis.MOST_EDGES", 500)
    ((state, seat),) = positions("montana", 20, 1)
    analysis = analysed(state, seat, "montana", 12)
    tally = analysis.tally()
    assert tally.trees > 3
    assert sum(count.visits for count in tally.counts.values()) == analysis.simulations
    assert analysis.line()[0].action == analysis.candidates()[0].action


def test_a_seat_without_a_decision_is_not_analysed() -> None:
    ((state, seat),) = positions("montana", 3, 1)
    with pytest.raises(ValueError, match="nothing to decide"):
        Analysis(state, 1 - seat, knowledge_for("montana"), 1)


def test_intervals() -> None:
    # Wilson's interval for 1 of 10, and for none of 10, as in Brown, Cai and DasGupta (2001).
    assert astuple(share(1, 10)) == pytest.approx((0.0179, 0.1, 0.4042), abs=1e-3)
    assert astuple(share(0, 10)) == pytest.approx((0.0, 0.0, 0.2775), abs=1e-3)
    assert share(10, 10).high == 1.0
    numbers = [3, 5, 5, 7]
    found = mean(sum(numbers), sum(n * n for n in numbers), len(numbers))
    assert astuple(found) == pytest.approx((3.400, 5.0, 6.600), abs=1e-3)
    assert astuple(mean(6, 18, 2)) == (3.0, 3.0, 3.0)


@pytest.mark.sampled
@pytest.mark.parametrize("name", GAMES)
def test_a_candidate_has_the_mean_of_each_category_of_the_score_sheet(name: str) -> None:
    ((state, seat),) = positions(name, 5, 1)
    analysis = analysed(state, seat, name, 1)
    for one in analysis.candidates():
        count = analysis.tally().counts[one.action]
        assert list(one.sheet) == list(state.score_sheet())
        assert one.sheet == {what: total / count.played for what, total in count.sheet.items()}
