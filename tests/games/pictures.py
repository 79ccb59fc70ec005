"""What a picture drawn of a position says."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from railhead.games.game import SPECTATOR, State
from railhead.games.layout import WIDE

SVG = "{http://www.w3.org/2000/svg}"


def drawing(
    state: State,
    viewer: int = SPECTATOR,
    names: Sequence[str] = (),
    marked: Sequence[str] = (),
    layout: str = WIDE,
) -> ElementTree.Element:
    """The picture as a viewer sees it."""
    view = state.view(viewer)
    return ElementTree.fromstring(state.game.ruleset.picture(view, names, marked, layout))


def texts(
    state: State, viewer: int = SPECTATOR, names: Sequence[str] = (), layout: str = WIDE
) -> list[str]:
    """All that is written in it."""
    picture = drawing(state, viewer, names, (), layout)
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def elements(state: State, viewer: int = SPECTATOR) -> dict[str, str]:
    """The titles of the elements that have an id."""
    return {
        group.attrib["id"]: group.findtext(f"{SVG}title", "")
        for group in drawing(state, viewer).iter(f"{SVG}g")
        if "id" in group.attrib
    }
