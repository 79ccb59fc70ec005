"""Whether what is written in a picture stands out from what it is written on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from xml.etree import ElementTree

from railhead.games.colours import contrast
from railhead.games.svg import width_of

SVG: Final = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]


def contrasts_of(picture: ElementTree.Element) -> Iterator[tuple[str, str, str, float]]:
    """Every text with its colour, what lies below its middle, and the contrast of these."""
    shapes: list[ElementTree.Element] = []
    for one in picture.iter():
        if one.tag != f"{SVG}text":
            shapes.append(one)
            continue
        if not (one.text or "").strip():
            continue
        ground = one.get("stroke") or _ground(shapes, _middle(one))
        yield one.text or "", one.attrib["fill"], ground, contrast(one.attrib["fill"], ground)


def _middle(text: ElementTree.Element) -> Point:
    """The middle of a line of text."""
    size = float(text.attrib["font-size"])
    width = width_of(text.text or "", size, text.get("font-weight") == "bold")
    shift = {"start": 0.5, "middle": 0.0, "end": -0.5}[text.attrib["text-anchor"]]
    return float(text.attrib["x"]) + shift * width, float(text.attrib["y"]) - 0.37 * size


def _ground(shapes: list[ElementTree.Element], point: Point) -> str:
    """The colour of the uppermost shape at a point."""
    for shape in reversed(shapes):
        fill = shape.get("fill", "none")
        if fill != "none" and _covers(shape, *point):
            return fill
    raise AssertionError(f"there is nothing at {point}")


def _covers(shape: ElementTree.Element, x: float, y: float) -> bool:
    """Whether a shape lies at a point; of a path, the box around its corners."""
    number = {name: float(shape.get(name, "0")) for name in ("x", "y", "width", "height")}
    match shape.tag.removeprefix(SVG):
        case "rect":
            across = number["x"] <= x <= number["x"] + number["width"]
            return across and number["y"] <= y <= number["y"] + number["height"]
        case "circle":
            dx, dy = float(shape.attrib["cx"]) - x, float(shape.attrib["cy"]) - y
            return dx * dx + dy * dy <= float(shape.attrib["r"]) ** 2
        case "polygon":
            return _inside([_point(pair) for pair in shape.attrib["points"].split()], x, y)
        case "path":
            return _near_path(shape, x, y)
    return False


def _point(pair: str) -> Point:
    left, top = pair.split(",")
    return float(left), float(top)


def _inside(corners: list[Point], x: float, y: float) -> bool:
    """Whether a point lies in a polygon."""
    inside = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def _near_path(path: ElementTree.Element, x: float, y: float) -> bool:
    """Whether a point lies in the box around the numbers of a path, which is moved and scaled."""
    left, top, reach = _box_of(path.attrib["transform"], path.attrib["d"])
    return max(abs(x - left), abs(y - top)) <= reach


@lru_cache(4096)  # of each text of a picture all paths below it are asked
def _box_of(transform: str, commands: str) -> tuple[float, float, float]:
    """The middle of that box, and how far it reaches to each side."""
    found = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", transform)
    assert found, transform
    left, top, scale = (float(one) for one in found.groups())
    reach = max(abs(float(one)) for one in re.findall(r"-?\d+\.?\d*", commands))
    return left, top, reach * scale
