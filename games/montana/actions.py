"""The action vocabulary of Montana.

Workers and small goods share the colours' order, so that one table of multisets serves the
payments with workers and the choice of goods.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from mypy_extensions import i64

from railhead.games.vocabulary import ActionType, Choice, Integer, Name, Vocabulary

COLOURS: Final = ("grain", "pumpkin", "copper", "stone")
SMALL_GOODS: Final = ("grain", "pumpkin", "copper_small", "stone_small")
GOODS: Final = (*SMALL_GOODS, "copper_large", "stone_large")
AREAS: Final = ("grain_field", "farm", "mine", "quarry")
"""The four production areas, in the order of the colours of their goods."""

SETS: Final = tuple(
    colours for size in range(4) for colours in combinations_with_replacement(range(4), size)
)
"""Every multiset of up to three colours, the smaller ones first: entry 0 is empty."""
SINGLES: Final = 1
PAIRS: Final[i64] = 5
TRIPLES: Final = 15
SETS_END: Final = 35

TRADES: Final = (*SMALL_GOODS, "coins", *(f"{colour}_worker" for colour in COLOURS))
"""What one cattle buys, in the order of the raw values of `trade`."""
TRADE_COINS: Final = 4
TRADE_WORKER: Final = 5

LAST_STEP: Final = 7
WHEEL_SPACES: Final = 8
AREA_SPACES: Final[i64] = 3
MOST_ROWS: Final = 8
MOST_COLUMNS: Final = 8
MOST_BANK_SPACES: Final = 6
MOST_UPGRADES: Final = 6

SPIN: Final = 0
HIRE: Final = 1
JOKER: Final = 2
DISCARD: Final = 3
ADVANCE: Final = 4
BANK: Final = 5
WORK: Final = 6
HELPERS: Final = 7
CITY: Final = 8
BID: Final = 9
PASS: Final = 10
COLLECT: Final = 11
UPGRADE: Final = 12
BUILD: Final = 13
STOP: Final = 14
TRADE: Final = 15
DONE: Final = 16
CANTEEN: Final = 17

# Sets of action types, a bit for each: what deals with them together.
HIRE_TYPES: Final = 1 << SPIN | 1 << HIRE | 1 << JOKER | 1 << ADVANCE
WORK_TYPES: Final = 1 << BANK | 1 << WORK | 1 << HELPERS
CITY_TYPES: Final = 1 << CITY | 1 << BID | 1 << PASS | 1 << COLLECT | 1 << UPGRADE


def _names(names: tuple[str, ...], low: int, high: int) -> tuple[str, ...]:
    return tuple("+".join(names[colour] for colour in chosen) or "none" for chosen in SETS)[
        low:high
    ]


WORKER_SETS: Final = _names(COLOURS, 0, SETS_END)
GOODS_SETS: Final = _names(SMALL_GOODS, 0, SETS_END)

_WORKERS = "Workers by colour, joined by +, in the order grain, pumpkin, copper, stone."

VOCABULARY: Final = Vocabulary(
    (
        ActionType(
            SPIN,
            "spin",
            "The wheel stops at space {space}: {pair}",
            (Integer("space", 0, LAST_STEP, "Where the arrow stops, clockwise from the joker."),),
            "The wheel's arrow is spun.",
            chance=True,
            targets=("wheel-{space}",),
        ),
        ActionType(
            HIRE,
            "hire",
            "Hire: spin the wheel",
            (),
            "The action Hire.",
            targets=("wheel",),
        ),
        ActionType(
            JOKER,
            "joker",
            "Joker: take {workers}",
            (Choice("workers", _names(COLOURS, PAIRS, TRIPLES), "The two colours."),),
            "Choose the two workers of the joker space.",
            targets=("wheel", "supply-{workers}_worker"),
        ),
        ActionType(
            DISCARD,
            "discard",
            "Return a {colour} worker (at most {limit})",
            (Choice("colour", COLOURS, "The colour of the worker."),),
            "Return a worker beyond the limit; several go in the order of the colours.",
            targets=("worker-{seat}-{colour}",),
        ),
        ActionType(
            ADVANCE,
            "advance",
            "{text}",
            (Integer("steps", 0, LAST_STEP, "Spaces clockwise, one grain each; 0 for none."),),
            "Pay grain to move the arrow on and take that space's workers too.",
            targets=("wheel",),
        ),
        ActionType(
            BANK,
            "bank",
            "Bank, space {space}: place {workers}, take {coins} coins",
            (
                Integer("space", 1, MOST_BANK_SPACES, "The space of the bank."),
                Choice("workers", _names(COLOURS, SINGLES, SETS_END), _WORKERS),
            ),
            "The action Work at the bank.",
            targets=("bank-{space}", "worker-{seat}-{workers}"),
        ),
        ActionType(
            WORK,
            "work",
            "{place}, space {space}: place {workers}, pay {cost}, take {gain}",
            (
                Choice("area", AREAS, "The production area."),
                Integer("space", 1, 3, "The large space, from the cheapest."),
                Choice("workers", _names(COLOURS, SINGLES, TRIPLES), _WORKERS),
            ),
            "The action Work in a production area.",
            targets=("work-{area}-{space}", "worker-{seat}-{workers}"),
        ),
        ActionType(
            HELPERS,
            "helpers",
            "{text}",
            (Choice("workers", _names(COLOURS, 0, TRIPLES), _WORKERS + " Or none."),),
            "Place workers on the small space beside the large one just taken, or do not.",
            targets=("worker-{seat}-{workers}",),
        ),
        ActionType(
            CITY,
            "city",
            "City: take 1 pumpkin and open the auction",
            (),
            "The action Work in town.",
            targets=("city",),
        ),
        ActionType(
            BID,
            "bid",
            "Row {row} for {price} pumpkins: {reward}{outbids}",
            (
                Integer("row", 1, MOST_ROWS, "The row, from the top."),
                Integer("column", 1, MOST_COLUMNS, "The column, from the cheapest."),
            ),
            "Put the contractor on a space of the city.",
            targets=("city-{row}-{column}",),
        ),
        ActionType(
            PASS,
            "pass",
            "Pass: leave this auction",
            (),
            "Put the contractor back.",
            targets=("contractor-{seat}",),
        ),
        ActionType(
            COLLECT,
            "collect",
            "Take {goods} from the city",
            (Choice("goods", GOODS_SETS, "Small goods joined by +, or none."),),
            "Declare the goods of a city reward.",
            targets=("supply-{goods}",),
        ),
        ActionType(
            UPGRADE,
            "upgrade",
            "{text}",
            (
                Integer("copper", 0, MOST_UPGRADES, "Small copper swapped for large."),
                Integer("stone", 0, MOST_UPGRADES, "Small stone swapped for large."),
            ),
            "Declare the upgrades of a city reward.",
            targets=("city",),
        ),
        ActionType(
            BUILD,
            "build",
            "Build at {hex} for {cost}: {gain}",
            (Name("hex", "hexes", "Axial coordinates q,r."),),
            "The action Build, or a further field of it.",
            targets=("hex-{hex}",),
        ),
        ActionType(
            STOP,
            "stop",
            "Stop building, take {coins}",
            (),
            "End the action Build.",
            untargeted="Nothing further is built.",
        ),
        ActionType(
            TRADE,
            "trade",
            "Trade 1 cattle for {text}",
            (Choice("for", TRADES, "What the cattle buys."),),
            "Trade cattle, at any moment of the own turn.",
            targets=("cattle-{seat}", "supply-{for}"),
        ),
        ActionType(
            DONE,
            "done",
            "End the turn without a trade",
            (),
            "After the action.",
            untargeted="The turn ends, nothing is moved.",
        ),
        ActionType(
            CANTEEN,
            "canteen",
            "{text}",
            (Choice("use", ("no", "yes"), "Whether to use one."),),
            "Use a canteen for another turn, or do not.",
            targets=("canteens-{seat}",),
        ),
    )
)
