"""What the search knows of Santa Fe."""

import pytest

from ai.knowledge import knowledge_for, made_from, weights_of
from ai.search import Search
from ai.training.arena import Match, play
from games.game import Actions
from games.random import Random
from games.santa_fe.components import FAR, distances
from games.santa_fe.state import DOUBLE_TURN, ENGINEER, HELD_DOUBLES, MONEY, SUPPLY
from games.vectors import vec
from tests.ai.knowledge_in_play import kinds_weighed
from tests.games.positions import act, offered
from tests.games.santa_fe.positions import (
    city,
    fill,
    game,
    later,
    laying,
    options,
    play_card,
    put_head,
    road,
    swap_hand,
)

KNOWLEDGE = knowledge_for("santa_fe")


def standing(state) -> list[float]:
    out = vec[float]([0.0] * 5)
    KNOWLEDGE.evaluate(state, out)
    return list(out)[: int(state.seats())]


def priors(state) -> dict[str, float]:
    """The weight of each legal action of the seat to act."""
    seat, actions = int(state.actor()), Actions()
    state.collect(seat, actions)
    weights = vec[float]([0.0] * 256)
    KNOWLEDGE.priors(state, seat, actions, weights)
    return dict(zip(offered(state), list(weights), strict=False))


@pytest.mark.parametrize(
    ("seats", "variant", "purchase"),
    [(2, "basic", False), (3, "advanced", False), (4, "basic", True), (5, "advanced", True)],
)
def test_every_move_has_a_prior_and_every_position_a_value(seats, variant, purchase):
    given = options(variant=variant, purchase=purchase)
    random = Random(seats)
    for match in range(3):
        state = game().start(game().draw_setup(seats, given, Random(match)))
        assert len(kinds_weighed(KNOWLEDGE, state, random)) >= 4


@pytest.mark.parametrize(("cell", "number"), [(MONEY, 9), (HELD_DOUBLES, 3), (ENGINEER, 1)])
def test_more_is_better_for_its_owner(cell, number):
    state = later()
    before = standing(state)
    state.give(0, cell, number)
    after = standing(state)
    assert after[0] > before[0]
    assert after[1] == before[1]


def test_a_played_card_counts_for_each_railroad():
    state = laying()
    play_card(state, 0, "LOS")
    before = standing(state)
    put_head(state, "kp", "LOS")
    gained = [after - was for after, was in zip(standing(state), before, strict=True)]
    assert gained[0] > 5.0
    assert gained[0] > gained[1] + 5.0


def test_a_railroad_nearby_promises_more_than_one_far_away():
    worth = []
    for place in ("PHX", "DAL"):
        state = laying()
        play_card(state, 0, "SDG")
        put_head(state, "kp", place)
        worth.append(standing(state)[0] - standing(state)[1])
    assert worth[0] > worth[1]


def test_a_dead_end_promises_nothing():
    state = laying()
    play_card(state, 0, "SDG")
    put_head(state, "kp", "TUC")
    before = standing(state)[0]
    for name in ("ELP", "PHX", "SDG"):
        fill(state, "TUC", name)
    assert standing(state)[0] < before


def test_a_hand_is_worth_little_when_the_end_is_near():
    state = later()
    swap_hand(state, 0, "SEA", "POR", "LOS", "SDG")
    early = standing(state)[0]
    for railroad in ("atsf", "sp", "gn", "up", "kp"):
        state.cells[SUPPLY + road(railroad)] = 1
    assert standing(state)[0] < early / 2


def test_priors_like_what_connects_the_own_cards():
    state = laying()
    before = priors(state)
    play_card(state, 0, "DDC")
    own = priors(state)
    assert own["lay:kp:1:ABI"] > before["lay:kp:1:ABI"]
    assert own["lay:kp:1:ABI"] > own["lay:kp:1:STL"]
    play_card(state, 1, "OKC")
    assert priors(state)["lay:kp:1:ABI"] < own["lay:kp:1:ABI"]


def test_priors_like_a_bonus():
    state = laying()
    put_head(state, "atsf", "SAO")
    weights = priors(state)
    assert weights["lay:atsf:1:HOU"] == max(
        weight for move, weight in weights.items() if move.startswith("lay:atsf")
    )
    state.give(0, DOUBLE_TURN, 1)
    assert priors(state)["lay:atsf:1:HOU"] > weights["lay:atsf:1:HOU"]


def test_priors_of_cards():
    state = later()
    put_head(state, "up", "SEA")
    weights = priors(state)
    assert weights["select:SEA"] > weights["select:DEN"]
    state = laying(doubles=(0,))
    act(state, "lay:gn:1:DUL", "stop", "lay:up:1:DSM")
    put_head(state, "up", "SEA")
    weights = priors(state)
    assert weights["discard:DEN"] > weights["discard:SEA"]


def test_distances_are_those_of_the_shortest_ways():
    components = game().components
    away = distances(components)
    cities = int(components.city_count)
    assert max(away) < FAR
    for one, other, pieces in (("CHI", "MIL", 1), ("CHI", "DUL", 3), ("NOL", "SDG", 11)):
        assert away[cities * city(one) + city(other)] == pieces
        assert away[cities * city(other) + city(one)] == pieces


def test_a_missing_weight_is_named():
    weights = weights_of("santa_fe")
    del weights["decay"]
    with pytest.raises(KeyError, match="decay"):
        made_from("santa_fe", weights)


def test_a_decision_of_five_players():
    state = later(5)
    search = Search(state, 2, KNOWLEDGE, 1)
    search.run(150)
    found = search.statistics()
    assert len(found) == 5
    for _, visits, sums, _ in found:
        assert len(sums) == 5
        assert all(0.0 <= total <= visits for total in sums)


def test_an_easy_bot_beats_random_play():
    won = sum(play(Match("santa_fe", "easy", "random", number)).won for number in range(4))
    assert won >= 3
