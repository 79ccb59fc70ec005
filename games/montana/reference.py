"""What Montana's table is made of, in words and in data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.montana import actions
from railhead.games.montana.actions import AREA_SPACES
from railhead.games.montana.components import FIRST_FACE, Components, Seats
from railhead.games.montana.geometry import KINDS, LAKE, LAND, TILE_HEXES, Face, tile_hexes
from railhead.games.montana.wording import (
    CANTEEN_TEXTS,
    GOOD_NAMES,
    PLACES,
    coins_text,
    cost_text,
    in_a_row,
    list_text,
    pair_text,
    reward_text,
    set_text,
    trade_text,
    workers_text,
)
from railhead.games.reference import POINTY, Item, Reference, hex_centre, hexes, item, place

DIRECTIONS: Final = ("E", "SE", "SW", "W", "NW", "NE")
FEWEST_SEATS: Final = 2
PAIR_TEXTS: Final = {"any": "any two", "other_colours": "two of other colours"}
"""What stands in for a worker of an area's colour, by the option `two_workers`."""


def reference(components: Components, options: Mapping[str, Any]) -> Reference:
    """Everything that lies on a table with these options."""
    pair = PAIR_TEXTS[options["two_workers"]]
    return Reference(
        tables={
            "hexes": [hex_item(components, index) for index in range(int(components.hex_count))],
            "tiles": tile_items(components),
            "workers": [worker(components, at, pair) for at in range(len(actions.COLOURS))],
            "goods": [good(components, number) for number in range(len(actions.GOODS))],
            "worker_sets": [worker_set(number) for number in range(len(actions.SETS))],
            "goods_sets": [goods_set(number) for number in range(len(actions.SETS))],
            "wheel": [wheel_space(components, space) for space in range(len(components.wheel))],
            "bank": [bank_space(components, space) for space in range(int(components.bank_spaces))],
            "areas": [area(components, number, pair) for number in range(len(actions.AREAS))],
            "area_spaces": [area_space(components, space) for space in range(int(AREA_SPACES))],
            "city_rows": [city_row(components, row) for row in range(int(components.rows))],
            "city_columns": [city_column(components, at) for at in range(int(components.columns))],
            "trades": [trade(components, bought) for bought in range(len(actions.TRADES))],
            "canteen_uses": [
                item(name, text, text + ".")
                for name, text in zip(("no", "yes"), CANTEEN_TEXTS, strict=True)
            ],
            "fields_built": fields_built(components, options["build_coins"] == "more_fields"),
            "pieces": pieces(components),
        },
        geometries={
            "hexes": hexes(
                POINTY, [hex_place(components, at) for at in range(int(components.hex_count))]
            )
        },
        numbers={
            "spin.space": "wheel",
            "bank.space": "bank",
            "work.space": "area_spaces",
            "bid.row": "city_rows",
            "bid.column": "city_columns",
        },
        seats=[seats(components, one, options) for one in components.seats],
    )


def players_of(components: Components, index: int) -> list[int]:
    """The numbers of seats whose map has a hex."""
    where = components.hexes[index]
    return [
        FEWEST_SEATS + number
        for number, one in enumerate(components.seats)
        if any(where in tile_hexes(centre, 0) for centre in one.centres)
    ]


def hex_item(components: Components, index: int) -> Item:
    """A hex; what is printed there depends on the tile that is laid on it."""
    name = components.hex_names[index]
    numbers = players_of(components, index)
    who = in_a_row([str(number) for number in numbers], "or")
    return item(name, f"Hex {name}", f"Part of the map with {who} players.", seats=numbers)


def hex_place(components: Components, index: int) -> Item:
    """Where a hex lies, and the hexes around it."""
    q, r = components.hexes[index]
    near = [int(components.neighbours[len(DIRECTIONS) * index + at]) for at in range(6)]
    around = {
        components.hex_names[other]: direction
        for direction, other in zip(DIRECTIONS, near, strict=True)
        if other >= 0
    }
    return place(components.hex_names[index], *hex_centre(POINTY, q, r), around, q=q, r=r)


def tile_items(components: Components) -> list[Item]:
    """The landscape tiles: the centre, then the ring clockwise from the east, unturned."""
    found = []
    for number, tile in enumerate(components.tiles):
        first = FIRST_FACE + TILE_HEXES * number
        faces = [face_data(face) for face in tile.faces]
        texts = [face_text(components, first + at) for at in range(TILE_HEXES)]
        text = f"Centre: {texts[0]}. Clockwise from the east: {'; '.join(texts[1:])}."
        found.append(item(tile.name, f"Landscape tile {tile.name}", text, faces=faces))
    return found


def face_data(face: Face) -> dict[str, Any]:
    """What is printed on a hex of a tile."""
    cost = {good: n for good, n in zip(actions.GOODS, face.cost, strict=True) if n}
    return {
        "kind": KINDS[face.kind],
        "cost": cost,
        "settlements": face.settlements,
        "cattle": face.kind == LAND and face.token,
        "canteen": face.kind == LAKE and face.token,
    }


def face_text(components: Components, index: int) -> str:
    """The same in words."""
    face = components.faces[index]
    if face.kind == LAKE:
        return "lake with a canteen" if face.token else "lake"
    if face.kind != LAND:
        return KINDS[face.kind]
    houses = " for two settlements" if face.settlements == 2 else ""
    return f"field{houses} for {cost_text(components, index)}" + (
        ", with cattle" if face.token else ""
    )


def worker(components: Components, colour: int, pair: str) -> Item:
    """The workers of one colour; `pair` says which two do the same work."""
    name, place = actions.COLOURS[colour], PLACES[colour].lower()
    return item(
        name,
        f"{name} worker",
        f"One works alone in the {place}, where otherwise it takes {pair}; at the bank all colours "
        f"are alike. Nobody keeps more than {components.worker_limit} workers.",
        pieces=int(components.workers_per_colour),
        area=actions.AREAS[colour],
        limit=int(components.worker_limit),
    )


def good(components: Components, number: int) -> Item:
    """One kind of goods."""
    small = number < len(actions.SMALL_GOODS)
    source = f"Comes from the {PLACES[number].lower()}" if small else "Comes from upgrades in town"
    return item(
        actions.GOODS[number],
        GOOD_NAMES[number],
        f"{source}, and pays for fields.",
        pieces=components.goods_pieces[number],
        large=not small,
    )


def _counts(names: tuple[str, ...], chosen: int) -> dict[str, int]:
    members = actions.SETS[chosen]
    return {names[colour]: members.count(colour) for colour in range(4) if colour in members}


def worker_set(number: int) -> Item:
    """Workers that are placed or taken together."""
    text = workers_text(number) if number else "no worker"
    counts = _counts(actions.COLOURS, number)
    return item(actions.WORKER_SETS[number], text, text.capitalize() + ".", workers=counts)


def goods_set(number: int) -> Item:
    """Small goods that are taken together."""
    text = set_text(number, GOOD_NAMES[:4])
    counts = _counts(actions.SMALL_GOODS, number)
    return item(actions.GOODS_SETS[number], text, text.capitalize() + ".", goods=counts)


def wheel_space(components: Components, space: int) -> Item:
    """A space of the wheel."""
    pair = int(components.wheel[space])
    text = pair_text(components, space)
    counts = {"any": 2} if pair < 0 else _counts(actions.COLOURS, pair)
    return item(space, f"Wheel space {space}", f"Gives {text}.", workers=counts)


def bank_space(components: Components, space: int) -> Item:
    """A space of the bank."""
    workers, coins = int(components.bank_workers[space]), int(components.bank_coins[space])
    text = f"Place {workers} worker{'s' if workers > 1 else ''}, take {coins_text(coins)}."
    return item(space + 1, f"Bank space {space + 1}", text, {"workers": workers}, coins=coins)


def area(components: Components, number: int, pair: str) -> Item:
    """A production area with its large spaces and the small ones beside them."""
    spaces = []
    parts = []
    for space in range(int(AREA_SPACES)):
        index = number * int(AREA_SPACES) + space
        cost, goods = int(components.area_cost[index]), int(components.area_goods[index])
        extra = int(components.area_extra[index])
        spaces.append({"space": space + 1, "cost": cost, "goods": goods, "small_space": extra})
        parts.append(f"{coins_text(cost)} for {goods}, {extra} more on the small space")
    name = GOOD_NAMES[number]
    text = f"Gives {name} for one {actions.COLOURS[number]} worker or {pair}, and coins: "
    return item(
        actions.AREAS[number],
        PLACES[number],
        text + "; ".join(parts) + ".",
        good=actions.GOODS[number],
        spaces=spaces,
    )


def area_space(components: Components, space: int) -> Item:
    """The large spaces of one rank in all areas."""
    costs = {
        name: int(components.area_cost[number * int(AREA_SPACES) + space])
        for number, name in enumerate(actions.AREAS)
    }
    parts = [
        f"{coins_text(cost)} in the {PLACES[number].lower()}"
        for number, cost in enumerate(costs.values())
    ]
    text = f"Costs {', '.join(parts)}."
    return item(space + 1, f"Large space {space + 1}", text, coins=costs)


def city_row(components: Components, row: int) -> Item:
    """A row of the city and its reward."""
    choice = int(components.row_choice[row])
    kinds = [good for at, good in enumerate(actions.SMALL_GOODS) if (choice >> (8 * at)) & 255]
    return item(
        row + 1,
        f"City row {row + 1}",
        f"Whose contractor stands here after the auction takes {reward_text(components, row)}.",
        cattle=int(components.row_cattle[row]),
        coins=int(components.row_coins[row]),
        goods=int(components.row_goods[row]),
        goods_from=kinds,
        upgrades=int(components.row_upgrades[row]),
    )


def city_column(components: Components, column: int) -> Item:
    """A column of the city and its price."""
    price = int(components.prices[column])
    text = f"A reward bid for here costs {list_text([price], ['pumpkin'])}."
    return item(column + 1, f"City column {column + 1}", text, {"pumpkin": price})


def trade(components: Components, bought: int) -> Item:
    """What one cattle can be traded for."""
    text = trade_text(components, bought)
    return item(actions.TRADES[bought], text, f"Trade 1 cattle for {text}.", {"cattle": 1})


def fields_built(components: Components, more: bool) -> list[Item]:
    """The coins at the end of the action Build, by the number of fields."""
    most = int(components.most_fields)
    first = 3 if more else 0
    found = []
    for fields in range(1, most + 1):
        coins = int(components.build_coins[first + fields - 1])
        what = f"{fields} field{'s' if fields > 1 else ''}"
        text = f"Whoever builds {what} in one action takes {coins_text(coins)}."
        found.append(item(fields, f"Building {what}", text, coins=coins))
    return found


def pieces(components: Components) -> list[Item]:
    """The pieces that notation does not name."""
    line, more = int(components.line), int(components.line_settlements)
    return [
        item(
            "settlement",
            "Settlement",
            "Is placed on a field that is built; whoever has placed all of theirs brings on the "
            f"last round. A straight line of {line} own fields earns {more} more.",
            line=line,
            line_settlements=more,
        ),
        item(
            "cattle",
            "Cattle",
            "Comes with fields and from the town, can be traded at any moment of the own turn, and "
            "breaks ties.",
            pieces=components.cattle,
        ),
        item(
            "canteen",
            "Canteen",
            "Whoever first builds beside its lake takes it; it gives another turn, once.",
            pieces=components.canteens,
        ),
        item("contractor", "Contractor", "Stands on a space of the city and bids for its reward."),
    ]


def seats(components: Components, one: Seats, options: Mapping[str, Any]) -> Item:
    """What depends on the number of players; `centres` are those of the tiles on the map."""
    number = FEWEST_SEATS + components.seats.index(one)
    first = options["setup"] == "first_game"
    return {
        "seats": number,
        "tiles": one.tiles,
        "centres": [f"{q},{r}" for q, r in one.centres],
        "tiles_laid": list(one.first_tiles) if first else None,
        "start_tile_on": one.first_start if first else None,
        "settlements": one.settlements,
        "supply": dict(zip(actions.GOODS, one.supply, strict=True)),
        "start_coins": [int(components.start_coins[seat]) for seat in range(number)],
        "start_cattle": int(components.start_cattle),
        "start_goods": int(components.start_goods),
        "start_spins": int(components.start_spins),
    }
