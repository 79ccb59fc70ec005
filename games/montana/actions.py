"""The action vocabulary of Montana.

Workers and small goods share the colours' order, so that one table of multisets serves the
payments with workers and the choice of goods.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from mypy_extensions import i64

from railhead.games.vocabulary import ActionType, Choice, Integer, Name, Vocabulary

COLOURS: Final[tuple[str, ...]] = ("grain", "pumpkin", "copper", "stone")
SMALL_GOODS: Final[tuple[str, ...]] = ("grain", "pumpkin", "copper_small", "stone_small")
GOODS: Final[tuple[str, ...]] = (*SMALL_GOODS, "copper_large", "stone_large")
AREAS: Final[tuple[str, ...]] = ("grain_field", "farm", "mine", "quarry")
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
            "The arrow stops at one of the eight spaces, each as likely. Whoever spun takes "
            "the two workers shown there.",
            chance=True,
            targets=("wheel-{space}",),
        ),
        ActionType(
            HIRE,
            "hire",
            "Hire: spin the wheel",
            (),
            "Spin the wheel and take the two workers where its arrow stops, for nothing. After "
            "that grain can move the arrow on to two more.",
            targets=("wheel",),
        ),
        ActionType(
            JOKER,
            "joker",
            "Joker: take {workers}",
            (Choice("workers", _names(COLOURS, PAIRS, TRIPLES), "The two colours."),),
            "The joker gives two workers of any colours, alike or different. They come from "
            "the supply for nothing.",
            targets=("wheel", "supply-{workers}_worker"),
        ),
        ActionType(
            DISCARD,
            "discard",
            "Return a {colour} worker (at most {limit})",
            (Choice("colour", COLOURS, "The colour of the worker."),),
            "Nobody keeps more workers than the limit: one goes back to the supply for "
            "nothing. Several go in the order of the colours.",
            targets=("worker-{seat}-{colour}",),
        ),
        ActionType(
            ADVANCE,
            "advance",
            "{text}",
            (Integer("steps", 0, LAST_STEP, "Spaces clockwise, one grain each; 0 for none."),),
            "Pay one grain for each space that the arrow moves on, and take the two workers of "
            "the space where it ends too. No steps cost nothing and end the hiring.",
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
            "Place as many workers of any colours as the space shows, and take its coins. They "
            "stay there until all spaces of the bank are full.",
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
            "Place one worker of the area's colour, or two in its place, pay the coins of the "
            "space and take its goods. The workers stay until its large spaces are full.",
            targets=("work-{area}-{space}", "worker-{seat}-{workers}"),
        ),
        ActionType(
            HELPERS,
            "helpers",
            "{text}",
            (Choice("workers", _names(COLOURS, 0, TRIPLES), _WORKERS + " Or none."),),
            "Place workers by the same rule on the small space beside the large one just "
            "taken, for more of the same good and without coins. Or place none.",
            targets=("worker-{seat}-{workers}",),
        ),
        ActionType(
            CITY,
            "city",
            "City: take 1 pumpkin and open the auction",
            (),
            "Take one pumpkin and open the auction for the rewards of the town, in which all "
            "players may bid pumpkins. The first bid is a must for you.",
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
            "Bid the pumpkins of the column for the reward of the row. Only who stands there "
            "at the end pays; a contractor further left in the row has to leave it.",
            targets=("city-{row}-{column}",),
        ),
        ActionType(
            PASS,
            "pass",
            "Pass: leave this auction",
            (),
            "The contractor goes back for the rest of this auction. You pay nothing and win "
            "nothing.",
            targets=("contractor-{seat}",),
        ),
        ActionType(
            COLLECT,
            "collect",
            "Take {goods} from the city",
            (Choice("goods", GOODS_SETS, "Small goods joined by +, or none."),),
            "Choose the small goods that your row of the city gives, up to its number. Its "
            "pumpkins have been paid.",
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
            "Swap small copper and small stone for large pieces, up to the number that your "
            "row gives. Large goods pay for the best fields and come from nowhere else.",
            targets=("city",),
        ),
        ActionType(
            BUILD,
            "build",
            "Build at {hex} for {cost}: {gain}",
            (Name("hex", "hexes", "Axial coordinates q,r."),),
            "Pay exactly the goods of a free field beside the start tile or a settlement, and "
            "put settlements there: they win the match. Its cattle, and canteens of lakes "
            "beside it, are yours.",
            targets=("hex-{hex}",),
        ),
        ActionType(
            STOP,
            "stop",
            "Stop building, take {coins}",
            (),
            "Leave it at the fields built in this action, and take the coins for so many. "
            "Nothing is paid.",
            untargeted="Nothing further is built.",
        ),
        ActionType(
            TRADE,
            "trade",
            "Trade 1 cattle for {text}",
            (Choice("for", TRADES, "What the cattle buys."),),
            "Give one cattle back for a small good, coins or a worker. It is no action: do it "
            "at any moment of your turn, as often as you have cattle.",
            targets=("cattle-{seat}", "supply-{for}"),
        ),
        ActionType(
            DONE,
            "done",
            "End the turn without a trade",
            (),
            "Keep the cattle that are left, and let the next player begin. It costs nothing.",
            untargeted="The turn ends, nothing is moved.",
        ),
        ActionType(
            CANTEEN,
            "canteen",
            "{text}",
            (Choice("use", ("no", "yes"), "Whether to use one."),),
            "Give up a canteen and have another whole turn at once, or keep it for later. "
            "Canteens that are left count where settlements are equal.",
            targets=("canteens-{seat}",),
        ),
    )
)
