"""What players of OpenSpiel are told: all that they may know, and nothing else, also in search."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from railhead.games.game import SPECTATOR
from railhead.games.random import Random
from tests.rl.spiel import load, part_observer, play, swap
from tests.rl.tables import GAMES, HIDING


def information_of(state: Any, player: int) -> tuple[object, ...]:
    """All that OpenSpiel tells a player of a position."""
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.legal_actions(player) if state.current_player() == player else None,
    )


def saved(state: Any) -> bytes:
    """The true position."""
    position: bytes = state.moment.position.save()
    return position


@pytest.mark.parametrize("game", HIDING)
def test_a_player_is_told_the_same_in_worlds_that_it_cannot_tell_apart(game: str) -> None:
    swapped = 0
    for step, state in enumerate(play(load(game, "players=3,setups=4"), 3, 200)):
        for player in range(3):
            other = swap(state, player, step)
            swapped += saved(other) != saved(state)
            assert information_of(other, player) == information_of(state, player)
            for kind in ({"public": True, "private": False}, {"public": False, "private": True}):
                observer = part_observer(state.get_game(), **kind)
                before = observer.string_from(state, player), tensor_of(observer, state, player)
                assert before[0] == observer.string_from(other, player)
                assert np.array_equal(before[1], tensor_of(observer, other, player))
    assert swapped > 60, "nothing was hidden"


def tensor_of(observer: Any, state: Any, player: int) -> NDArray[np.float32]:
    """What an observer writes."""
    observer.set_from(state, player)
    written: NDArray[np.float32] = observer.tensor.copy()
    return written


@pytest.mark.parametrize("game", GAMES)
def test_a_position_dealt_anew_is_the_same_to_its_player(game: str) -> None:
    dealt = 0
    for state in play(load(game), 4, 200):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
        other = state.resample_from_infostate(player, sampler)
        dealt += saved(other) != saved(state)
        assert information_of(other, player) == information_of(state, player)
        assert other.history() == [], "a history would tell what was hidden"
        other.apply_action(other.legal_actions()[-1])
    assert (dealt > 20) == (game in HIDING)


@pytest.mark.parametrize("game", HIDING)
def test_positions_dealt_anew_owe_nothing_to_the_truth(game: str) -> None:
    for step, state in enumerate(play(load(game), 5, 160)):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        other = swap(state, player, step)
        one, another = (
            world.resample_from_infostate(player, lambda: 0.25) for world in (state, other)
        )
        assert saved(one) == saved(another)
        for seat in range(state.num_players()):
            assert information_of(one, seat) == information_of(another, seat)


@pytest.mark.parametrize("game", HIDING)
def test_what_a_player_has_seen_is_part_of_its_information_state(game: str) -> None:
    *_, state = play(load(game), 6, 150)
    moment = state.moment
    notation = moment.table.game.vocabulary.notation
    for player in range(state.num_players()):
        lines = state.information_state_string(player).splitlines()
        seen = [notation(action) for _, action in moment.events_of(player)]
        assert [line.partition(" ")[2] for line in lines[: len(seen)]] == seen
        assert any("?" in one for one in seen), "something was covered"
        observer = make_observation(
            state.get_game(), pyspiel.IIGObservationType(perfect_recall=True)
        )
        observer.set_from(state, player)
        rows = observer.dict["events"]
        assert rows.any(axis=1).sum() == len(seen)
        assert (rows == -1).any()


@pytest.mark.parametrize("game", HIDING)
def test_what_is_public_is_the_same_for_a_spectator_who_knows_no_hand(game: str) -> None:
    loaded = load(game)
    public = part_observer(loaded, public=True, private=False)
    private = part_observer(loaded, public=False, private=True)
    own = 0
    for step, state in enumerate(play(loaded, 7, 250)):
        other = state.clone()
        other.moment = state.moment.suppose(0, Random(step))
        other.moment.position.determinize(SPECTATOR, Random(step))
        for player in range(loaded.num_players()):
            before = tensor_of(public, state, player)
            assert np.array_equal(before, tensor_of(public, other, player))
            own += private.string_from(state, player) != private.string_from(other, player)
    assert own > 50


def test_there_are_no_other_observations() -> None:
    for game in GAMES:
        loaded = load(game)
        for public, private in ((True, False), (False, True)):
            assert part_observer(loaded, public=public, private=private, recalls=True) is None
            found = part_observer(loaded, public=public, private=private)
            assert (found is not None) == (game in HIDING)
        assert part_observer(loaded, public=False, private=False) is None
        with pytest.raises(ValueError, match="no parameters"):
            loaded.make_py_observer(None, {"short": True})


class Lead(mcts.Evaluator):  # type: ignore[misc]  # it has no types
    """Values positions by points now, so that a search is quick."""

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """All choices alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def evaluate(self, state: Any) -> NDArray[np.float64]:
        """Points more than the mean."""
        scores = np.array(state.moment.position.scores(), float)
        found: NDArray[np.float64] = (scores - scores.mean()) / 50
        return found


def bot(game: Any, seed: int) -> Any:
    """IS-MCTS of OpenSpiel, which chooses by what it is told alone."""
    random = np.random.RandomState(seed)
    made = ismcts.ISMCTSBot(game, Lead(), 1.0, 12, random_state=random)
    made.set_resampler(
        lambda state, player: state.resample_from_infostate(player, lambda: float(random.random()))
    )
    return made


@pytest.mark.parametrize("game", GAMES)
def test_a_search_over_information_states_plays_a_match(game: str) -> None:
    loaded = load(game, "setups=4,imperfect_information=True")
    player, random = bot(loaded, 1), np.random.RandomState(2)
    state = loaded.new_initial_state()
    chosen = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=odds)))
        elif state.current_player() == 0:
            state.apply_action(int(player.step(state)))
            chosen += 1
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
    assert chosen > 15
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("game", HIDING)
def test_a_search_chooses_alike_whatever_is_hidden(game: str) -> None:
    loaded = load(game, "setups=4")
    compared = 0
    for step, state in enumerate(play(loaded, 9, 150)):
        if state.is_chance_node() or step % 3 or len(state.legal_actions()) == 1:
            continue
        other = swap(state, state.current_player(), step)
        compared += saved(other) != saved(state)
        assert bot(loaded, step).get_policy(other) == bot(loaded, step).get_policy(state)
    assert compared > 5


def test_who_hides_nothing_says_so_unless_told_otherwise() -> None:
    kinds = pyspiel.GameType.Information
    for game in GAMES:
        plain = load(game).get_type().information
        expected = kinds.IMPERFECT_INFORMATION if game in HIDING else kinds.PERFECT_INFORMATION
        assert plain == expected
        said = load(game, "imperfect_information=True").get_type().information
        assert said == kinds.IMPERFECT_INFORMATION
