"""What Veil's table is made of, in words and in data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from examples.veil.components import Components
from railhead.games.reference import Item, Reference, item


def reference(components: Components, options: Mapping[str, Any]) -> Reference:
    """The cards, from the lowest to the highest, and what else brings points."""
    gift, shown = int(components.gift_points), int(components.show_points)
    return Reference(
        tables={
            "cards": [card(components, number) for number in range(int(components.cards))],
            "points": [
                item("gift", "Gift", f"Giving a closed card is worth {gift}.", points=gift),
                item("show", "Show", f"Showing a closed card is worth {shown}.", points=shown),
            ],
        },
    )


def card(components: Components, number: int) -> Item:
    """A card: its rank from 1, its points, and whether it can be shown."""
    name, points = components.card_names[number], int(components.card_points[number])
    can_be_shown = number >= components.show_from
    text = f"Ranks {number + 1} of {int(components.cards)}, worth {points} in a pile"
    text += "; can be shown." if can_be_shown else "."
    return item(name, name, text, rank=number + 1, points=points, can_be_shown=can_be_shown)
