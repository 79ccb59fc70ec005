"""The schema of a deck; what it cannot say is checked beside the other components."""

from __future__ import annotations

from typing import Final

from railhead.games.data_schema import (
    Schema,
    document,
    matching,
    number,
    record,
    several,
    sourced_record,
)

FEWEST_CARDS: Final = 12
MOST_CARDS: Final = 60
_NAME: Final = r"[A-Za-z0-9_+,.\-]+"

_CARD: Final = record(
    "A card.",
    {
        "name": matching(_NAME, "Its name in moves; no two are alike.", "moth"),
        "points": number("The points it gives.", 0, 9),
    },
)

DECK: Final[Schema] = document(
    "A deck of Veil",
    sourced_record(
        "Cards, from the lowest to the highest.",
        {
            "show_from": matching(_NAME, "The name of the lowest card that is shown.", "vixen"),
            "cards": several("The cards, from the lowest.", _CARD, FEWEST_CARDS, MOST_CARDS),
        },
    ),
)
