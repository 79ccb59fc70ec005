"""The action vocabulary of Veil."""

from __future__ import annotations

from typing import Final

from railhead.games.vocabulary import ActionType, Integer, Name, Vocabulary

DRAW: Final = 0
SELECT: Final = 1
REVEAL: Final = 2
TAKE: Final = 3
GIVE: Final = 4
KEEP: Final = 5
SHOW: Final = 6
PASS: Final = 7

_SEAT: Final = Integer("seat", 0, 3)
_CARD: Final = Name("card", "cards")

VOCABULARY: Final = Vocabulary(
    (
        ActionType(
            DRAW,
            "draw",
            "Seat {seat} draws {card}",
            (_SEAT, _CARD),
            chance=True,
            targets=("card-{card}",),
        ),
        ActionType(
            SELECT,
            "select",
            "Select {card}",
            (_CARD,),
            targets=("card-{card}",),
        ),
        ActionType(
            REVEAL,
            "reveal",
            "Seat {seat} reveals {card}",
            (_SEAT, _CARD),
            chance=True,
            targets=("card-{card}",),
        ),
        ActionType(
            TAKE,
            "take",
            "Take {card} from the row, worth {points}",
            (_CARD,),
            targets=("card-{card}",),
        ),
        ActionType(
            GIVE,
            "give",
            "Give {card} face down to seat {receiver}",
            (_CARD,),
            targets=("card-{card}",),
        ),
        ActionType(
            KEEP,
            "keep",
            "Give nothing",
            untargeted="Nothing is given.",
        ),
        ActionType(
            SHOW,
            "show",
            "Show {card} for a point",
            (_CARD,),
            targets=("card-{card}",),
        ),
        ActionType(
            PASS,
            "pass",
            "Show nothing",
            secret=True,
            untargeted="Nothing is shown.",
        ),
    )
)
