"""The action vocabulary of Steam."""

from __future__ import annotations

from itertools import product
from typing import Final

from mypy_extensions import i64

from railhead.games.vocabulary import ActionType, Choice, Integer, Name, Vocabulary

COLOURS: Final = ("red", "blue", "yellow", "purple", "gray")
EDGES: Final = ("N", "NE", "SE", "S", "SW", "NW")
SHAPES: Final = (
    "21", "22", "23", "41", "42", "43", "44", "45", "46", "47",
    "T11", "T21", "T22", "T23", "T31", "T32", "T33", "T34", "T41", "T42", "T43",
)  # fmt: skip
FIRST_TOWN_SHAPE: Final = 10
TILES: Final = (
    "turn_order",
    "first_move",
    "engineer",
    "first_build",
    "city_growth",
    "locomotive",
    "urbanization",
)
"""The action tiles; tile number n is entry n - 1."""

MOST_SEATS: Final = 6
MOST_LINKS: Final[i64] = 6
MOST_BID: Final = 1000
MOST_STEPS: Final = 500
SPACES: Final = 12

SPLITS: Final = tuple(
    points
    for points in product(range(MOST_LINKS + 1), repeat=MOST_SEATS)
    if sum(points) <= MOST_LINKS
)
"""Every way to share out the points of one delivery by seat, in lexical order."""

SPLIT_NAMES: Final = tuple(
    ",".join(str(points) for points in split).rstrip(",0") or "0" for split in SPLITS
)
"""Such as `3,0,1`: the points by seat, zeros at the end left out."""

BID: Final = 0
PASS: Final = 1
CAPITAL: Final = 2
SELECT: Final = 3
DECLINE: Final = 4
BUILD: Final = 5
URBANIZE: Final = 6
GROW: Final = 7
SUPPLY: Final = 8
DONE: Final = 9
IMPROVE: Final = 10
DELIVER: Final = 11
TAKE: Final = 12

TAKE_INCOME: Final = 0
TAKE_POINTS: Final = 1


VOCABULARY: Final = Vocabulary(
    (
        ActionType(
            BID,
            "bid",
            "Bid ${amount} for {place}",
            (Integer("amount", 0, MOST_BID, "Dollars."),),
            "Bid in an auction of the turn order.",
            targets=("turn-order",),
        ),
        ActionType(
            PASS,
            "pass",
            "{text}",
            (),
            "Pass in an auction or in a round of goods.",
            untargeted="Nothing is taken, laid or moved.",
        ),
        ActionType(
            CAPITAL,
            "capital",
            "{text}",
            (Integer("steps", 0, MOST_STEPS, "Steps back on the income track, then for points."),),
            "Buy capital at the start of a turn of the standard game.",
            targets=("income-{seat}",),
        ),
        ActionType(
            SELECT,
            "select",
            "Take tile {number}, {tile}{cost}",
            (Choice("tile", TILES, "The action tile."),),
            "Take an action tile and what it costs.",
            targets=("tile-{tile}",),
        ),
        ActionType(
            DECLINE,
            "decline",
            "Take tile {number}, {tile}, and pass its action",
            (Choice("tile", TILES, "The action tile."),),
            "Take City Growth or Urbanization for its number alone.",
            targets=("tile-{tile}",),
        ),
        ActionType(
            BUILD,
            "build",
            "{verb} {tile} on {place}, {tracks}: ${cost}{effect}",
            (
                Name("hex", "hexes", "Column letter and row."),
                Choice("tile", SHAPES, "The shape of the tile."),
                Integer(
                    "turn", 0, 5, "Sixths of a full turn clockwise, as few as give the tracks."
                ),
            ),
            "Lay a tile on an empty hex, redirect the end of a link, or improve a tile.",
            targets=("hex-{hex}",),
        ),
        ActionType(
            URBANIZE,
            "urbanize",
            "Make {town} a {colour} city",
            (
                Name("town", "stops", "The town."),
                Choice("colour", COLOURS, "The colour of the New City tile."),
            ),
            "Put a New City tile on a town.",
            targets=("stop-{town}", "new_city-{colour}"),
        ),
        ActionType(
            GROW,
            "grow",
            "City growth in {city}",
            (Name("city", "stops", "A city without a growth marker."),),
            "Use City Growth on a city.",
            targets=("stop-{city}",),
        ),
        ActionType(
            SUPPLY,
            "supply",
            "Put goods of space {space} into {city}: {goods}",
            (Integer("space", 1, SPACES, "The supply space; of equal ones the first."),),
            "Choose the set of goods for a New City or for City Growth.",
            targets=("supply-{space}",),
        ),
        ActionType(
            DONE,
            "done",
            "{text}",
            (),
            "End the own part of the building phase.",
            untargeted="Nothing further is built.",
        ),
        ActionType(
            IMPROVE,
            "improve",
            "Improve the locomotive to level {level}",
            (),
            "Instead of moving goods, once a turn.",
            targets=("locomotive-{seat}",),
        ),
        ActionType(
            DELIVER,
            "deliver",
            "Deliver a {colour} cube from {start} to {end}: {points_text}",
            (
                Name("city", "stops", "Where the goods lie."),
                Choice("colour", COLOURS, "The colour of the goods."),
                Name("to", "stops", "The city that takes them."),
                Name("points", "splits", "The points by seat, zeros at the end left out."),
            ),
            "Move one cube; of deliveries that give everybody the same, one is listed.",
            targets=("goods-{city}-{colour}", "stop-{to}"),
        ),
        ActionType(
            TAKE,
            "take",
            "{text}",
            (Choice("as", ("income", "points"), "What the delivery's points become."),),
            "Take all points of a delivery as income or as victory points.",
            targets=("{as}-{seat}",),
        ),
    )
)
