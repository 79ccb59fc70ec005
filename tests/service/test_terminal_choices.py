"""The groups, words and notation by which a player at a terminal finds an action."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from railhead.service.commands.play.client import printable
from railhead.words.choices import LISTED, Choices, Reference, truncate_text

DESCRIBED = {
    "actions": [
        {
            "type": "lay",
            "help": "Lay a tile.",
            "parameters": [{"name": "place"}, {"name": "tile"}],
        },
        {"type": "pass", "help": "Pass.", "parameters": []},
        {"type": "sell", "help": "Sell something.", "parameters": [{"name": "good"}]},
    ]
}
COMPONENTS = {
    "parameters": {"lay": {"place": "places"}},
    "tables": {
        "places": [
            {
                "name": f"P{n}",
                "label": f"Place {n}",
                "text": "Wet.",
                "cost": {"money": n} if n else {},
            }
            for n in range(3)
        ],
    },
}


def lay(place: int, tile: int) -> dict[str, Any]:
    label = f"Lay tile {tile} on place {place} for ${tile + 11}"
    return {"action": f"lay:P{place}:{tile}", "type": "lay", "label": label}


PASS = {"action": "pass", "type": "pass", "label": "Pass, without a tile"}
ACTIONS = [*(lay(place, tile) for place in range(3) for tile in range(4)), PASS]


@pytest.fixture
def choices() -> Choices:
    return Choices(ACTIONS, Reference(DESCRIBED, deepcopy(COMPONENTS)))


def labels(choices: Choices, typed: str = "") -> list[str]:
    return [row.label for row in choices.rows(typed)]


def test_many_are_grouped_by_type_then_by_what_differs_first(choices: Choices) -> None:
    assert len(ACTIONS) > LISTED
    assert labels(choices) == ["Lay (12 ways, $11 to $14): Lay a tile", "Pass, without a tile"]
    lay_row, _ = choices.rows()
    assert choices.pick(lay_row) is None
    assert labels(choices) == [
        "Place 0 (4 ways, $11 to $14)",
        "Place 1, costs 1 money (4 ways, $11 to $14)",
        "Place 2, costs 2 money (4 ways, $11 to $14)",
    ]
    assert choices.pick(choices.rows()[2]) is None
    assert labels(choices) == [action["label"] for action in ACTIONS[8:12]]
    assert choices.pick(choices.rows()[1]) == lay(2, 1)


def test_a_name_that_says_nothing_is_said_with_what_it_is(choices: Choices) -> None:
    reference = choices.reference
    assert reference.value("lay", 1, "P9") == "place P9"
    reference.entries["lay", "place"]["P0"]["label"] = "P0"
    assert reference.value("lay", 1, "P0") == "place P0"
    assert reference.value("lay", 2, "7") == "tile 7"
    assert reference.value("unheard", 1, "7") == "7"


def test_few_are_listed() -> None:
    few = Choices(ACTIONS[-LISTED:], Reference(DESCRIBED, COMPONENTS))
    assert labels(few) == [action["label"] for action in ACTIONS[-LISTED:]]


def test_every_action_can_be_reached_through_the_groups(choices: Choices) -> None:
    def reached() -> list[str]:
        found = []
        for row in choices.rows():
            action = choices.pick(row)
            if action is not None:
                found.append(action["action"])
            else:
                found += reached()
                assert choices.back()
        return found

    assert sorted(reached()) == sorted(action["action"] for action in ACTIONS)


def test_words_leave_what_has_all_of_them(choices: Choices) -> None:
    assert labels(choices, "tile 3 PLACE 1") == [lay(1, 3)["label"]]
    assert choices.narrow("p1")
    assert {action["action"] for action in choices.remaining} == {f"lay:P1:{n}" for n in range(4)}
    assert not choices.narrow("p2")
    assert choices.back()
    assert not choices.back()
    assert list(choices.remaining) == ACTIONS


def test_a_type_stands_for_itself_though_labels_have_the_word(choices: Choices) -> None:
    assert choices.narrow("lay")
    assert PASS not in choices.remaining
    assert choices.back()
    assert labels(choices, "lay:p1 tile 2") == [lay(1, 2)["label"]]


def test_what_is_not_there_is_explained(choices: Choices) -> None:
    assert "“sell” is not possible now; possible is lay, pass" in choices.why_not("sell:corn")
    assert "Perhaps lay:P1:3" in choices.why_not("lay:P1:33")
    assert "Perhaps pass?" in choices.why_not("pas s")
    assert choices.why_not("²") == "Nothing that you may do has “²” in it."
    choices.narrow("p1")
    assert "< goes back" in choices.why_not("p2")
    assert len(choices.why_not("y" * 9999)) < 200


def test_notation_is_completed_a_parameter_at_a_time(choices: Choices) -> None:
    assert choices.completions("") == [("lay:", "12 ways, $11 to $14"), ("pass", PASS["label"])]
    assert [text for text, _ in choices.completions("lay:")] == ["lay:P0:", "lay:P1:", "lay:P2:"]
    assert choices.completions("lay:P1:3") == [("lay:P1:3", lay(1, 3)["label"])]
    assert choices.completions("²") == []


def test_what_a_name_means_is_found_by_name_or_label() -> None:
    reference = Reference(DESCRIBED, COMPONENTS)
    assert [entry["name"] for entry in reference.about("place 1")] == ["P1"]
    assert [entry["name"] for entry in reference.about("p")] == ["P0", "P1", "P2"]
    assert reference.about("²") == []


def test_what_a_terminal_would_obey_is_not_printed() -> None:
    assert printable({"a\x1b": ["b\x07c", 1, None, "漢 [red]"]}) == {
        "a ": ["b c", 1, None, "漢 [red]"]
    }
    assert truncate_text("a\x1b[31m\u202e" + "x" * 99) == "a�[31m�" + "x" * 33 + "…"
