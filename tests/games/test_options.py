"""Options of a match: defaults, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.options import (
    ChoiceOption,
    FileOption,
    IntegerOption,
    InvalidOption,
    PatternOption,
    SwitchOption,
    complete,
)

OPTIONS = (
    ChoiceOption("best", ("high", "low"), "high"),
    SwitchOption("giving", True),
    IntegerOption("rounds", 1, 9, 5),
    PatternOption("sides", "[AB]{4}", "AABB"),
    FileOption("deck", "plain"),
)


def test_options_are_completed_with_their_defaults() -> None:
    assert complete(OPTIONS, {}) == {
        "best": "high",
        "giving": True,
        "rounds": 5,
        "sides": "AABB",
        "deck": "plain",
    }
    assert complete(OPTIONS, {"rounds": 9, "giving": False})["rounds"] == 9


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("best", "middle"),
        ("best", 1),
        ("giving", 1),
        ("giving", "true"),
        ("rounds", 0),
        ("rounds", 10),
        ("rounds", True),
        ("rounds", 5.0),
        ("sides", "AAB"),
        ("sides", "AABBA"),
        ("sides", None),
        ("deck", ""),
        ("deck", 3),
        ("decks", "plain"),
    ],
)
def test_other_values_are_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(InvalidOption) as refused:
        complete(OPTIONS, {name: value})
    assert refused.value.option == name
    assert refused.value.problem


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(InvalidOption, match="this game has no options"):
        complete((), {"map": "x"})
