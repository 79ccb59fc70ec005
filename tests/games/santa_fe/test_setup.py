"""The set-up, selecting and revealing cards, drawing."""

from __future__ import annotations

import pytest

from railhead.games.game import CHANCE, IllegalAction
from railhead.games.random import Random
from railhead.games.santa_fe import state
from railhead.games.santa_fe.match import SantaFe
from railhead.games.santa_fe.rules.rounds import begin_round
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


def finish_laying(position: SantaFe) -> None:
    """Lay whatever is offered first until cards are drawn."""
    while phase(position).startswith(("lay", "exchange")):
        moves = offered(position)
        act(position, "keep" if "keep" in moves else moves[0])


@pytest.mark.rule("santa_fe:1")
@pytest.mark.parametrize(
    ("seats", "doubles", "deck"), [(2, 1, 58), (3, 2, 54), (4, 3, 50), (5, 4, 46)]
)
def test_the_set_up_by_number_of_players(seats: int, doubles: int, deck: int) -> None:
    view = dealt(seats).view(0)
    assert (view["double_turn_cards"], view["deck"]) == (doubles, deck)
    assert [shown["hand_size"] for shown in view["players"]] == [5] * seats
    assert [shown["double_turn_cards"] for shown in view["players"]] == [1] * seats
    assert [shown["money"] for shown in view["players"]] == [2] * seats
    assert sum(road["supply"] for road in view["railroads"]) == 128
    assert [road["branch_cards"] for road in view["railroads"]] == [2] * 5
    assert view["engineers"] == 0


def test_railroads_start_where_the_rulebook_says() -> None:
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


def test_the_first_player_is_drawn_or_seat_0() -> None:
    drawn = {
        game().draw_setup(4, options(first_player="random"), Random(seed))["first_player"]
        for seed in range(40)
    }
    assert drawn == {0, 1, 2, 3}
    assert opened(4).cells[state.FIRST] == 0


@pytest.mark.parametrize("setup", [{"seats": 6}, {"seats": 2, "first_player": 2}, {"seats": 1}])
def test_impossible_set_ups_are_refused(setup: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"is -?[0-9]+, outside|whole number"):
        game().start({"first_player": 0, "options": {}, **setup})


def test_a_position_of_another_map_is_not_loaded() -> None:
    saved = opened().save()
    with pytest.raises(ValueError, match="data of another size"):
        game().load(saved + b"\x00")


def test_the_first_player_is_dealt_to_first_and_then_clockwise() -> None:
    position = game().start({"seats": 3, "first_player": 2, "options": {}})
    order = []
    while position.actor() == CHANCE:
        outcome = position.chance_outcomes()[0][0]
        order.append((outcome >> 8) & 1023)
        position.apply(CHANCE, outcome)
    assert order == [2] * 4 + [0] * 4 + [1] * 4


@pytest.mark.rule("santa_fe:2")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_no_double_turn_card_in_the_first_round(seat: int) -> None:
    position = dealt(3)
    with pytest.raises(IllegalAction, match="in the first round everybody has to play a city card"):
        position.apply(seat, position.parse("select:double"))
    assert len(position.legal_actions(seat)) == 4
    position = later(3)
    assert "select:double" in offered(position)


def test_equal_cards_are_one_selection() -> None:
    position = dealt()
    swap_hand(position, 0, "REN", "DEN", "DEN", "DAL")
    assert offered(position) == [f"select:{name}" for name in ("DAL", "DEN", "REN")]
    assert in_hand(position, 0) == ["DAL", "DEN", "DEN", "REN"]


def test_cards_are_turned_up_once_all_have_selected() -> None:
    position = dealt(3)
    for seat, card in ((2, "DAL"), (0, "REN")):
        position.apply(seat, position.parse(f"select:{card}"))
    assert position.to_act() == [1]
    assert player(position, 0)["tableau"] == []
    position.apply(1, position.parse("select:ABI"))
    assert position.actor() == CHANCE
    reveal(position)
    assert [player(position, seat)["tableau"] for seat in range(3)] == [
        ["REN"], ["ABI"], ["DAL"],
    ]  # fmt: skip
    assert phase(position) == "lay_1"


def test_a_selection_is_final() -> None:
    position = dealt()
    position.apply(0, position.parse("select:REN"))
    with pytest.raises(IllegalAction, match="not to act"):
        position.apply(0, position.parse("select:DEN"))


def test_a_card_that_is_not_held_cannot_be_selected() -> None:
    position = dealt()
    assert "Tucson (value 6) is not in your hand" in refused(position, "select:TUC")


@pytest.mark.rule("santa_fe:10")
def test_two_players_play_the_same_city() -> None:
    position = dealt()
    choose(position, "REN", "REN")
    assert player(position, 0)["tableau"] == player(position, 1)["tableau"] == ["REN"]
    put_head(position, "up", "REN")
    assert position.score_sheet()["city_cards"] == [6, 6]


def test_a_player_without_cards_selects_nothing_and_lays_track() -> None:
    position = later()
    swap_hand(position, 1)
    position.cells[state.DOUBLES] += position.amount(1, state.HELD_DOUBLES)
    position.give(1, state.HELD_DOUBLES, 0)
    assert position.to_act() == [0]
    choose(position, "REN")
    act(position, offered(position, "lay")[0])
    assert (phase(position), position.actor()) == ("lay_1", 1)


def test_nobody_has_a_card() -> None:
    position = later()
    for seat in range(2):
        swap_hand(position, seat)
        position.cells[state.DOUBLES] += position.amount(seat, state.HELD_DOUBLES)
        position.give(seat, state.HELD_DOUBLES, 0)
    empty_deck(position)
    position.cells[state.DOUBLES] = 0
    begin_round(position)
    assert (phase(position), position.actor()) == ("lay_1", 0)


def test_double_turn_cards_alone_are_no_selection_in_the_first_round() -> None:
    position = dealt()
    swap_hand(position, 0)
    assert position.to_act() == [1]


@pytest.mark.rule("santa_fe:4")
def test_a_played_double_turn_card_returns_to_the_supply() -> None:
    position = later()
    choose(position, "double", "REN")
    assert position.view(0)["double_turn_cards"] == 1
    finish_laying(position)
    assert phase(position) == "draw"
    assert position.view(0)["double_turn_cards"] == 2
    assert not player(position, 0)["double_turn"]
    act(position, "draw:double")
    assert player(position, 0)["double_turn_cards"] == 1
    assert (position.view(0)["double_turn_cards"], position.actor()) == (1, 1)


@pytest.mark.rule("santa_fe:5")
def test_after_a_branch_play_two_cards_are_drawn() -> None:
    position = laying(branches={0: "gn"})
    position.give(0, state.HELD_DOUBLES, 0)
    position.cells[state.DOUBLES] += 1
    assert player(position, 0)["branch_card_played"] == "gn"
    assert player(position, 0)["hand_size"] == 3
    finish_laying(position)
    have_money(position, 0, 5)
    act(position, "draw:up")
    assert money(position, 0) == 4
    assert offered(position) == ["draw:city", "draw:double"]
    with pytest.raises(IllegalAction, match="one branch card in hand is the limit"):
        act(position, "draw:gn")
    act(position, "draw:double")
    assert player(position, 0)["hand_size"] == 5
    assert position.actor() == 1


@pytest.mark.rule("santa_fe:5")
@pytest.mark.parametrize(
    ("first", "second"),
    [("city", "city"), ("double", "double"), ("city", "double"), ("city", "up"), ("double", "up")],
)
def test_any_pair_but_two_branch_cards_fills_the_hand(first: str, second: str) -> None:
    for pair in {(first, second), (second, first)}:
        position = laying(seats=3, branches={0: "gn"})
        position.give(0, state.HELD_DOUBLES, 0)
        position.cells[state.DOUBLES] += 1
        finish_laying(position)
        have_money(position, 0, 1)
        assert player(position, 0)["hand_size"] == 3
        for drawn in pair:
            act(position, f"draw:{drawn}", *(["deal:0:BUT"] if drawn == "city" else []))
        after = player(position, 0)
        assert (after["hand_size"], position.actor()) == (5, 1)
        assert after["city_cards"] == 3 + pair.count("city")
        assert after["double_turn_cards"] == pair.count("double")
        assert after["branch_card"] == ("up" if "up" in pair else None)
        assert money(position, 0) == (0 if "up" in pair else 1)


@pytest.mark.rule("santa_fe:5")
def test_a_city_card_and_then_a_branch_card() -> None:
    position = laying(branches={0: "gn"})
    position.give(0, state.HELD_DOUBLES, 0)
    position.cells[state.DOUBLES] += 1
    finish_laying(position)
    have_money(position, 0, 1)
    act(position, "draw:city", "deal:0:DEN", "draw:gn")
    assert money(position, 0) == 0
    assert player(position, 0)["branch_card"] == "gn"
    assert (player(position, 0)["hand_size"], position.actor()) == (5, 1)


def test_a_hand_with_a_branch_card_plays_it_with_any_card() -> None:
    position = later()
    give_branch(position, 0, "kp")
    choose(position, "double", "REN")
    assert player(position, 0)["branch_card_played"] == "kp"
    assert player(position, 0)["branch_card"] is None
    assert player(position, 0)["double_turn"]


@pytest.mark.rule("santa_fe:7")
def test_nothing_can_be_drawn() -> None:
    position = later()
    position.cells[state.DOUBLES] = 0
    choose(position, "REN", "REN")
    empty_deck(position)
    for seat in range(2):
        have_money(position, seat, 0)
    lay_first_pieces(position)
    assert position.cells[state.ROUND] == 3
    assert phase(position) == "select"
    assert [player(position, seat)["hand_size"] for seat in range(2)] == [4, 4]


def lay_first_pieces(position: SantaFe) -> None:
    """Two players lay four pieces that connect nothing."""
    act(position, "lay:gn:1:DUL", "lay:up:1:DSM", "lay:sp:1:HOU", "lay:kp:1:ABI")


def test_without_free_cards_a_branch_card_need_not_be_bought() -> None:
    position = later()
    position.cells[state.DOUBLES] = 0
    choose(position, "REN", "REN")
    empty_deck(position)
    lay_first_pieces(position)
    branches = [f"draw:{name}" for name in ("atsf", "sp", "gn", "up", "kp")]
    assert offered(position) == [*branches, "stop"]
    act(position, "stop")
    assert (phase(position), position.actor()) == ("draw", 1)
    act(position, "stop")
    assert (phase(position), position.cells[state.ROUND]) == ("select", 3)


def test_while_there_are_free_cards_nobody_stops() -> None:
    position = laying()
    finish_laying(position)
    assert "stop" not in offered(position)
    assert "draw:city" in offered(position)


def test_the_only_thing_to_draw_is_a_draw_like_any_other() -> None:
    position = laying()
    empty_deck(position)
    for seat in range(2):
        have_money(position, seat, 0)
    lay_first_pieces(position)
    assert (phase(position), position.actor(), offered(position)) == ("draw", 0, ["draw:double"])
    act(position, "draw:double")
    assert player(position, 0)["double_turn_cards"] == 2
    assert (phase(position), player(position, 1)["hand_size"]) == ("select", 4), "nothing is left"


def test_a_branch_card_needs_a_card_to_be_played_with() -> None:
    position = laying()
    swap_hand(position, 0)
    position.cells[state.DOUBLES] += position.amount(0, state.HELD_DOUBLES)
    position.give(0, state.HELD_DOUBLES, 0)
    finish_laying(position)
    have_money(position, 0, 9)
    assert offered(position) == ["draw:city", "draw:double"]
    assert "needs another card" in refused(position, "draw:gn")
    act(position, "draw:double")
    assert "draw:gn" in offered(position)


@pytest.mark.rule("santa_fe:8")
def test_an_unused_branch_card_leaves_the_game() -> None:
    position = laying(branches={0: "kp"})
    position.cells[state.BRANCHES + road("kp")] -= 1
    act(position, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
    assert phase(position) == "draw"
    assert player(position, 0)["branch_card_played"] is None
    assert position.view(0)["railroads"][4]["branch_cards"] == 1
    for seat in range(2):
        have_money(position, seat, 9)
    act(position, "draw:kp")
    assert position.view(0)["railroads"][4]["branch_cards"] == 0
    assert position.actor() == 1
    assert "draw:kp" not in offered(position)
    assert "no branch card of Kansas Pacific is left" in refused(position, "draw:kp")


def test_the_deck_is_never_reshuffled() -> None:
    position = laying()
    empty_deck(position, keep=0)
    finish_laying(position)
    assert "draw:city" not in offered(position)
    assert refused(position, "draw:city") == "the deck is empty"
    assert player(position, 1)["exchanged"] == 58


def test_the_train_goes_to_the_left() -> None:
    position = laying(3)
    finish_laying(position)
    while phase(position) == "draw":
        if position.actor() == CHANCE:
            position.apply(CHANCE, position.chance_outcomes()[0][0])
        else:
            act(position, offered(position)[0])
    assert position.view(0)["first_player"] == 1
    choose(position, *(offered_cards(position, seat)[0] for seat in range(3)))
    assert position.actor() == 1


def offered_cards(position: SantaFe, seat: int) -> list[str]:
    return [position.observe(seat, seat, one)[7:] for one in position.legal_actions(seat)]


def test_played_city_cards_stay() -> None:
    position = laying()
    play_card(position, 0, "BOI")
    finish_laying(position)
    assert player(position, 0)["tableau"] == ["DEN", "BOI"]
