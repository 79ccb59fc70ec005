"""The schema of a map of Steam; what it cannot say is checked in `games.steam.geography`."""

from __future__ import annotations

from typing import Final

from railhead.games.data import CONFIDENCES
from railhead.games.data_schema import (
    NOTICES,
    REMARKS,
    TITLE,
    Schema,
    document,
    flag,
    matching,
    number,
    one_of,
    record,
    several,
    text,
    where,
)
from railhead.games.steam import actions

FEWEST_SEATS: Final = 3
MOST_HEXES: Final = 400
MOST_COUNTED: Final = 1000
TERRAINS: Final = ("plain", "hill", "city")
COUNTED: Final = {
    "hexes": "All hexes.",
    "cities": "Hexes of terrain city.",
    "towns": "Hexes with a town.",
    "plain": "Hexes of terrain plain, those with a town among them.",
    "hill": "Hexes of terrain hill, those with a town among them.",
    "river_hexes": "Hexes with a river.",
    "city_goods": "The sum of the goods of all cities.",
    "blocked_edges": "Edges between two hexes that are blocked, each counted once.",
}

_HEX: Final = where(
    record(
        "A hex. Two are neighbours where they differ by (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1) "
        "or (-1, 0) in q and r: to the N, NE, SE, S, SW, NW.",
        {
            "id": matching(
                "[A-Z][0-9]{2}",
                "The name of the hex: the letter of its column q (A for 0), and 2 r + q in two "
                "digits, so that neighbours to the north and south differ by 2. No two are alike.",
                "A04",
            ),
            "q": number("The column from west to east.", 0, 25),
            "r": number("The second axial coordinate; it grows to the south.", -50, 99),
            "terrain": one_of("What the hex is. A town lies on plain or hill.", TERRAINS),
        },
        {
            "river": flag("Whether a river runs through it, which makes track dearer."),
            "water": one_of("What its river is, if not a river; a remark.", ("canal", "lake")),
            "coast": flag("Whether it lies at a coast; a remark."),
            "city": text(
                "The city's name. No two cities or towns are alike once accents and signs are "
                "left out and spaces are _; something must be left.",
                "Essen",
            ),
            "town": text("The town's name, under the same rule as those of cities.", "Venlo"),
            "colour": one_of("The colour of a city: which goods it takes.", actions.COLOURS[:-1]),
            "goods": number("How many goods a city begins with.", 2, 9),
            "blocked": several(
                "Edges that no track may cross though a hex lies beyond; its neighbour there "
                "blocks the opposite edge too. Edges to no hex are closed anyway.",
                one_of("An edge.", actions.EDGES),
            ),
            "confidence": one_of("How sure this hex is, where it differs.", CONFIDENCES),
            "note": text("A remark about the hex."),
        },
    ),
    "terrain",
    "city",
    needed=("city", "colour", "goods"),
    barred=("town",),
    else_barred=("city", "goods"),
)

MAP: Final[Schema] = document(
    "A map of Steam",
    record(
        "Hexes with cities and towns. What no schema says: the map is in one piece over open "
        "edges; it has 2 cities and 8 towns or more, and 60 of both at most; no two of them "
        "share an open edge, and each has another with at most two hexes between; the goods of "
        "the cities and of the supply do not exceed the 96 of the box for any number of players.",
        {
            "title": TITLE,
            **REMARKS,
            "notices": NOTICES,
            "players": several(
                "For how many players the map is made.",
                number("A number of players.", FEWEST_SEATS, actions.MOST_SEATS),
                1,
            ),
            "recommended": several(
                "With how many it is best; each is one of `players`.",
                number("A number of players.", FEWEST_SEATS, actions.MOST_SEATS),
            ),
            "goods_change_with_3_players": number(
                "How many goods more each city begins with in a match of three.", -2, 2
            ),
            "counts": record(
                "Your own count of the map, which has to agree with the hexes.",
                {key: number(said, 0, MOST_COUNTED) for key, said in COUNTED.items()},
            ),
            "hexes": several("The hexes, in any order.", _HEX, 2, MOST_HEXES),
        },
    ),
)
