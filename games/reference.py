"""What a table is made of: where its places lie, and what each name of notation is, does and costs.

A game makes a `Reference` of its components, for clients that draw and explain a table without
knowing its rules; words come from where labels have theirs. Names are those of notation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from railhead.games.vocabulary import Choice, Integer, Name, Parameter, Vocabulary

POINTY: Final = "pointy"
"""Hexes with a corner at the top: rows run from west to east."""
FLAT: Final = "flat"
"""Hexes with an edge at the top: columns run from north to south."""

HEX_TEXT: Final = "`x` and `y` are the centre of a hex whose edges are 1 long; `y` grows downwards."

Item = dict[str, Any]
"""An entry of a table, or a place of a geometry, as JSON."""


@dataclass(frozen=True)
class Reference:
    """What a game says of its table.

    `tables` has a list of `item` by name of the table: each name of the vocabulary's tables and
    choices is in one, and so is whatever else can be explained. `geometries` says of tables whose
    names are places where these lie. `numbers` says which table an integer parameter counts in, by
    `<type>.<parameter>`; the table's names are then numbers. `seats` has an entry for each number
    of seats, with what depends on it.
    """

    tables: Mapping[str, Sequence[Item]]
    geometries: Mapping[str, Item] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    seats: Sequence[Item] = ()


def item(
    name: str | int, label: str, text: str, cost: Mapping[str, int] | None = None, **data: Any
) -> Item:
    """An entry of a table: `label` is what people call it, `text` what it is and does.

    `cost` says what it takes to have or use it, by what it is paid in; `data` is the same as
    `text`, for programs.
    """
    return {"name": str(name), "label": label, "text": text, "cost": dict(cost or {}), "data": data}


def place(name: str, x: float, y: float, neighbours: Mapping[str, str | None], **data: Any) -> Item:
    """A place of a geometry; `neighbours` are names of others, each with the direction or None."""
    near = [{"place": other, "direction": direction} for other, direction in neighbours.items()]
    return {"name": name, "x": round(x, 3), "y": round(y, 3), "neighbours": near, "data": data}


def hex_centre(orientation: str, q: int, r: int) -> tuple[float, float]:
    """Where the centre of a hex lies, from its axial coordinates; edges are 1 long."""
    if orientation == POINTY:
        return math.sqrt(3) * (q + r / 2), 1.5 * r
    return 1.5 * q, math.sqrt(3) * (r + q / 2)


def hexes(orientation: str, places: Sequence[Item]) -> Item:
    """The geometry of a map of hexes."""
    return {
        "kind": "hexes",
        "orientation": orientation,
        "text": HEX_TEXT,
        "places": list(places),
        "links": [],
    }


def points(text: str, places: Sequence[Item], links: Sequence[Item] = ()) -> Item:
    """The geometry of places that lie anywhere; `text` says what `x` and `y` are measured in."""
    return {
        "kind": "points",
        "orientation": None,
        "text": text,
        "places": list(places),
        "links": list(links),
    }


def link(a: str, b: str, **data: Any) -> Item:
    """What joins two neighbours, where there is something to say of it."""
    return {"a": a, "b": b, "data": data}


def parameters(vocabulary: Vocabulary, reference: Reference) -> dict[str, dict[str, str]]:
    """By type of action and parameter: the table that explains its values."""
    found: dict[str, dict[str, str]] = {}
    for kind in vocabulary.types:
        tables = {
            declared.name: table
            for declared in kind.parameters
            if (table := _table_of(kind.name, declared, reference)) is not None
        }
        if tables:
            found[kind.name] = tables
    return found


def _table_of(kind: str, declared: Parameter, reference: Reference) -> str | None:
    """The table a parameter's values are from; of several, the one with the fewest other names."""
    if isinstance(declared, Integer):
        return reference.numbers.get(f"{kind}.{declared.name}")
    if isinstance(declared, Name):
        return declared.table
    assert isinstance(declared, Choice)
    having = [
        table
        for table, items in reference.tables.items()
        if {*declared.values} <= {one["name"] for one in items}
    ]
    return min(having, key=lambda table: len(reference.tables[table]), default=None)


def as_json(vocabulary: Vocabulary, reference: Reference) -> dict[str, Any]:
    """The reference as clients get it."""
    return {
        "parameters": parameters(vocabulary, reference),
        "geometry": dict(reference.geometries),
        "tables": {table: list(items) for table, items in reference.tables.items()},
        "seats": list(reference.seats),
    }
