"""The action vocabulary of Santa Fe.

Cities go by the codes of the map file. A table `cities` has all of them, a table `cards` those with
a card, in the same order, and then the double-turn card; `turned` has one more entry, for no card.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.vocabulary import ActionType, Choice, Integer, Name, Vocabulary

RAILROADS: Final = ("atsf", "sp", "gn", "up", "kp")
"""Santa Fe, Southern Pacific, Great Northern, Union Pacific, Kansas Pacific."""
RAILROAD_COUNT: Final[i64] = 5
ROUTES: Final[i64] = 3
"""The original route of a railroad and one for each of its branch cards."""
MOST_SEATS: Final[i64] = 5

DOUBLE: Final = "double"
NO_CARD: Final = "-"
STOCK: Final = ("city", DOUBLE, "engineer", *RAILROADS)
"""What may be drawn: a city card, a double-turn card, an engineer, a railroad's branch card."""
STOCK_CITY: Final = 0
STOCK_DOUBLE: Final = 1
STOCK_ENGINEER: Final = 2
STOCK_BRANCH: Final = 3
NOTHING: Final = 5
"""The raw value of `buy` that buys no piece."""

DEAL: Final = 0
REVEAL: Final = 1
ENGINEER: Final = 2
SELECT: Final = 3
DISCARD: Final = 4
KEEP: Final = 5
LAY: Final = 6
BRANCH: Final = 7
PASS: Final = 8
STOP: Final = 9
DRAW: Final = 10
BUY: Final = 11

_SEAT: Final = Integer("seat", 0, MOST_SEATS - 1, "Whose card it is.")
_RAILROAD: Final = Choice("railroad", RAILROADS, "The railroad.")

VOCABULARY: Final = Vocabulary(
    (
        ActionType(
            DEAL,
            "deal",
            "Seat {seat} gets {card}",
            (_SEAT, Name("card", "cards", "The city card from the deck.")),
            "A city card is dealt from the deck.",
            chance=True,
            targets=("hand-{seat}-{card}",),
        ),
        ActionType(
            REVEAL,
            "reveal",
            "The selected cards are turned up",
            tuple(
                Name(f"seat_{seat}", "turned", "A city card, the double-turn card, or - for none.")
                for seat in range(MOST_SEATS)
            ),
            "All selected cards are turned up at once, and the branch cards with them.",
            chance=True,
            targets=tuple(f"played-{seat}-{{seat_{seat}}}" for seat in range(MOST_SEATS)),
        ),
        ActionType(
            ENGINEER,
            "engineer",
            "{text}",
            (Choice("buy", ("no", "yes"), "Whether to buy one."),),
            "Buy an engineer before the first round of the advanced game, or do not.",
            targets=("stock-engineer",),
        ),
        ActionType(
            SELECT,
            "select",
            "Play {text}",
            (Name("card", "cards", "A city card, or the double-turn card."),),
            "Select a card of the hand in secret; a branch card in hand goes with it by itself.",
            secret=True,
            targets=("hand-{seat}-{card}",),
        ),
        ActionType(
            DISCARD,
            "discard",
            "Exchange {text}",
            (Name("card", "cards", "The city card."),),
            "Lay a city card aside for another one; several go in the order of the list of cities.",
            targets=("hand-{seat}-{card}",),
        ),
        ActionType(
            KEEP,
            "keep",
            "{text}",
            (),
            "End the exchange.",
            secret=True,
            untargeted="The hand stays as it is.",
        ),
        ActionType(
            LAY,
            "lay",
            "{text}",
            (
                _RAILROAD,
                Integer("route", 1, ROUTES, "1 is the original route, 2 and 3 are branches."),
                Name("to", "cities", "The city that the route goes to next."),
            ),
            "Lay the next piece of a route.",
            targets=("route-{railroad}-{route}", "city-{to}"),
        ),
        ActionType(
            BRANCH,
            "branch",
            "{text}",
            (
                _RAILROAD,
                Name("from", "cities", "A city that the railroad is connected to."),
                Name("to", "cities", "The city that the new route goes to next."),
            ),
            "Lay the first piece of a new route with the branch card played this round.",
            targets=("railroad-{railroad}", "city-{from}", "city-{to}"),
        ),
        ActionType(
            PASS,
            "pass",
            "{text}",
            (),
            "Lay nothing in this turn.",
            untargeted="Nothing is laid.",
        ),
        ActionType(
            STOP,
            "stop",
            "{text}",
            (),
            "Lay no second piece, or draw no further card.",
            untargeted="Nothing further is laid or drawn.",
        ),
        ActionType(
            DRAW,
            "draw",
            "Draw {text}",
            (Choice("card", STOCK, "A railroad stands for its branch card."),),
            "Draw a card after the track has been laid.",
            targets=("stock-{card}",),
        ),
        ActionType(
            BUY,
            "buy",
            "{text}",
            (Choice("piece", (*RAILROADS, "nothing"), "Whose track piece."),),
            "Buy one track piece by the optional rule, or nothing.",
            targets=("railroad-{piece}",),
        ),
    )
)
