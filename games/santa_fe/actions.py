"""The action vocabulary of Santa Fe.

Cities go by the codes of the map file. A table `cities` has all of them, a table `cards` those with
a card, in the same order, and then the double-turn card; `turned` has one more entry, for no card.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.vocabulary import ActionType, Choice, Integer, Name, Vocabulary

RAILROADS: Final[tuple[str, ...]] = ("atsf", "sp", "gn", "up", "kp")
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
            "A player draws the top city card of the deck. Only that player sees which one it is.",
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
            "All players show at once what they selected. City cards stay before them and "
            "score at the end; double turns and branches hold for this round.",
            chance=True,
            targets=tuple(f"played-{seat}-{{seat_{seat}}}" for seat in range(MOST_SEATS)),
        ),
        ActionType(
            ENGINEER,
            "engineer",
            "{text}",
            (Choice("buy", ("no", "yes"), "Whether to buy one."),),
            "Pay for an engineer before the first round, or save the money. With one, pieces "
            "over rivers cost you nothing and the hand keeps its full size.",
            targets=("stock-engineer",),
        ),
        ActionType(
            SELECT,
            "select",
            "Play {text}",
            (Name("card", "cards", "A city card, or the double-turn card."),),
            "Choose in secret the card to play; a branch card in hand goes along. A city card "
            "stays there and scores at the end, a double turn lets you lay more pieces.",
            secret=True,
            targets=("hand-{seat}-{card}",),
        ),
        ActionType(
            DISCARD,
            "discard",
            "Exchange {text}",
            (Name("card", "cards", "The city card."),),
            "Give up a city card for one drawn from the deck, as a double turn allows before "
            "its second laying. It leaves the match and scores nothing.",
            targets=("hand-{seat}-{card}",),
        ),
        ActionType(
            KEEP,
            "keep",
            "{text}",
            (),
            "Choose no further card to exchange. New ones are drawn for those laid aside, and "
            "the others stay in hand.",
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
            "Put one piece of a railroad at the head of its route, any railroad. Who completes "
            "a line to a new city earns a bonus; the advanced game has rivers and mountains "
            "paid.",
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
            "Begin a second or third route of the railroad at a city that it has reached. It "
            "takes the branch card played this round, which leaves the match.",
            targets=("railroad-{railroad}", "city-{from}", "city-{to}"),
        ),
        ActionType(
            PASS,
            "pass",
            "{text}",
            (),
            "Lay no piece and pay nothing. In the basic game that ends the match; in the "
            "advanced game, or with bought pieces, it does once all pass.",
            untargeted="Nothing is laid.",
        ),
        ActionType(
            STOP,
            "stop",
            "{text}",
            (),
            "Leave out the second piece of a double turn, or the cards still missing in hand. "
            "It costs nothing, and your part is over.",
            untargeted="Nothing further is laid or drawn.",
        ),
        ActionType(
            DRAW,
            "draw",
            "Draw {text}",
            (Choice("card", STOCK, "A railroad stands for its branch card."),),
            "Fill the hand by one card: from the deck unseen, a double turn for nothing, or a "
            "branch card for money. An engineer takes the place of a card.",
            targets=("stock-{card}",),
        ),
        ActionType(
            BUY,
            "buy",
            "{text}",
            (Choice("piece", (*RAILROADS, "nothing"), "Whose track piece."),),
            "Pay for a piece of a railroad to keep. It can be laid once all pieces that nobody "
            "bought are on the board.",
            targets=("railroad-{piece}",),
        ),
    )
)
