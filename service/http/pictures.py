"""How a picture is asked for, and what comes of a question for a region that there is not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from railhead.games.game import Ruleset
from railhead.games.layout import UnknownRegion
from railhead.service.errors import InvalidRequest

SVG: Final = "image/svg+xml"


class PictureStyle(NamedTuple):
    """How a picture is drawn, and of which region of the table, None for the whole."""

    layout: str
    theme: str
    region: str | None

    @classmethod
    def of(cls, wanted: Mapping[str, Any]) -> PictureStyle:
        """The style that the query of a picture asks for."""
        return cls(wanted["layout"], wanted["theme"], wanted.get("region"))


def draw(
    ruleset: Ruleset,
    view: Mapping[str, Any],
    names: Sequence[str],
    marked: Collection[str],
    style: PictureStyle,
) -> bytes:
    """The table of a view as SVG. Raises `InvalidRequest` for a region that it does not have."""
    try:
        return ruleset.picture(
            view, names, marked, style.layout, style.region, style.theme
        ).encode()
    except UnknownRegion as error:
        wrong = {"field": "region", "problem": f"must be {' or '.join(error.regions)}"}
        raise InvalidRequest(errors=[wrong]) from error
