"""What lies before a player, as fields that any client can show beside the board.

A game makes them of a view, so that they tell no viewer more than its view does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Item(NamedTuple):
    """A piece or card of a field.

    `id` is that of the picture's element, empty where it has none. `detail` says what the piece is
    and does; `colour` is what it is drawn in, as `#rrggbb`. Both may be empty.
    """

    label: str
    id: str = ""
    detail: str = ""
    colour: str = ""


class Field(NamedTuple):
    """One line of a tray: what it is called, and its value, or its items in their order.

    `brief` is what is worth reading beside the name of each player, in a word or two, as of money
    and points; empty where that is nothing.
    """

    label: str
    value: str = ""
    items: Sequence[Item] | None = None
    brief: str = ""


def no_fields(_view: Mapping[str, Any], _seat: int) -> Sequence[Field]:
    """The tray of a game that declares none."""
    return ()


def field_json(field: Field) -> dict[str, Any]:
    """A field for clients; what is empty is left out."""
    brief = {"brief": field.brief} if field.brief else {}
    if field.items is None:
        return {"label": field.label, "value": field.value, **brief}
    items = [
        {name: value for name, value in item._asdict().items() if value} for item in field.items
    ]
    return {"label": field.label, "items": items, **brief}
