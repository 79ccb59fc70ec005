"""Packing, notation, JSON form and labels of actions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railhead.games.packing import HIDDEN, code_of, pack, parameter
from railhead.games.vocabulary import ActionType, Choice, Integer, Name, NotationError, Vocabulary

TYPES = (
    ActionType(0, "stop", "Stop"),
    ActionType(1, "bid", "Bid {amount}", (Integer("amount", -3, 40),)),
    ActionType(
        2,
        "build",
        "Build {tile} on {hex}, turned {turn}, for ${price}",
        (Name("hex", "hexes"), Choice("tile", ("t1", "old_mill")), Integer("turn", 0, 5)),
    ),
    ActionType(
        3, "wide", "{a}{b}{c}{d}{e}", tuple(Integer(name, 0, 1022) for name in "abcde"), chance=True
    ),
)
VOCABULARY = Vocabulary(TYPES).bind({"hexes": ["A1", "fort_benton", "C-3"]})

RAW = st.integers(0, 1022)


@given(st.integers(0, 255), st.lists(RAW, min_size=5, max_size=5))
def test_packed_parameters_come_back(code: int, raw: list[int]) -> None:
    action = int(pack(code, *raw))
    assert code_of(action) == code
    assert [parameter(action, index) for index in range(5)] == raw
    assert 0 <= action < 2**58


@given(st.lists(RAW, min_size=5, max_size=5))
def test_every_form_of_the_widest_action_comes_back(raw: list[int]) -> None:
    action = int(pack(3, *raw))
    assert VOCABULARY.parse(VOCABULARY.notation(action)) == action
    assert VOCABULARY.from_json(VOCABULARY.to_json(action)) == action


ABOUT = Vocabulary(
    (
        ActionType(
            0, "put", "Put", (Choice("what", ("a", "a+b+a", "none")),), targets=("x-{what}",)
        ),
        ActionType(
            1,
            "give",
            "Give",
            (Choice("card", ("c1",)), Integer("to", 0, 3)),
            targets=("hand-{seat}-{card}", "seat-{to}"),
        ),
        ActionType(2, "deal", "Deal", (Integer("seat", 0, 3),), targets=("hand-{seat}", "deck")),
        ActionType(3, "rest", "Rest", untargeted="Nothing happens."),
    )
)


def test_targets_are_ids_made_of_the_values_as_written() -> None:
    assert ABOUT.targets("put:a", 2) == ["x-a"]
    assert ABOUT.targets("put:a+b+a", 2) == ["x-a", "x-b"]
    assert ABOUT.targets("put:none", 2) == []
    assert ABOUT.targets("give:c1:3", 1) == ["hand-1-c1", "seat-3"]
    assert ABOUT.targets("rest", 1) == []


def test_targets_do_not_tell_what_is_redacted() -> None:
    assert ABOUT.targets("give:?:3", 1) == ["seat-3"]


def test_a_parameter_may_be_called_seat_and_chance_has_none() -> None:
    assert ABOUT.targets("deal:3", None) == ["hand-3", "deck"]
    assert ABOUT.targets("give:c1:3", None) == ["seat-3"]


def test_notation_json_and_label() -> None:
    action = int(pack(2, 1, 1, 4))
    assert VOCABULARY.notation(action) == "build:fort_benton:old_mill:4"
    assert VOCABULARY.to_json(action) == {
        "action": "build:fort_benton:old_mill:4",
        "type": "build",
        "parameters": {"hex": "fort_benton", "tile": "old_mill", "turn": 4},
    }
    label = VOCABULARY.label(action, {"price": 3})
    assert label == "Build old mill on fort benton, turned 4, for $3"
    assert VOCABULARY.label(action, {"price": 3, "tile": "a mill"}).startswith("Build a mill on")
    assert VOCABULARY.notation(0) == "stop"


def test_what_is_not_due_is_refused_with_what_is() -> None:
    stop, bid, build = 0, pack(1, 0), int(pack(2, 1, 1, 4))
    assert VOCABULARY.untimely(stop, [bid]) == "now is the time for bid, not for stop"
    several = VOCABULARY.untimely(bid, [build, build, stop])
    assert several == "now is the time for build or stop, not for bid"


def test_integers_are_written_as_their_value() -> None:
    assert VOCABULARY.parse("bid:-3") == pack(1, 0)
    assert VOCABULARY.notation(pack(1, 43)) == "bid:40"
    assert VOCABULARY.parameters(pack(1, 0)) == {"amount": -3}


def test_hidden_parameters_are_shown_as_such_and_never_accepted() -> None:
    action = pack(2, 0, HIDDEN, HIDDEN)
    assert VOCABULARY.notation(action) == "build:A1:?:?"
    assert VOCABULARY.parameters(action) == {"hex": "A1", "tile": "?", "turn": "?"}
    with pytest.raises(NotationError, match=r"tile of build is one of t1, old_mill, not '\?'"):
        VOCABULARY.parse("build:A1:?:0")


@pytest.mark.parametrize(
    ("notation", "problem"),
    [
        ("", "no action type is called ''; there are stop, bid, build, wide"),
        ("raid", "no action type is called 'raid'"),
        ("stop:1", "'stop:1' should read stop"),
        ("bid", "'bid' should read bid:<amount>"),
        ("bid:41", "amount of bid is a whole number from -3 to 40, not '41'"),
        ("bid:04", "not '04'"),
        ("bid: 4", "not ' 4'"),
        ("bid:4.0", "not '4.0'"),
        ("build:A1:t2:0", "tile of build is one of t1, old_mill, not 't2'"),
        ("build:a1:t1:0", "hex of build is one of A1, fort_benton, C-3, not 'a1'"),
    ],
)
def test_malformed_notation_is_refused_with_the_reason(notation: str, problem: str) -> None:
    with pytest.raises(NotationError) as refused:
        VOCABULARY.parse(notation)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    "form",
    [
        {"type": "raid", "parameters": {}},
        {"type": "bid", "parameters": {}},
        {"type": "bid", "parameters": {"amount": 1, "more": 2}},
        {"type": "bid", "parameters": {"amount": 1.5}},
        {"type": "stop", "parameters": {"amount": 1}},
    ],
)
def test_malformed_json_forms_are_refused(form: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        VOCABULARY.from_json(form)


def test_an_unbound_vocabulary_knows_no_names() -> None:
    unbound = Vocabulary(TYPES)
    assert list(unbound.values_of(TYPES[2].parameters[0])) == []
    with pytest.raises(NotationError):
        unbound.parse("build:A1:t1:0")
    assert unbound.parse("bid:4") == pack(1, 7)


@pytest.mark.parametrize(
    "types",
    [
        (ActionType(1, "late", "Late"),),
        (ActionType(0, "same", "One"), ActionType(1, "same", "Other")),
        (ActionType(0, "Loud", "Loud"),),
        (ActionType(0, "many", "Many", tuple(Integer(n, 0, 1) for n in "abcdef")),),
        (ActionType(0, "large", "Large", (Integer("n", 0, 1023),)),),
        (ActionType(0, "odd", "Odd", (Choice("c", ("with:colon",)),)),),
        (ActionType(0, "twice", "Twice", (Choice("c", ("a", "a")),)),),
        (ActionType(0, "hide", "Hide", (Choice("c", ("?",)),)),),
        (ActionType(0, "lost", "Lost", targets=("hex-{hex}",)),),
        (ActionType(0, "both", "Both", targets=("board",), untargeted="It is about nothing."),),
    ],
    ids=lambda types: types[0].name,
)
def test_tables_that_contradict_themselves_are_refused(types: tuple[ActionType, ...]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Vocabulary(types)
