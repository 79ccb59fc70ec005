"""Boards that are nearly those of the games: each with a few parts changed at random."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any, Final

Document = dict[str, Any]
Place = tuple[str | int, ...]

UNTOUCHED: Final = frozenset(("source", "confidence", "note", "notices", "title", "counts"))
NUMBERS: Final = (0, 1, -1, 2, 3, 5, 9, 20, 60, 99, 1000)
TEXTS: Final = ("<b>&\"'", "x", "", "Ünïcode ✓", "mountain", "lake", "plain", "hill", "a:b", "any")


def mutated(document: Document, chance: random.Random) -> Document:
    """A copy with one to six parts changed, which agrees with itself where it counts."""
    copied: Document = copy.deepcopy(document)
    for _ in range(chance.choice([1, 1, 1, 2, 3, 6])):
        _change(copied, chance)
    if "counts" in copied and isinstance(copied.get("hexes"), list):
        copied["counts"] = counted(copied["hexes"])
    return copied


def _change(document: Document, chance: random.Random) -> None:
    """Change one part in place."""
    places = [place for place in _places(document) if not UNTOUCHED & {*place}]
    *way, last = chance.choice(places)
    parent = _at(document, tuple(way))
    value = parent[last]
    alike = [
        found
        for place in places
        if place[-1] == last and type(found := _at(document, place)) is type(value)
    ]
    if isinstance(value, bool):
        parent[last] = not value
    elif isinstance(value, int):
        parent[last] = chance.choice([value + 1, value - 1, value * 2, *NUMBERS])
    elif isinstance(value, str):
        parent[last] = chance.choice([chance.choice(alike), chance.choice(TEXTS)])
    elif isinstance(value, list) and value:
        _change_list(value, chance)
    elif isinstance(value, dict) and value and chance.random() < 0.5:
        del value[chance.choice([*value])]
    elif alike:
        parent[last] = copy.deepcopy(chance.choice(alike))


def _change_list(values: list[Any], chance: random.Random) -> None:
    kind = chance.randrange(4)
    if kind == 0:
        del values[chance.randrange(len(values))]
    elif kind == 1:
        values.append(copy.deepcopy(chance.choice(values)))
    elif kind == 2:
        chance.shuffle(values)
    else:
        values[chance.randrange(len(values))] = copy.deepcopy(chance.choice(values))


def _places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Every place in a document but the whole."""
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for key, one in inner:
        yield (*place, key)
        yield from _places(one, (*place, key))


def _at(document: Any, place: Place) -> Any:
    for part in place:
        document = document[part]
    return document


def counted(hexes: list[Any]) -> dict[str, int]:
    """What a map of Steam says of itself."""
    known = [one for one in hexes if isinstance(one, dict)]
    goods = [one["goods"] for one in known if isinstance(one.get("goods"), int)]
    blocked = sum(len(one["blocked"]) for one in known if isinstance(one.get("blocked"), list))
    return {
        "hexes": len(hexes),
        "cities": sum(one.get("terrain") == "city" for one in known),
        "towns": sum("town" in one for one in known),
        "plain": sum(one.get("terrain") == "plain" for one in known),
        "hill": sum(one.get("terrain") == "hill" for one in known),
        "river_hexes": sum(one.get("river") is True for one in known),
        "city_goods": sum(goods),
        "blocked_edges": blocked // 2,
    }
