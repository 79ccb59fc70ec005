"""Gymnasium, PettingZoo and OpenSpiel find their own checks of environments passed."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from open_spiel.python.algorithms import generate_playthrough
from pettingzoo.test import api_test, render_test, seed_test

from railhead.games.game import IllegalAction, State
from railhead.rl import openspiel, zoo
from railhead.rl.gym import SeatEnv
from tests.conformance.hidden import determinized
from tests.rl.tables import GAMES, HIDING

A_DICTIONARY = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)
"""What PettingZoo says of every environment whose observations come with masks."""


@A_DICTIONARY
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_its_interface_kept(game: str) -> None:
    api_test(zoo.env(game), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_equal_matches_for_equal_seeds(game: str) -> None:
    seed_test(lambda: zoo.env(game), num_cycles=100)


def test_pettingzoo_finds_what_is_rendered() -> None:
    render_test(lambda render_mode=None: zoo.env("montana", render_mode=render_mode))


@pytest.mark.parametrize("game", GAMES)
def test_agents_of_pettingzoo_play_to_the_end(game: str) -> None:
    env = zoo.SeatsEnv(game, seats=3)
    env.reset(seed=4)
    earned = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        told, reward, ended, cut, _ = env.last()
        earned[agent] += reward
        assert told is not None
        others = [other for other in env.agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in others)
        env.step(None if ended or cut else int(np.flatnonzero(told["action_mask"])[-1]))  # type: ignore[arg-type]
    assert sum(earned.values()) == pytest.approx(0)
    assert max(earned.values()) > 0


def test_an_illegal_choice_ends_a_match_of_pettingzoo() -> None:
    env = zoo.env("montana")
    env.reset(seed=1)
    told, *_ = env.last()
    assert told is not None
    bare = env.unwrapped
    with pytest.raises(IllegalAction):
        bare.step(int(np.flatnonzero(told["action_mask"] == 0)[0]))
    agent = env.agent_selection
    env.step(int(np.flatnonzero(told["action_mask"] == 0)[0]))
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_its_interface_kept(game: str) -> None:
    made = gymnasium.make(f"railhead/{game}-v0", render_mode="ansi")
    assert isinstance(made.unwrapped, SeatEnv)
    check_env(made.unwrapped)


@pytest.mark.parametrize("opponents", ["random", "easy"])
def test_a_seat_of_gymnasium_plays_to_the_end(opponents: str) -> None:
    env = SeatEnv("montana", opponents=opponents, seat=1, options={"round_limit": 4})
    told, info = env.reset(seed=2)
    begun = told.tobytes()
    ended, reward = False, 0.0
    while not ended:
        assert reward == 0
        assert env.observation_space.contains(told)
        assert told[0] == info["seat"] == 1
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        choice = int(np.flatnonzero(info["action_mask"])[0])
        told, reward, ended, cut, info = env.step(choice)
        assert not cut
    scores = info["scores"]
    assert (reward > 0) == (scores[1] > scores[0]) or scores[0] == scores[1]
    assert env.reset(seed=2)[0].tobytes() == begun
    assert env.reset(seed=3)[0].tobytes() != begun


def test_an_illegal_choice_ends_an_episode_of_gymnasium() -> None:
    env = SeatEnv("montana")
    _, info = env.reset(seed=2)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(wrong)
    assert (reward, ended) == (-1.0, True)
    assert str(wrong) in info["illegal_action"]


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(KeyError, match="strongest"):
        SeatEnv("montana", opponents="strongest")


SPIEL = dict.fromkeys(GAMES, "setups=4") | {"montana": "players=3,options=round_limit:8"}
"""Parameters of games that are played."""


@pytest.mark.parametrize("game", GAMES)
def test_openspiel_finds_random_matches_in_order(game: str) -> None:
    loaded = pyspiel.load_game(f"{openspiel.game_name(game)}({SPIEL[game]})")
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def test_openspiel_finds_positions_again_that_it_wrote_down() -> None:
    loaded = pyspiel.load_game(openspiel.game_name("montana"), {"options": "round_limit:2"})
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


def digest(tensor: NDArray[Any], name: str) -> list[str]:
    """A tensor in one line of a protocol; written out number by number it takes seconds a match."""
    return [f"{name}: {tensor.shape} {sha256(tensor.tobytes()).hexdigest()}"]


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_openspiel_plays_the_same_again(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate_playthrough, "_format_tensor", digest)
    name = f"{openspiel.game_name(game)}({SPIEL[game]})"
    first, again = (generate_playthrough.playthrough(name, None, seed=7) for _ in range(2))
    assert first == again
    chosen = re.findall(r"^action: (\d+)$", first, re.MULTILINE)
    assert len(chosen) > 60
    assert "ObservationString(1)" in first
    assert len(set(re.findall(r"^ObservationTensor\(1\).*$", first, re.MULTILINE))) > 20


@pytest.mark.parametrize("game", HIDING)
def test_openspiel_tells_a_player_nothing_that_is_hidden(game: str) -> None:
    loaded = pyspiel.load_game(openspiel.game_name(game))
    state = loaded.new_initial_state()
    random = np.random.RandomState(3)
    swapped = 0
    for _ in range(300):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=odds)))
            continue
        player = state.current_player()
        other = state.clone()
        position: State = state.moment.position
        other.moment.go_to(determinized(position, player, int(random.randint(1000))))
        swapped += other.moment.position.save() != position.save()
        if state.moment.decision.parts == 0:
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
        state.apply_action(int(random.choice(state.legal_actions())))
    assert swapped > 20


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


def test_options_of_openspiel_without_a_value_are_refused() -> None:
    with pytest.raises(ValueError, match="name:value"):
        openspiel.chosen_options("round_limit")


def test_there_are_no_other_observations() -> None:
    game = pyspiel.load_game(openspiel.game_name("montana"))
    none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    for recalled, public, private in (
        (True, True, single),
        (False, False, single),
        (False, True, none),
    ):
        wanted = pyspiel.IIGObservationType(
            perfect_recall=recalled, public_info=public, private_info=private
        )
        assert game.make_py_observer(wanted) is None
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"short": True})
