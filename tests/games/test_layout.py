"""How parts of a table are put beside and below each other."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from railhead.games.colours import MARK
from railhead.games.layout import (
    GAP,
    NARROW,
    NARROW_COLUMN,
    WIDE,
    Block,
    Columns,
    Region,
    Table,
    UnknownRegion,
    flow,
    measure,
    seat_region,
)
from railhead.games.svg import Drawing

SVG = "{http://www.w3.org/2000/svg}"
COLUMNS = Columns(700, 300)


def box(name: str, width: float, height: float) -> Block:
    """A part that is one element as large as its place."""

    def draw(out: Drawing, room: float) -> None:
        with out.element(name, name):
            out.rect(0, 0, width, room, "#ffffff", stroke_width=2)

    return Block(width, height, draw)


def places(document: str) -> dict[str, list[float]]:
    """Left, top, width and height of every element."""
    return {
        group.attrib["id"]: [float(one.attrib[side]) for side in ("x", "y", "width", "height")]
        for group in ElementTree.fromstring(document).iter(f"{SVG}g")
        for one in group.iter(f"{SVG}rect")
    }


def drawn(block: Block) -> dict[str, list[float]]:
    out = Drawing(block.width, block.height, "#000000", "A table")
    block.draw(out, block.height)
    return places(out.document())


def table(layout: str) -> Table:
    columns = COLUMNS.of(layout)
    return Table(
        title="A table",
        paper="#ffffff",
        columns=columns,
        board=Region("board", "Map", [box("board", columns.board, 400)]),
        over=[Region("over", "Over", [box("over", columns.whole, 50)])],
        below=[Region("below", "Below", [box("below", columns.board, 60)])],
        side=[
            Region("bank", "Bank", [box("bank", columns.side, 100)]),
            Region("cards", "Cards", [box("deck", 140, 40), box("hand", 140, 40)]),
        ],
        row=[
            seat_region(seat, (), [box(f"seat-{seat}", columns.each(3), 80)]) for seat in range(3)
        ],
        sentences=["What it means."],
    )


def test_parts_stand_beside_each_other_while_there_is_room() -> None:
    whole = flow([box("a", 100, 50), box("b", 90, 70), box("c", 200, 20)], 200)
    assert (whole.width, whole.height) == (200, 70 + GAP + 20)
    assert drawn(whole) == {
        "a": [0, 0, 100, 70],
        "b": [100 + GAP, 0, 90, 70],
        "c": [0, 70 + GAP, 200, 20],
    }


def test_a_part_that_is_too_wide_is_drawn_smaller() -> None:
    whole = flow([box("a", 400, 100)], 200)
    assert whole.height == 50
    assert drawn(whole) == {"a": [0, 0, 200, 50]}


def test_a_part_is_as_high_as_its_words_need() -> None:
    def height(width: float) -> float:
        words = "one two three four five six seven eight"
        return measure(width, lambda out, _height: out.lines(0, 12, words, 12, width)).height

    assert height(60) > height(300)


def test_the_wide_layout_has_two_columns_and_a_row() -> None:
    found = places(table(WIDE).document([]))
    assert found["over"] == [20, 20, 1020, 50]
    assert found["board"] == [20, 80, 700, 400]
    assert found["bank"] == [740, 80, 300, 100]
    assert found["deck"][1] == found["hand"][1] == 190
    assert found["below"][1] == 490
    assert len({found[f"seat-{seat}"][1] for seat in range(3)}) == 1


def test_the_narrow_layout_has_one_column_with_the_board_first() -> None:
    found = places(table(NARROW).document([]))
    assert list(found) == [
        "board", "bank", "deck", "hand", "over", "seat-0", "seat-1", "seat-2", "below",
    ]  # fmt: skip
    tops = [found[name][1] for name in found]
    assert tops == sorted(tops)
    assert {found[name][2] for name in found} == {NARROW_COLUMN, 140}
    assert found["deck"][1] == found["hand"][1]


@pytest.mark.parametrize("layout", [WIDE, NARROW])
def test_a_mark_lies_where_its_element_does(layout: str) -> None:
    document = table(layout).document(["hand"])
    (mark,) = [one for one in ElementTree.fromstring(document).iter() if one.get("stroke") == MARK]
    left, top, *_ = places(document)["hand"]
    assert (float(mark.attrib["x"]), float(mark.attrib["y"])) == (left, top)


@pytest.mark.parametrize("layout", [WIDE, NARROW])
def test_a_region_alone_is_as_large_as_what_it_has(layout: str) -> None:
    whole = table(layout)
    shown = {region.id: region for region in whole.regions()}
    assert list(shown) == [
        "board", "bank", "cards", "over", "seat-0", "seat-1", "seat-2", "below", "legend",
    ]  # fmt: skip
    assert [shown[f"seat-{seat}"].seat for seat in range(3)] == [0, 1, 2]
    cards = whole.document([], "cards")
    assert places(cards) == {"deck": [8, 8, 140, 40], "hand": [158, 8, 140, 40]}
    drawn_in = ElementTree.fromstring(cards)
    assert (drawn_in.get("width"), drawn_in.get("height")) == ("306", "56")
    assert (shown["cards"].width, shown["cards"].height) == (306, 56)
    legend = ElementTree.fromstring(whole.document([], "legend"))
    assert [one.text for one in legend.iter(f"{SVG}text")] == ["What it means."]


def test_what_is_said_stands_over_the_board() -> None:
    said = replace(table(WIDE), said="round 1").document([], "board")
    assert [one.text for one in ElementTree.fromstring(said).iter(f"{SVG}text")] == ["round 1"]
    assert places(said)["board"][1] > places(table(WIDE).document([], "board"))["board"][1]


def test_a_mark_is_drawn_in_its_region_alone() -> None:
    assert MARK in table(WIDE).document(["hand"], "cards")
    assert MARK not in table(WIDE).document(["hand"], "board")


def test_a_region_that_is_not_there_is_answered_with_those_that_are() -> None:
    with pytest.raises(UnknownRegion) as raised:
        table(WIDE).document([], "attic")
    assert raised.value.regions[:2] == ["board", "bank"]


def test_two_regions_of_one_id_are_refused() -> None:
    twice = replace(table(WIDE), above=[Region("bank", "Another", [box("till", 10, 10)])])
    with pytest.raises(ValueError, match="bank"):
        twice.document([], "bank")
