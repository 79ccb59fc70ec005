"""What lies before a player of Veil, made of a view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railhead.games.trays import Field, Item


def tray(view: Mapping[str, Any], seat: int) -> list[Field]:
    """Points, hand, played cards and pile, as far as the view has them."""
    shown = view["seats"][seat]
    hand = [Item(card, f"card-{card}") for card in shown["hand"]]
    unseen = shown["hand_size"] - len(shown["hand"])
    if unseen:
        hand.append(Item(f"{unseen} unseen"))
    return [
        Field("Points", str(shown["points"]), brief=f"{shown['points']} points"),
        Field("Hand", items=hand),
        Field("Played", items=[Item(card, f"card-{card}") for card in shown["table"]]),
        Field("Pile", str(shown["pile_size"])),
    ]
