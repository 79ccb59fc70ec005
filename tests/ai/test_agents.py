"""Agents by name: what they are, what they think with, what is refused."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from railhead.ai.knowledge import Knowledge, network_file, weights_of
from railhead.ai.search.levels import LEVELS
from railhead.ai.search.root_parallel import RootParallelPlayer
from railhead.ai.strength import fixed_agents
from railhead.ai.training.agents import Greedy, Sensible, UnknownAgent, agent_of, settings_of
from railhead.games.game import Actions, State
from railhead.games.packing import parameter
from railhead.games.vectors import vec
from tests.small_games.tic_tac_toe import board

HARD = LEVELS["hard"].budget_in("montana", 2)
assert HARD is not None
assert HARD.simulations is not None
FULL = HARD.simulations


@pytest.mark.parametrize(
    ("text", "factor", "most"),
    [
        ("hard", 1.0, FULL),
        ("hard", 0.5, FULL // 2),
        ("hard*0.25", 1.0, FULL // 4),
        ("hard*.5", 0.5, FULL // 4),
        ("hard@400", 1.0, 400),
        ("hard@400", 0.1, 400),
        ("easy@400", 1.0, 400),
        ("uct", 1.0, FULL),
        ("uct4", 0.5, 2 * FULL),
        ("uct4*0.5", 1.0, 2 * FULL),
        ("uct4@100", 1.0, 100),
        ("random", 1.0, None),
        ("greedy", 1.0, None),
        ("sensible", 1.0, None),
        ("hard~8820173", 1.0, None),
    ],
)
def test_budgets(text: str, factor: float, most: int | None) -> None:
    found = agent_of(text).most_simulations("montana", 2, factor)
    assert found == most if most is None else found == pytest.approx(most, abs=1)


def test_plain_searches_know_nothing_of_the_game() -> None:
    for name in ("uct", "uct4"):
        assert agent_of(name).level.plain
        assert agent_of(name).level.plies == LEVELS["hard"].plies
    assert not agent_of("hard").level.plain


def test_an_agent_plays_within_its_budget() -> None:
    choice = agent_of("hard@100").player("tic_tac_toe", 1, 1.0).choose(board("x........"), 1)
    assert 0 < choice.simulations <= 100


def test_workers_are_so_many_trees_of_the_same_budget_for_every_decision() -> None:
    assert settings_of("hard+workers=1", "montana") == settings_of("hard", "montana")
    assert agent_of("hard+workers=3").most_simulations("montana", 2, 1.0) == FULL
    together = agent_of("hard@100+workers=3").player("tic_tac_toe", 1, 1.0)
    assert isinstance(together, RootParallelPlayer)
    players = [together.first, *together.others]
    assert len({int(player.random.next32()) for player in players}) == 3
    choice = together.choose(board("x........"), 1)
    assert 0 < choice.simulations <= 100
    assert sum(visits for _, visits, _, _ in together.first.found) == 3 * choice.simulations


def test_a_sensible_beginner_draws_what_it_likes_and_never_what_is_bad(tmp_path: Path) -> None:
    class Likes(Knowledge):
        def policy(self, state: State, seat: int, legal: Actions, out: vec[float]) -> None:
            for index in range(int(legal.count)):
                out[index] = {4: 1.0, 5: 0.5, 6: 0.05}.get(parameter(legal.items[index], 0), 0.01)

    beginner, state = Sensible(Likes(), 3), board("x........")
    drawn = Counter(parameter(beginner.choose(state, 1).action, 0) for _ in range(1000))
    assert drawn.keys() == {4, 5}
    assert drawn[4] / 1000 == pytest.approx(0.8, abs=0.05), "by the square of the weights"
    assert beginner.choose(state, 1).simulations == 0
    file = tmp_path / "weights.json"
    file.write_text(json.dumps(weights_of("montana")))
    assert isinstance(agent_of(f"sensible+weights={file}").player("montana", 1, 1.0), Sensible)


def test_greedy_does_not_search() -> None:
    greedy = agent_of("greedy").player("tic_tac_toe", 1, 1.0)
    assert isinstance(greedy, Greedy)
    choice = greedy.choose(board("x........"), 1)
    assert choice.simulations == 0
    assert choice.action in board("x........").legal_actions(1)


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("godlike", "one of random, sensible, greedy, uct, uct4, beginner, novice, easy, medium"),
        ("sensible*2", "leave out its budget"),
        ("", "begin with one of random"),
        ("hard@0.5", "@SIMULATIONS"),
        ("hard+weights=x*2", "no file"),
        ("hard*0", "above 0"),
        ("hard@0", "above 0"),
        ("random*2", "leave out its budget"),
        ("greedy@10", "leave out its budget"),
        ("uct~8820173", "only levels"),
        ("hard~main", "COMMIT"),
        ("uct+weights=w.json", "leave them out"),
        ("hard~8820173+weights=w.json", "leave them out"),
        ("hard+weights=/nowhere/w.json", "no file /nowhere/w.json"),
        ("hard@400*2", "in this order"),
        ("hard+weights=w.json+workers=4", "no file"),
        ("hard+workers=0", "at least one"),
        ("greedy+workers=2", "leave them out"),
        ("hard~8820173+workers=2", "leave them out"),
    ],
)
def test_names_that_stand_for_nobody(text: str, fix: str) -> None:
    with pytest.raises(UnknownAgent) as refused:
        agent_of(text)
    assert fix in str(refused.value)
    assert repr(text) in str(refused.value)


def test_settings_tell_agents_apart(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    weights = weights_of("montana")
    file.write_text(json.dumps(weights))
    other = tmp_path / "other.json"
    other.write_text(json.dumps({name: 2 * weight for name, weight in weights.items()}))
    names = [
        "random",
        "greedy",
        "uct",
        "uct4",
        "easy",
        "hard",
        "hard*0.5",
        "hard@400",
        "hard+workers=2",
        "hard+workers=4",
        "hard~8820173",
        "hard~8820174",
        f"hard+weights={file}",
        f"hard+weights={other}",
        f"hard+weights={file}+weights={other}",
    ]
    settings = [json.dumps(settings_of(name, "montana"), sort_keys=True) for name in names]
    assert len(set(settings)) == len(names)
    assert settings_of("hard", "montana") != settings_of("hard", "steam")
    assert settings_of("uct", "montana") == settings_of("uct", "steam")


def test_other_weights_play_otherwise_named_or_not(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(json.dumps(weights_of("montana")))
    assert agent_of(f"hard@50+weights={file}").player("montana", 1, 1.0)
    both = agent_of(f"hard@50+weights={network_file('montana')}+weights={file}")
    assert both.weights == (network_file("montana"), file)
    assert both.player("montana", 1, 1.0)


def test_the_ladder_has_every_level_of_short_turns_and_enough_agents() -> None:
    agents, anchor = fixed_agents()
    assert len(agents) >= 8
    short = set(LEVELS) - {"expert"}
    assert short | {"random", "sensible", "greedy", "uct@1000", "uct@4000"} <= set(agents)
    assert anchor in agents
    assert any(agent_of(name).commit for name in agents)
    assert all(agent_of(name).description for name in agents)
