"""The writer of pictures: elements, marks, and texts that fit."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from railhead.games.colours import MARK
from railhead.games.svg import Drawing, fit_text, seat_name, width_of, wrap_text

SVG = "{http://www.w3.org/2000/svg}"


def two_hexes() -> Drawing:
    out = Drawing(200, 100, "#ffffff", "Two <hexes>")
    for index, name in enumerate(("A1", "A2")):
        with out.element(f"hex-{name}", f"{name} & its hill"):
            out.polygon([(10 + 50 * index, 10), (50, 10), (30, 40)], "#00ff00", stroke="#000000")
            out.circle(30, 20, 4, "#ff0000")
    return out


def test_an_element_has_an_id_and_a_title() -> None:
    picture = ElementTree.fromstring(two_hexes().document())
    groups = {group.attrib["id"]: group for group in picture.iter(f"{SVG}g")}
    assert list(groups) == ["hex-A1", "hex-A2"]
    assert groups["hex-A1"].findtext(f"{SVG}title") == "A1 & its hill"
    assert len(list(groups["hex-A1"])) == 3
    assert picture.findtext(f"{SVG}title") == "Two <hexes>"
    assert picture.get("role") == "img"


def test_a_mark_goes_along_the_first_shape_of_its_element() -> None:
    picture = ElementTree.fromstring(two_hexes().document(["hex-A2", "hex-B7"]))
    marks = [one for one in picture.iter() if one.get("stroke") == MARK]
    assert [mark.attrib["points"] for mark in marks] == ["60,10 50,10 30,40"]
    assert "Last move: A2 & its hill." in picture.findtext(f"{SVG}desc", "")


def test_what_is_to_be_read_over_outlines_says_so() -> None:
    out = two_hexes()
    with out.above():
        out.rect(0, 0, 40, 10, "#ffffff")
        out.text(2, 8, "Albany", 11)
    out.text(60, 8, "beside", 11)
    picture = ElementTree.fromstring(out.document())
    above = [one.tag.removeprefix(SVG) for one in picture.iter() if "data-above" in one.attrib]
    assert above == ["rect", "text"]


def test_an_id_is_there_once() -> None:
    out = two_hexes()
    with pytest.raises(ValueError, match="hex-A1"), out.element("hex-A1", "again"):
        out.circle(1, 1, 1, "#000000")


def test_texts_are_wrapped_and_cut_off_by_their_width() -> None:
    assert fit_text("short", 10, 100) == "short"
    cut = fit_text("Bartholomew the Great", 10, 60)
    assert cut.endswith("…")
    assert width_of(cut, 10) <= 60
    lines = wrap_text("one two three four five six", 10, 50)
    assert len(lines) > 2
    assert all(width_of(line, 10) <= 50 for line in lines)
    assert width_of("same", 10, bold=True) > width_of("same", 10)


def test_a_seat_is_called_by_its_player_or_by_its_number_from_one() -> None:
    assert seat_name(1, ()) == "Player 2"
    assert seat_name(1, ["Ann", "medium bot"]) == "medium bot"
    assert seat_name(1, ["Ann", "Seat 1"]) == "Player 2"
