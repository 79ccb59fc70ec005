"""What lies before each seat, as clients get it; see `railhead.games.trays`."""

from __future__ import annotations

from marshmallow import fields

from railhead.service.http.schemas.fields import Strict, text_of
from railhead.service.http.schemas.match_fields import seat_number


class TrayItem(Strict):
    """A piece or card before a seat, or several that are alike."""

    id = fields.String(metadata={"description": "Its element in the picture, if it has one."})
    label = text_of("What it is called.")
    detail = fields.String(metadata={"description": "What it is and does, if that is to be said."})
    colour = fields.String(metadata={"description": "What it is drawn in, as `#rrggbb`."})


class TrayField(Strict):
    """One line of what lies before a seat: a value, or items."""

    label = text_of("What it is called.")
    value = fields.String(metadata={"description": "Its value, where it has no items."})
    items = fields.List(fields.Nested(TrayItem), metadata={"description": "In their order."})
    brief = fields.String(
        metadata={"description": "In a word or two, where it is worth showing beside a name."}
    )


class Tray(Strict):
    """What lies before a seat, as far as the caller may see it."""

    seat = seat_number("Whose it is.")
    lines = fields.List(
        fields.Nested(TrayField),
        required=True,
        data_key="fields",
        metadata={"description": "From the top."},
    )
