"""OpenSpiel finds its own checks of games passed, and games that it can load, play and print."""

from __future__ import annotations

import pickle
import re
import unittest
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from numpy.typing import NDArray
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, sample_some_states

from railhead.games.game import IllegalAction
from railhead.games.options import InvalidOption
from railhead.rl import openspiel
from tests.rl.spiel import load, play
from tests.rl.tables import GAMES, HIDING


@pytest.mark.parametrize("game", GAMES)
def test_openspiel_finds_the_beginning_of_random_matches_in_order(game: str) -> None:
    loaded = load(game, "setups=4,max_game_length=60")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_openspiel_finds_random_matches_in_order(game: str) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=False, verbose=False)


def test_openspiel_finds_positions_again_that_it_wrote_down() -> None:
    loaded = load("montana", "options=round_limit:2")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_openspiel_finds_its_interface_kept(game: str) -> None:
    class Kept(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # it has no types
        @classmethod
        def setUpClass(cls) -> None:
            cls.game = loaded = load(game)
            cls.game_name = openspiel.game_name(game)
            cls.game_type = loaded.get_type()
            first = sample_some_states.sample_some_states(loaded, max_states=20)
            later = [state.clone() for state in play(loaded, 2) if state.move_number() % 12 == 0]
            cls.some_states = [*first, *later]

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Kept).run(result)
    assert result.testsRun >= 5
    assert [said for _, said in (*result.failures, *result.errors)] == []
    assert result.skipped == []


def digest(tensor: NDArray[Any], name: str) -> list[str]:
    """A tensor in one line of a protocol; written out number by number it takes seconds a match."""
    return [f"{name}: {tensor.shape} {sha256(tensor.tobytes()).hexdigest()}"]


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_openspiel_plays_the_same_again(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(generate_playthrough, "_format_tensor", digest)
    flags.FLAGS.mark_as_parsed()
    first = generate_playthrough.playthrough(load(game).to_string(), None, seed=7)
    (tmp_path / "playthrough.txt").write_text(first, encoding="utf-8")
    expected, again = generate_playthrough.replay(str(tmp_path / "playthrough.txt"))
    assert again == expected == first
    chosen = re.findall(r"^action: (\d+)$", first, re.MULTILINE)
    assert len(chosen) > 60
    assert "InformationStateString(1)" in first
    for tensor in ("ObservationTensor", "InformationStateTensor"):
        assert len(set(re.findall(rf"^{tensor}\(1\).*$", first, re.MULTILINE))) > 20


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_match_takes_no_more_choices(game: str) -> None:
    *_, last = play(load(game), 4)
    assert last.is_terminal()
    before = last.serialize()
    for number in range(last.num_distinct_actions()):
        with pytest.raises(IllegalAction, match="the match is over"):
            last.apply_action(number)
    assert last.serialize() == before
    assert last.legal_actions() == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_possible_is_refused_and_changes_nothing(game: str) -> None:
    loaded = load(game)
    state = loaded.new_initial_state()
    for wrong in (4, 1 << 40):
        with pytest.raises(IllegalAction, match=f"0 to .*, not {wrong}"):
            state.apply_action(wrong)
    assert state.history() == []
    for state in play(loaded, 5, 60):
        before = state.serialize()
        offered = (
            [place for place, _ in state.chance_outcomes()]
            if state.is_chance_node()
            else state.legal_actions()
        )
        for wrong in {0, 7, max(offered) + 1} - set(offered):
            with pytest.raises(IllegalAction, match=str(wrong)):
                state.apply_action(wrong)
        assert state.serialize() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_match_ends_as_it_stands_where_it_gets_too_long(game: str) -> None:
    whole = load(game)
    assert whole.max_game_length() == 1000 * whole.num_players()
    short = load(game, "max_game_length=50")
    assert short.max_game_length() == 50
    *_, last = play(short, 3)
    assert last.is_terminal()
    assert last.move_number() == 50
    assert sum(last.returns()) == pytest.approx(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_printed_as_its_table(game: str) -> None:
    loaded = load(game)
    state = loaded.new_initial_state()
    assert str(state) == "The set-up is still to be drawn."
    *_, state = play(loaded, 6, 40)
    printed = str(state)
    assert all(len(line) <= 120 for line in printed.splitlines() if "alone knows" not in line)
    assert all(f"player {seat}" in printed for seat in range(loaded.num_players()))
    assert len(printed.splitlines()) > 10
    assert ("alone knows" in printed) == (game in HIDING)
    *_, state = play(loaded, 6)
    assert str(state).endswith("The match is over.")


@pytest.mark.parametrize("game", GAMES)
def test_positions_written_down_go_on_alike(game: str) -> None:
    loaded = load(game)
    *_, state = play(loaded, 8, 50)
    for copy in (
        state.clone(),
        pickle.loads(pickle.dumps(state)),  # noqa: S301 - our own
        loaded.deserialize_state(state.serialize()),
    ):
        original = state.clone()
        for step in range(20):
            assert information_of(copy) == information_of(original)
            chance = copy.is_chance_node()
            offered = [one for one, _ in copy.chance_outcomes()] if chance else copy.legal_actions()
            if not offered:
                break
            copy.apply_action(offered[step % len(offered)])
            original.apply_action(offered[step % len(offered)])


def information_of(state: Any) -> tuple[object, ...]:
    """What can be asked of a state."""
    return (
        str(state),
        state.history(),
        [state.information_state_string(player) for player in range(state.num_players())],
        state.current_player(),
    )


@pytest.mark.parametrize(
    ("written", "options"),
    [
        ("", {}),
        (
            "round_limit:20;own_only:true;setup:random",
            {"round_limit": 20, "own_only": True, "setup": "random"},
        ),
    ],
)
def test_options_of_openspiel_are_text(written: str, options: dict[str, Any]) -> None:
    assert openspiel.chosen_options(written) == options


REFUSED: list[tuple[str, type[Exception], str]] = [
    ("setups=0", ValueError, "setups is from 1 to 1048576, not 0"),
    ("setups=-3", ValueError, "setups is from 1 to 1048576, not -3"),
    ("max_game_length=-1", ValueError, "max_game_length is 1 or more"),
    ("players=9", ValueError, "2 to 4 seats, not for 9"),
    ("options=round_limit", ValueError, "name:value"),
    ("options=luck:3", InvalidOption, "round_limit"),
    ("luck=3", pyspiel.SpielError, "luck"),
]


@pytest.mark.parametrize(("parameters", "raised", "said"), REFUSED)
def test_parameters_that_cannot_be_are_refused(
    parameters: str, raised: type[Exception], said: str
) -> None:
    with pytest.raises(raised, match=said):
        load("montana", parameters)


@pytest.mark.parametrize("game", GAMES)
def test_chance_has_as_many_outcomes_as_are_told(game: str) -> None:
    loaded = load(game)
    for state in play(loaded, 1):
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            assert list(outcomes) == list(range(len(outcomes)))
            assert len(outcomes) <= loaded.max_chance_outcomes()
            assert np.sum(odds) == pytest.approx(1)
