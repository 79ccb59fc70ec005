"""The schema of the components of Montana; what it cannot say is checked in
`games.montana.components` and `games.montana.geometry`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from railhead.games.data_schema import (
    NOTICES,
    TITLE,
    Schema,
    document,
    either,
    flag,
    just,
    number,
    one_of,
    record,
    several,
    sourced_record,
    text,
)
from railhead.games.montana import actions

MOST_COINS: Final = 60
MOST_STEPS: Final = 12
JOKER: Final = "any"
BARE: Final = ("lake", "lake_with_canteen", "mountain")
READINGS: Final = ("fewer_fields", "more_fields")
SEATS: Final = ("2", "3", "4")


def _coins(description: str, low: int = 0) -> Schema:
    return number(description, low, MOST_COINS)


_BANK: Final = record(
    "A space of the bank.",
    {
        "workers": number("How many workers it takes.", 1, 3),
        "coins": _coins("How many coins it gives.", 1),
    },
)

_SPACE: Final = record(
    "A large space.",
    {
        "cost": _coins("What it costs; more than the space before it."),
        "goods": number("How many goods it gives.", 1, 6),
        "small_space_goods": number("How many goods the small space beside it gives.", 1, 6),
    },
)

_ROW: Final = record(
    "A row of the city. It offers goods of one to three kinds, or none; and not both goods and "
    "upgrades.",
    {
        "cattle": number("How many cattle it gives.", 0, 4),
        "coins": _coins("How many coins it gives."),
        "goods": number("How many goods it gives; 0 just where `goods_from` is empty.", 0, 3),
        "goods_from": several(
            "Of which kinds they may be.", one_of("A small good.", actions.SMALL_GOODS)
        ),
        "upgrades": number(
            "How many small goods may be swapped for large ones.", 0, actions.MOST_UPGRADES
        ),
    },
)

_FIELD: Final = record(
    "Land to build on.",
    {
        "land": record(
            "What a settlement costs: 1 to 6 goods in all.",
            {},
            {good: number(f"How much {good}.", 1, 4) for good in actions.GOODS},
        )
    },
    {
        "settlements": number("How many settlements it takes; 1 if left out.", 1, 2),
        "cattle": flag("Whether there is cattle on it; false if left out."),
    },
)

_FACE: Final = either("A hex of the ring.", one_of("No land.", BARE), _FIELD)

_TILE: Final = record(
    "A tile of seven hexes, its land in one piece.",
    {
        "id": text("Its name; no two are alike.", "T01"),
        "centre": {**_FIELD, "description": "The hex in the middle: land without cattle."},
        "ring": just(6, "The hexes around it, clockwise from the east.", _FACE),
    },
)

_STEP: Final = just(2, "Two axial coordinates q and r.", number("q or r.", -MOST_STEPS, MOST_STEPS))


_WHEEL: Final = sourced_record(
    "The wheel.",
    {
        "spaces": just(
            actions.WHEEL_SPACES,
            "Its spaces, clockwise.",
            just(
                2,
                f"Two workers; both or neither are {JOKER}.",
                one_of("A colour.", (*actions.COLOURS, JOKER)),
            ),
        )
    },
)

_AREAS: Final = record(
    "The areas where goods are made.",
    {
        area: sourced_record(
            f"The area {area}.",
            {"spaces": just(int(actions.AREA_SPACES), "Its large spaces.", _SPACE)},
        )
        for area in actions.AREAS
    },
)

_CITY: Final = sourced_record(
    "The city board.",
    {
        "column_prices": several(
            "The price at the head of each column, rising.",
            _coins("Coins."),
            1,
            actions.MOST_COLUMNS,
        ),
        "rows": several("The rows, from the top.", _ROW, 4, actions.MOST_ROWS),
    },
)

_BUILD_COINS: Final = sourced_record(
    "Coins for 1, 2 and 3 fields built in a turn, by the option `build_coins`.",
    {reading: just(3, f"With the option {reading}.", _coins("Coins.")) for reading in READINGS},
)

_LATTICE: Final = record(
    "Tile [i, j] has its centre at i a + j b; so laid the tiles cover the plane without gap or "
    "overlap.",
    {"a": _STEP, "b": _STEP},
)


def schema(tiles: int, canteens: int, of_map: Sequence[int]) -> Schema:
    """The schema of components with so many tiles and canteens, by what a map has of tiles in
    matches of two, three and four."""
    maps = dict(zip(SEATS, of_map, strict=True))
    spaces = several("Its spaces.", _BANK, 1, actions.MOST_BANK_SPACES)
    return document(
        "The components of Montana",
        record(
            "All that is printed and no photograph confirms. What no schema says: there are "
            f"{canteens} lakes with a canteen on all tiles; the cattle of any map are in the box.",
            {
                "title": TITLE,
                "notices": NOTICES,
                "wheel": _WHEEL,
                "bank": sourced_record("The bank.", {"spaces": spaces}),
                "areas": _AREAS,
                "city": _CITY,
                "build_coins": _BUILD_COINS,
                "tiles": sourced_record(
                    "The landscape.", {"list": just(tiles, "The tiles.", _TILE)}
                ),
                "layouts": sourced_record(
                    "How the tiles lie.", {"lattice": _LATTICE, "players": _layouts(maps)}
                ),
                "first_game": sourced_record(
                    "The fixed set-up for beginners.",
                    {
                        "players": record(
                            "By number of players.",
                            {seats: _first_game(seats, count) for seats, count in maps.items()},
                        )
                    },
                ),
            },
        ),
    )


def _layouts(maps: Mapping[str, int]) -> Schema:
    return record(
        "The map by number of players, in one piece without a hole.",
        {
            seats: just(
                count,
                f"The tiles of a match of {seats}.",
                {**_STEP, "description": "i and j of a tile."},
                apart=True,
            )
            for seats, count in maps.items()
        },
    )


def _first_game(seats: str, count: int) -> Schema:
    return record(
        f"In a match of {seats}. The land of the map is in one piece.",
        {
            "tiles": just(
                count,
                "The `id` of the tile at each place of the layout, unrotated.",
                text("The `id` of a tile.", "T07"),
                apart=True,
            ),
            "start_tile_on": text("The tile on whose centre the start tile lies.", "T01"),
        },
    )
