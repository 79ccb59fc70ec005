"""What holds of the picture at every position of every game, and of the targets in it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from xml.etree import ElementTree

import orjson
import pytest

from railhead.games.colours import LIGHT, THEMES
from railhead.games.game import CHANCE, SPECTATOR
from railhead.games.layout import LAYOUTS, WIDE
from railhead.games.svg import width_of
from railhead.games.vocabulary import NAMES_NOTHING
from tests.conformance.contrasts import contrasts_of
from tests.conformance.walks import Moment

SVG = "{http://www.w3.org/2000/svg}"
ASCENT, DESCENT = 0.74, 0.04
"""How far letters reach above and below their baseline, in sizes; a descender may be touched."""
GEOMETRY = {"x", "y", "width", "height", "cx", "cy", "r", "x1", "y1", "x2", "y2"}
TOUCH = 1.5
"""Pixels that two texts may overlap by: widths are estimated."""


def picture_of(
    moment: Moment,
    viewer: int,
    names: tuple[str, ...] = (),
    layout: str = WIDE,
    region: str | None = None,
    theme: str = LIGHT,
) -> ElementTree.Element:
    """The picture that a viewer gets, made of what a client has: the view as JSON."""
    picture: ElementTree.Element = _picture(moment, viewer, names, layout, region, theme)
    return picture


@lru_cache(128)  # several checks look at each picture of a moment, which none of them changes
def _picture(moment: Moment, viewer: int, names: tuple[str, ...], *style: Any) -> Any:
    view = orjson.loads(orjson.dumps(moment.state.view(viewer)))
    picture = moment.state.game.ruleset.picture(view, names, (), *style)
    return ElementTree.fromstring(picture)


def ids_of(picture: ElementTree.Element) -> list[str]:
    """The ids of all elements."""
    return [one.attrib["id"] for one in picture.iter() if "id" in one.attrib]


def elements_of(picture: ElementTree.Element) -> dict[str, str]:
    """The titles of all elements, by their ids."""
    groups = [one for one in picture.iter(f"{SVG}g") if "id" in one.attrib]
    return {one.attrib["id"]: one.findtext(f"{SVG}title", "") for one in groups}


def layouts_have_the_same_elements(moment: Moment) -> None:
    """Every layout has the elements of every other, and calls them the same."""
    for viewer in moment.viewers()[-2:]:
        wide, *others = (elements_of(picture_of(moment, viewer, (), one)) for one in LAYOUTS)
        assert all(other == wide for other in others)
    moment.unchanged()


LEAST_CONTRAST: Final = 4.5
"""Of letters and their ground, by WCAG 2 at level AA."""
SMALLEST: Final = 11
"""Units that letters have at least in a region at its natural size."""


def regions_make_up_the_whole(moment: Moment) -> None:
    """Each element lies in one region, called the same as in the whole; regions stay the same."""
    ruleset = moment.state.game.ruleset
    opening = [one.id for one in ruleset.table(moment.state.view(SPECTATOR)).regions()]
    for viewer, layout in itertools.product(moment.viewers()[-2:], LAYOUTS):
        view = moment.state.view(viewer)
        shown = ruleset.table(view, (), layout).regions()
        assert [one.id for one in shown] == opening
        assert {one.seat for one in shown} == {None, *moment.viewers()[:-1]}
        found: dict[str, str] = {}
        for region in shown:
            svg = picture_of(moment, viewer, (), layout, region.id)
            size = tuple(float(svg.attrib[name]) for name in ("width", "height"))
            assert size == pytest.approx((region.width, region.height), abs=0.06)
            elements = elements_of(svg)
            assert not {*elements} & {*found}, f"region {region.id} has what another has"
            found |= elements
        assert found == elements_of(picture_of(moment, viewer, (), layout))
    moment.unchanged()


def texts_stand_out(moment: Moment) -> None:
    """What is written can be read on what it lies on, in each theme."""
    for layout, theme in itertools.product(LAYOUTS, THEMES):
        picture = picture_of(moment, moment.viewers()[-2], (), layout, None, theme)
        for text, colour, ground, found in contrasts_of(picture):
            assert found >= LEAST_CONTRAST, (
                f"{text!r}, {theme}: {colour} on {ground} is {found:.1f}"
            )
    moment.unchanged()


def trays_are_of_the_picture(moment: Moment) -> None:
    """Fields have a value or items; what items name as their element is there."""
    ruleset = moment.state.game.ruleset
    for viewer in moment.viewers():
        view = orjson.loads(orjson.dumps(moment.state.view(viewer)))
        ids = {*ids_of(picture_of(moment, viewer))}
        for seat in moment.viewers()[:-1]:
            fields = ruleset.tray(view, seat)
            labels = [field.label for field in fields]
            assert len(labels) == len({*labels}), f"two fields have one label: {labels}"
            for field in fields:
                assert field.label
                assert field.value or field.items is not None, f"{field.label} says nothing"
                for item in field.items or ():
                    assert item.label
                    assert not item.id or item.id in ids, f"{item.id} is not in the picture"
                    assert not item.colour or re.fullmatch("#[0-9a-f]{6}", item.colour)
    moment.unchanged()


def regions_can_be_read(moment: Moment) -> None:
    """No letters of a region are too small at its natural size."""
    ruleset = moment.state.game.ruleset
    for viewer, layout in itertools.product(moment.viewers()[-2:], LAYOUTS):
        view = moment.state.view(viewer)
        for region in ruleset.table(view, (), layout).regions():
            svg = picture_of(moment, viewer, (), layout, region.id)
            for text in svg.iter(f"{SVG}text"):
                size = float(text.attrib["font-size"])
                assert size >= SMALLEST, f"{text.text!r} in {region.id}, {layout}, has {size}"
    moment.unchanged()


def picture_is_accessible(moment: Moment) -> None:
    """It is an image with a title and a description, without scripts, and ids have titles."""
    for viewer, layout in itertools.product(moment.viewers()[-2:], LAYOUTS):
        picture = picture_of(moment, viewer, (), layout)
        assert picture.tag == f"{SVG}svg"
        assert picture.get("role") == "img"
        assert picture.findtext(f"{SVG}title")
        assert picture.findtext(f"{SVG}desc")
        tags = {one.tag.removeprefix(SVG) for one in picture.iter()}
        assert tags <= {
            "svg",
            "g",
            "title",
            "desc",
            "text",
            "rect",
            "circle",
            "line",
            "polygon",
        } | {"path"}, tags
        ids = ids_of(picture)
        assert len(ids) == len(set(ids)), "an id is there twice"
        for group in picture.iter(f"{SVG}g"):
            assert group.findtext(f"{SVG}title"), f"{group.attrib} has no title"
    moment.unchanged()


def targets_are_in_the_picture(moment: Moment) -> None:
    """What a legal action is about is in the picture that its seat gets."""
    vocabulary = moment.state.game.vocabulary
    for seat, actions in moment.choices.items():
        if seat == CHANCE:
            continue
        ids = set.intersection(
            *(set(ids_of(picture_of(moment, seat, (), layout))) for layout in LAYOUTS)
        )
        for action in actions:
            kind, notation = vocabulary.type_of(action), vocabulary.notation(action)
            targets = vocabulary.targets(notation, seat)
            missing = set(targets) - ids
            assert not missing, f"{notation} of seat {seat} is about {missing}"
            if not targets:
                nothing = NAMES_NOTHING.intersection(notation.split(":"))
                assert kind.untargeted or nothing, f"{notation} is about nothing"
    moment.unchanged()


@dataclass(frozen=True)
class Box:
    """The place of a line of text."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether two lines of text lie over each other."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > TOUCH and down > TOUCH


def boxes_of(picture: ElementTree.Element) -> Iterator[Box]:
    """The places of all lines of text."""
    for one in picture.iter(f"{SVG}text"):
        size, text = float(one.attrib["font-size"]), one.text or ""
        width = width_of(text, size, one.get("font-weight") == "bold")
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[one.attrib["text-anchor"]]
        left, base = float(one.attrib["x"]) - shift * width, float(one.attrib["y"])
        yield Box(text, left, base - ASCENT * size, left + width, base + DESCENT * size)


def texts_have_room(moment: Moment) -> None:
    """No line of text lies over another one or leaves the canvas, with the longest names."""
    names = tuple("Wwwwww Mmmmmm-Wwwwww Mmmmmmmm Wwwwwwwwwww" for _ in range(9))
    for viewer, layout in itertools.product(moment.viewers()[-2:-1], LAYOUTS):
        picture = picture_of(moment, viewer, names, layout)
        width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
        boxes = sorted(boxes_of(picture), key=lambda box: box.left)
        for index, box in enumerate(boxes):
            assert box.left >= 0, f"{box.text!r} leaves the picture at the left"
            assert box.right <= width, f"{box.text!r} leaves the picture at the right"
            assert box.top >= 0, f"{box.text!r} leaves the picture at the top"
            assert box.bottom <= height, f"{box.text!r} leaves the picture at the bottom"
            for other in boxes[index + 1 :]:
                if other.left > box.right:
                    break
                assert not box.overlaps(other), f"{box.text!r} lies over {other.text!r}, {layout}"
    moment.unchanged()


def _corners(shape: ElementTree.Element) -> list[tuple[float, float]]:
    """Points between which a shape lies, but for paths and strokes."""
    number = {name: float(value) for name, value in shape.items() if name in GEOMETRY}
    match shape.tag.removeprefix(SVG):
        case "rect":
            x, y = number["x"], number["y"]
            return [(x, y), (x + number["width"], y + number["height"])]
        case "circle":
            x, y, r = number["cx"], number["cy"], number["r"]
            return [(x - r, y - r), (x + r, y + r)]
        case "line":
            return [(number["x1"], number["y1"]), (number["x2"], number["y2"])]
        case "polygon":
            pairs = (pair.split(",") for pair in shape.attrib["points"].split())
            return [(float(x), float(y)) for x, y in pairs]
    return []


def shapes_have_room(moment: Moment) -> None:
    """No shape leaves the canvas."""
    for layout in LAYOUTS:
        picture = picture_of(moment, moment.viewers()[-1], (), layout)
        left, top, width, height = (float(one) for one in picture.attrib["viewBox"].split())
        for shape in picture.iter():
            for x, y in _corners(shape):
                inside = left <= x <= left + width and top <= y <= top + height
                assert inside, f"{shape.tag} at {x}, {y} leaves the {layout} picture"
    moment.unchanged()
