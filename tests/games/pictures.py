"""What a picture drawn of a position says."""

from __future__ import annotations

from xml.etree import ElementTree

from games.game import SPECTATOR, State

SVG = "{http://www.w3.org/2000/svg}"


def drawing(state: State, viewer: int = SPECTATOR) -> ElementTree.Element:
    """The picture as a viewer sees it."""
    return ElementTree.fromstring(state.game.ruleset.picture(state.view(viewer)))


def texts(state: State, viewer: int = SPECTATOR) -> list[str]:
    """All that is written in it."""
    return [element.text or "" for element in drawing(state, viewer).iter(f"{SVG}text")]
