"""The set-up, selecting and revealing cards, drawing."""

import pytest

from games.game import CHANCE, IllegalAction
from games.random import Random
from games.santa_fe.rules.rounds import begin_round
from games.santa_fe.state import BRANCHES, DOUBLES, FIRST, HELD_DOUBLES, ROUND
from tests.games.positions import act, offered, phase, refused
from tests.games.santa_fe.positions import (
    choose,
    dealt,
    empty_deck,
    game,
    give_branch,
    have_money,
    in_hand,
    later,
    laying,
    money,
    opened,
    options,
    play_card,
    player,
    put_head,
    reveal,
    road,
    swap_hand,
)


def finish_laying(state):
    """Lay whatever is offered first until cards are drawn."""
    while phase(state).startswith(("lay", "exchange")):
        moves = offered(state)
        act(state, "keep" if "keep" in moves else moves[0])


@pytest.mark.rule("santa_fe:1")
@pytest.mark.parametrize(
    ("seats", "doubles", "deck"), [(2, 1, 58), (3, 2, 54), (4, 3, 50), (5, 4, 46)]
)
def test_the_set_up_by_number_of_players(seats, doubles, deck):
    view = dealt(seats).view(0)
    assert (view["double_turn_cards"], view["deck"]) == (doubles, deck)
    assert [shown["hand_size"] for shown in view["players"]] == [5] * seats
    assert [shown["double_turn_cards"] for shown in view["players"]] == [1] * seats
    assert [shown["money"] for shown in view["players"]] == [2] * seats
    assert sum(road["supply"] for road in view["railroads"]) == 128
    assert [road["branch_cards"] for road in view["railroads"]] == [2] * 5
    assert view["engineers"] == 0


def test_railroads_start_where_the_rulebook_says():
    shown = {road["railroad"]: road for road in opened().view(0)["railroads"]}
    assert [(name, one["start"], one["supply"]) for name, one in shown.items()] == [
        ("atsf", "CHI", 32),
        ("sp", "NOL", 30),
        ("gn", "MIL", 25),
        ("up", "CHI", 24),
        ("kp", "KCY", 17),
    ]
    for one in shown.values():
        assert one["routes"] == [{"route": 1, "at": one["start"], "towards": None}]


def test_the_first_player_is_drawn_or_seat_0():
    drawn = {
        game().draw_setup(4, options(first_player="random"), Random(seed))["first_player"]
        for seed in range(40)
    }
    assert drawn == {0, 1, 2, 3}
    assert opened(4).cells[FIRST] == 0


@pytest.mark.parametrize("setup", [{"seats": 6}, {"seats": 2, "first_player": 2}, {"seats": 1}])
def test_impossible_set_ups_are_refused(setup):
    with pytest.raises(ValueError, match=r"is -?[0-9]+, outside|whole number"):
        game().start({"first_player": 0, "options": {}, **setup})


def test_a_position_of_another_map_is_not_loaded():
    saved = opened().save()
    with pytest.raises(ValueError, match="data of another size"):
        game().load(saved + b"\x00")


def test_the_first_player_is_dealt_to_first_and_then_clockwise():
    state = game().start({"seats": 3, "first_player": 2, "options": {}})
    order = []
    while state.actor() == CHANCE:
        outcome = state.chance_outcomes()[0][0]
        order.append((outcome >> 8) & 1023)
        state.apply(CHANCE, outcome)
    assert order == [2] * 4 + [0] * 4 + [1] * 4


@pytest.mark.rule("santa_fe:2")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_no_double_turn_card_in_the_first_round(seat):
    state = dealt(3)
    with pytest.raises(IllegalAction, match="in the first round everybody has to play a city card"):
        state.apply(seat, state.parse("select:double"))
    assert len(state.legal_actions(seat)) == 4
    state = later(3)
    assert "select:double" in offered(state)


def test_equal_cards_are_one_selection():
    state = dealt()
    swap_hand(state, 0, "REN", "DEN", "DEN", "DAL")
    assert offered(state) == [f"select:{name}" for name in ("DAL", "DEN", "REN")]
    assert in_hand(state, 0) == ["DAL", "DEN", "DEN", "REN"]


def test_cards_are_turned_up_once_all_have_selected():
    state = dealt(3)
    for seat, card in ((2, "DAL"), (0, "REN")):
        state.apply(seat, state.parse(f"select:{card}"))
    assert state.to_act() == [1]
    assert player(state, 0)["tableau"] == []
    state.apply(1, state.parse("select:ABI"))
    assert state.actor() == CHANCE
    reveal(state)
    assert [player(state, seat)["tableau"] for seat in range(3)] == [
        ["REN"], ["ABI"], ["DAL"],
    ]  # fmt: skip
    assert phase(state) == "lay_1"


def test_a_selection_is_final():
    state = dealt()
    state.apply(0, state.parse("select:REN"))
    with pytest.raises(IllegalAction, match="not to act"):
        state.apply(0, state.parse("select:DEN"))


def test_a_card_that_is_not_held_cannot_be_selected():
    state = dealt()
    assert "Tucson (value 6) is not in your hand" in refused(state, "select:TUC")


@pytest.mark.rule("santa_fe:10")
def test_two_players_play_the_same_city():
    state = dealt()
    choose(state, "REN", "REN")
    assert player(state, 0)["tableau"] == player(state, 1)["tableau"] == ["REN"]
    put_head(state, "up", "REN")
    assert state.score_sheet()["city_cards"] == [6, 6]


def test_a_player_without_cards_selects_nothing_and_lays_track():
    state = later()
    swap_hand(state, 1)
    state.cells[DOUBLES] += state.held(1, HELD_DOUBLES)
    state.give(1, HELD_DOUBLES, 0)
    assert state.to_act() == [0]
    choose(state, "REN")
    act(state, offered(state, "lay")[0])
    assert (phase(state), state.actor()) == ("lay_1", 1)


def test_nobody_has_a_card():
    state = later()
    for seat in range(2):
        swap_hand(state, seat)
        state.cells[DOUBLES] += state.held(seat, HELD_DOUBLES)
        state.give(seat, HELD_DOUBLES, 0)
    empty_deck(state)
    state.cells[DOUBLES] = 0
    begin_round(state)
    assert (phase(state), state.actor()) == ("lay_1", 0)


def test_double_turn_cards_alone_are_no_selection_in_the_first_round():
    state = dealt()
    swap_hand(state, 0)
    assert state.to_act() == [1]


@pytest.mark.rule("santa_fe:4")
def test_a_played_double_turn_card_returns_to_the_supply():
    state = later()
    choose(state, "double", "REN")
    assert state.view(0)["double_turn_cards"] == 1
    finish_laying(state)
    assert phase(state) == "draw"
    assert state.view(0)["double_turn_cards"] == 2
    assert not player(state, 0)["double_turn"]
    act(state, "draw:double")
    assert player(state, 0)["double_turn_cards"] == 1
    assert (state.view(0)["double_turn_cards"], state.actor()) == (1, 1)


@pytest.mark.rule("santa_fe:5")
def test_after_a_branch_play_two_cards_are_drawn():
    state = laying(branches={0: "gn"})
    state.give(0, HELD_DOUBLES, 0)
    state.cells[DOUBLES] += 1
    assert player(state, 0)["branch_card_played"] == "gn"
    assert player(state, 0)["hand_size"] == 3
    finish_laying(state)
    have_money(state, 0, 5)
    act(state, "draw:up")
    assert money(state, 0) == 4
    assert offered(state) == ["draw:city", "draw:double"]
    with pytest.raises(IllegalAction, match="one branch card in hand is the limit"):
        act(state, "draw:gn")
    act(state, "draw:double")
    assert player(state, 0)["hand_size"] == 5
    assert state.actor() == 1


@pytest.mark.rule("santa_fe:5")
@pytest.mark.parametrize(
    ("first", "second"),
    [("city", "city"), ("double", "double"), ("city", "double"), ("city", "up"), ("double", "up")],
)
def test_any_pair_but_two_branch_cards_fills_the_hand(first, second):
    for pair in {(first, second), (second, first)}:
        state = laying(seats=3, branches={0: "gn"})
        state.give(0, HELD_DOUBLES, 0)
        state.cells[DOUBLES] += 1
        finish_laying(state)
        have_money(state, 0, 1)
        assert player(state, 0)["hand_size"] == 3
        for drawn in pair:
            act(state, f"draw:{drawn}", *(["deal:0:BUT"] if drawn == "city" else []))
        after = player(state, 0)
        assert (after["hand_size"], state.actor()) == (5, 1)
        assert after["city_cards"] == 3 + pair.count("city")
        assert after["double_turn_cards"] == pair.count("double")
        assert after["branch_card"] == ("up" if "up" in pair else None)
        assert money(state, 0) == (0 if "up" in pair else 1)


@pytest.mark.rule("santa_fe:5")
def test_a_city_card_and_then_a_branch_card():
    state = laying(branches={0: "gn"})
    state.give(0, HELD_DOUBLES, 0)
    state.cells[DOUBLES] += 1
    finish_laying(state)
    have_money(state, 0, 1)
    act(state, "draw:city", "deal:0:DEN", "draw:gn")
    assert money(state, 0) == 0
    assert player(state, 0)["branch_card"] == "gn"
    assert (player(state, 0)["hand_size"], state.actor()) == (5, 1)


def test_a_hand_with_a_branch_card_plays_it_with_any_card():
    state = later()
    give_branch(state, 0, "kp")
    choose(state, "double", "REN")
    assert player(state, 0)["branch_card_played"] == "kp"
    assert player(state, 0)["branch_card"] is None
    assert player(state, 0)["double_turn"]


@pytest.mark.rule("santa_fe:7")
def test_nothing_can_be_drawn():
    state = later()
    state.cells[DOUBLES] = 0
    choose(state, "REN", "REN")
    empty_deck(state)
    for seat in range(2):
        have_money(state, seat, 0)
    lay_first_pieces(state)
    assert state.cells[ROUND] == 3
    assert phase(state) == "select"
    assert [player(state, seat)["hand_size"] for seat in range(2)] == [4, 4]


def lay_first_pieces(state):
    """Two players lay four pieces that connect nothing."""
    act(state, "lay:gn:1:DUL", "lay:up:1:DSM", "lay:sp:1:HOU", "lay:kp:1:ABI")


def test_without_free_cards_a_branch_card_need_not_be_bought():
    state = later()
    state.cells[DOUBLES] = 0
    choose(state, "REN", "REN")
    empty_deck(state)
    lay_first_pieces(state)
    branches = [f"draw:{name}" for name in ("atsf", "sp", "gn", "up", "kp")]
    assert offered(state) == [*branches, "stop"]
    act(state, "stop")
    assert (phase(state), state.actor()) == ("draw", 1)
    act(state, "stop")
    assert (phase(state), state.cells[ROUND]) == ("select", 3)


def test_while_there_are_free_cards_nobody_stops():
    state = laying()
    finish_laying(state)
    assert "stop" not in offered(state)
    assert "draw:city" in offered(state)


def test_the_only_thing_to_draw_is_a_draw_like_any_other():
    state = laying()
    empty_deck(state)
    for seat in range(2):
        have_money(state, seat, 0)
    lay_first_pieces(state)
    assert (phase(state), state.actor(), offered(state)) == ("draw", 0, ["draw:double"])
    act(state, "draw:double")
    assert player(state, 0)["double_turn_cards"] == 2
    assert (phase(state), player(state, 1)["hand_size"]) == ("select", 4), "nothing is left"


def test_a_branch_card_needs_a_card_to_be_played_with():
    state = laying()
    swap_hand(state, 0)
    state.cells[DOUBLES] += state.held(0, HELD_DOUBLES)
    state.give(0, HELD_DOUBLES, 0)
    finish_laying(state)
    have_money(state, 0, 9)
    assert offered(state) == ["draw:city", "draw:double"]
    assert "needs another card" in refused(state, "draw:gn")
    act(state, "draw:double")
    assert "draw:gn" in offered(state)


@pytest.mark.rule("santa_fe:8")
def test_an_unused_branch_card_leaves_the_game():
    state = laying(branches={0: "kp"})
    state.cells[BRANCHES + road("kp")] -= 1
    act(state, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
    assert phase(state) == "draw"
    assert player(state, 0)["branch_card_played"] is None
    assert state.view(0)["railroads"][4]["branch_cards"] == 1
    for seat in range(2):
        have_money(state, seat, 9)
    act(state, "draw:kp")
    assert state.view(0)["railroads"][4]["branch_cards"] == 0
    assert state.actor() == 1
    assert "draw:kp" not in offered(state)
    assert "no branch card of Kansas Pacific is left" in refused(state, "draw:kp")


def test_the_deck_is_never_reshuffled():
    state = laying()
    empty_deck(state, keep=0)
    finish_laying(state)
    assert "draw:city" not in offered(state)
    assert refused(state, "draw:city") == "the deck is empty"
    assert player(state, 1)["exchanged"] == 58


def test_the_train_goes_to_the_left():
    state = laying(3)
    finish_laying(state)
    while phase(state) == "draw":
        if state.actor() == CHANCE:
            state.apply(CHANCE, state.chance_outcomes()[0][0])
        else:
            act(state, offered(state)[0])
    assert state.view(0)["first_player"] == 1
    choose(state, *(offered_cards(state, seat)[0] for seat in range(3)))
    assert state.actor() == 1


def offered_cards(state, seat):
    return [state.observe(seat, seat, one)[7:] for one in state.legal_actions(seat)]


def test_played_city_cards_stay():
    state = laying()
    play_card(state, 0, "BOI")
    finish_laying(state)
    assert player(state, 0)["tableau"] == ["DEN", "BOI"]
