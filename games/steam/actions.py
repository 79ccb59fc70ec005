"""The action vocabulary of Steam."""

from __future__ import annotations

from itertools import product
from typing import Final

from mypy_extensions import i64

from railhead.games.vocabulary import ActionType, Choice, Integer, Name, Vocabulary

COLOURS: Final[tuple[str, ...]] = ("red", "blue", "yellow", "purple", "gray")
EDGES: Final[tuple[str, ...]] = ("N", "NE", "SE", "S", "SW", "NW")
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
            "Offer more than the last bid for a place in the turn order. The winner pays all "
            "of it; in the standard game those between first and last pay too.",
            targets=("turn-order",),
        ),
        ActionType(
            PASS,
            "pass",
            "{text}",
            (),
            "Leave this auction, or do nothing in this round of goods. It costs nothing but "
            "the chance; in the standard auction you take the last free place.",
            untargeted="Nothing is taken, laid or moved.",
        ),
        ActionType(
            CAPITAL,
            "capital",
            "{text}",
            (Integer("steps", 0, MOST_STEPS, "Steps back on the income track, then for points."),),
            "Take money now for steps down the income track, each of which lowers what you are "
            "paid every turn. Below the lowest income it takes victory points.",
            targets=("income-{seat}",),
        ),
        ActionType(
            SELECT,
            "select",
            "Take tile {number}, {tile}{cost}",
            (Choice("tile", TILES, "The action tile."),),
            "Choose your special action of this turn, and pay what it costs in the base game. "
            "Its number is your place in the next turn: low ones first.",
            targets=("tile-{tile}",),
        ),
        ActionType(
            DECLINE,
            "decline",
            "Take tile {number}, {tile}, and pass its action",
            (Choice("tile", TILES, "The action tile."),),
            "Take the tile without its action, and pay nothing. Its number still sets your "
            "place in the next turn.",
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
            "Lay track from a city or your own track, turn the end of an open link, or add "
            "track to a tile. It costs $1 for each exit, more over rivers, hills and in towns.",
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
            "Make a town a city of this colour: goods of the colour can go there, and one "
            "supply space of goods comes to it. The tile Urbanization has paid for it.",
            targets=("stop-{town}", "new_city-{colour}"),
        ),
        ActionType(
            GROW,
            "grow",
            "City growth in {city}",
            (Name("city", "stops", "A city without a growth marker."),),
            "Put the goods of one supply space on a city that has no growth marker yet. The "
            "tile City Growth has paid for it, and the city takes no further growth.",
            targets=("stop-{city}",),
        ),
        ActionType(
            SUPPLY,
            "supply",
            "Put goods of space {space} into {city}: {goods}",
            (Integer("space", 1, SPACES, "The supply space; of equal ones the first."),),
            "Move all goods of this supply space to the city just chosen. The space stays "
            "empty for the rest of the match.",
            targets=("supply-{space}",),
        ),
        ActionType(
            DONE,
            "done",
            "{text}",
            (),
            "Build nothing further this turn, and let the next player build. Own open links "
            "not extended since last turn lose their owner.",
            untargeted="Nothing further is built.",
        ),
        ActionType(
            IMPROVE,
            "improve",
            "Improve the locomotive to level {level}",
            (),
            "Raise the locomotive by a level, for nothing, in place of a delivery. Goods may "
            "then go one link further; it is allowed once a turn.",
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
            "Move one cube over complete links to a city of its colour, no more links than "
            "your locomotive's level. Each link gives its owner a point.",
            targets=("goods-{city}-{colour}", "stop-{to}"),
        ),
        ActionType(
            TAKE,
            "take",
            "{text}",
            (Choice("as", ("income", "points"), "What the delivery's points become."),),
            "Choose what your points of this delivery become: income, which pays every turn, "
            "or victory points, which win the match. They go all one way.",
            targets=("{as}-{seat}",),
        ),
    )
)
